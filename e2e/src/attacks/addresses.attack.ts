import { request } from 'node:http'
import { withApplication } from '../start-application.ts'
import { requireHeld, type Attack } from './attack.ts'

const own = 'http://dam.example.org'

/** Asks for a path with a Host header of one's own choice: status and body. */
function ask(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const asking = request(url + path, { headers }, (answer) => {
    let body = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }))
  })
  asking.once('error', reject)
  asking.end()
  return promise
}

const forged: readonly Readonly<Record<string, string>>[] = [
  { host: 'evil.example' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
]

export const attacks: readonly Attack[] = [
  {
    name: 'a Host header of an attacker is in no answer',
    run: async ({ url }) => {
      for (const path of ['/api/wedia/app/infos/getInfos', '/', '/api/rest/config']) {
        for (const headers of forged) {
          const { status, body } = await ask(url, path, headers)
          requireHeld(!body.includes('evil.example'), `${path} answers it (${status})`)
          requireHeld(!('host' in headers) || status === 421, `${path} answers ${status} to another host`)
        }
      }
    },
  },
  {
    name: 'the address of the product is the one of its settings',
    run: () =>
      withApplication({ settings: { CARTOUCHE_URL: own } }, async ({ url }) => {
        const { body } = await ask(url, '/api/wedia/app/infos/getInfos', { host: 'dam.example.org' })
        requireHeld(body.includes(`"baseUrl":"${own}"`), body.slice(0, 200))
        const local = await ask(url, '/api/wedia/app/infos/getInfos', {})
        requireHeld(local.status === 421, `it also answers at ${url}: ${local.status}`)
      }),
  },
]
