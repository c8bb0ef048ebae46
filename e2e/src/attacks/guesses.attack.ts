import { openApi } from '../open-api.ts'
import { withApplication } from '../start-application.ts'
import { requireHeld, type Attack } from './attack.ts'

/** With loopback as a trusted proxy, this attacker can claim any address. */
const settings = { CARTOUCHE_PROXIES: 'loopback' }
const from = (index: number): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `10.${index >> 8}.${index % 256}.7`,
})

async function signIn(
  url: string,
  login: string,
  password: string,
  headers: Record<string, string>,
): Promise<Response> {
  const body = JSON.stringify({ login, password, cookieauth: true })
  return fetch(`${url}/api/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

export const attacks: readonly Attack[] = [
  {
    name: 'wrong guesses of others do not keep a person out of their own browser',
    run: () =>
      withApplication({ settings }, async ({ url, password }) => {
        const cookie = cookiesOf(await signIn(url, 'admin', password, from(1)))
        for (let index = 2; index < 12; index++) await signIn(url, 'admin', 'a wrong guess', from(index))
        const [attacker, person] = [
          await signIn(url, 'admin', password, from(12)),
          await signIn(url, 'admin', password, { ...from(1), cookie }),
        ]
        requireHeld(
          attacker.status === 429,
          `a stranger with the right password was answered ${attacker.status}`,
        )
        requireHeld(person.ok, `the person was answered ${person.status}`)
      }),
  },
  {
    name: 'the password of a share is not guessed from many addresses',
    run: () =>
      withApplication({ settings }, async ({ url, password }) => {
        const sharer = await openApi(url, 'admin', password)
        const {
          response: { data },
        } = await sharer.call<{ response: { data: { id: number } } }>('POST', '/rest/dam/data/asset', {
          json: { name: 'Guessed' },
        })
        const [cart] = await sharer.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
          name: 'Guessed',
          items: { asset: [data.id] },
        })
        const { id } = await sharer.call<{ id: string }>('POST', `/wedia/cart/shareCart/${cart?.id}`, {
          password: 'the right one',
        })
        const open = async (index: number, guess: string): Promise<string> => {
          const authorization = `Basic ${Buffer.from(`:${guess}`).toString('base64')}`
          const response = await fetch(`${url}/api/wedia/cart/withShare/${id}/view`, {
            method: 'POST',
            headers: { ...from(index), authorization },
          })
          // The status is 401 for a wrong password and for too many guesses alike.
          return response.ok ? 'opened' : ((await response.json()) as { code: string }).code
        }
        requireHeld((await open(0, 'the right one')) === 'opened', 'the share did not open to begin with')
        for (let index = 1; index <= 100; index++) await open(index, `guess ${index}`)
        const last = await open(101, 'the right one')
        requireHeld(last === 'too_many_guesses', `the 101st guess, the right one, was answered ${last}`)
      }),
  },
  {
    name: 'forged addresses and page tokens are refused, not answered by an error of the server',
    run: async ({ url, password }) => {
      const viewer = await openApi(url, 'viewer', password)
      const forged = [
        '/rest/dam/data/asset?after=forged',
        `/rest/dam/data/asset?after=${Buffer.from('{"q":"x","after":[1]}').toString('base64url')}`,
        '/%2e%2e/%2e%2e/etc/passwd',
        '/wedia/dam/variation/asset/%00/original',
        '/rest/dam/data/asset/99999999999999999999',
      ]
      for (const path of forged) {
        const { status } = await viewer.fetch(path)
        requireHeld(status >= 400 && status < 500, `${path} was answered ${status}`)
      }
    },
  },
]
