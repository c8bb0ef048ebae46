import { askDatabase } from '../ask-database.ts'
import { openApi, RefusedCall, type Api } from '../open-api.ts'
import type { Application } from '../start-application.ts'
import { requireHeld, type Attack } from './attack.ts'

const me = '/rest/profil/me'
const viewerId = 14

/** A session as a thief has it: whole, of a sign-in that is an hour ago. */
async function stealSession(application: Application, login: string): Promise<Api> {
  const api = await openApi(application.url, login, application.password)
  await askDatabase(application.dataFolder, `update session_use set proven_at = now() - interval '1 hour'`)
  return api
}

const refusal = async (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof RefusedCall ? error.status : Promise.reject(error as Error)),
  )

async function requireRefused(
  api: Api,
  calls: readonly (readonly [string, string, object])[],
): Promise<void> {
  for (const [method, path, body] of calls) {
    const status = await refusal(api.call(method, path, body))
    requireHeld(status === 403, `${method} ${path} answered ${status}`)
  }
}

export const attacks: readonly Attack[] = [
  {
    name: 'a stolen session sets up no factor and changes neither e-mail address nor password',
    run: async (application) =>
      requireRefused(await stealSession(application, 'contributor'), [
        ['POST', `${me}/totp`, {}],
        ['POST', `${me}/passkeys/options`, {}],
        ['POST', `${me}/patch`, { json: { email: 'thief@example.org' } }],
        ['POST', `${me}/patch`, { login: 'contributor', password: 'a password of the thief' }],
      ]),
  },
  {
    name: 'a stolen session of an administrator resets nobody',
    run: async (application) =>
      requireRefused(await stealSession(application, 'admin'), [
        ['POST', `/rest/administration/accounts/${viewerId}/password`, {}],
        ['DELETE', `/rest/administration/accounts/${viewerId}/factors`, {}],
        ['PATCH', `/rest/administration/accounts/${viewerId}`, { email: 'thief@example.org' }],
        ['POST', '/rest/administration/users', { name: 'Thief', login: 'thief', role: 1 }],
        ['POST', '/rest/administration/applications', { name: 'Thief', role: 1 }],
        [
          'POST',
          '/rest/profil',
          { json: { login: 'thief', name: 'Thief', password: 'a password of the thief', role: 1 } },
        ],
      ]),
  },
  {
    name: 'from inside a session nobody changes the password of another account',
    run: async (application) => {
      const api = await openApi(application.url, 'contributor', application.password)
      const change = {
        login: 'editor',
        password: application.password,
        newPassword: 'a password of the thief',
      }
      const status = await refusal(api.call('POST', `${me}/patch`, change))
      requireHeld(status === 400, `it answered ${status}`)
      await openApi(application.url, 'editor', application.password)
    },
  },
]
