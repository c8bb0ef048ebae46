import { openApi, type Api } from '../open-api.ts'
import type { Application } from '../start-application.ts'
import { requireHeld, type Attack } from './attack.ts'

const room = '/rest/administration'
const administratorId = 11
const contributorRoleId = 3
const managerPassword = 'a manager of nine harbours'

/** Somebody to whom an administrator gave the care of people and roles, and of nothing else. */
async function openManager(application: Application): Promise<{ api: Api; id: number; administrator: Api }> {
  const administrator = await openApi(application.url, 'admin', application.password)
  const login = `manager-${Date.now()}`
  const grants = [{ resource: 'user', action: '*', rows: null }]
  const roles = ['view', 'create', 'update'].map((action) => ({ resource: 'role', action, rows: null }))
  const role = await administrator.call<{ id: number }>('POST', `${room}/roles`, {
    name: login,
    watermark: true,
    grants: [...grants, ...roles],
  })
  const { id, password } = await administrator.call<{ id: number; password: string }>(
    'POST',
    `${room}/users`,
    { login, name: login, role: role.id },
  )
  await fetch(`${application.url}/api/rest/profil/me/patch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password, newPassword: managerPassword }),
  })
  return { api: await openApi(application.url, login, managerPassword), id, administrator }
}

const isAccepted = async (api: Api, method: string, path: string, body: object = {}): Promise<boolean> =>
  api.call(method, path, body).then(
    () => true,
    () => false,
  )

export const attacks: readonly Attack[] = [
  {
    name: 'who may change users and roles does not become an administrator',
    run: async (application) => {
      const { api, id, administrator } = await openManager(application)
      const everything = await administrator.call<{ id: number }>('POST', `${room}/roles`, {
        name: `everything-${id}`,
        watermark: false,
        grants: [{ resource: '*', action: '*', rows: null }],
      })
      for (const role of [1, everything.id]) {
        requireHeld(
          !(await isAccepted(api, 'PATCH', `${room}/accounts/${id}`, { role })),
          `role ${role} was taken`,
        )
        requireHeld(
          !(await isAccepted(api, 'POST', `${room}/users`, {
            login: `made-${role}-${id}`,
            name: 'Made',
            role,
          })),
          `an account of role ${role} was made`,
        )
      }
      for (const grant of [
        { resource: '*', action: '*', rows: null },
        { resource: 'asset', action: 'view', rows: null },
      ]) {
        const written = await isAccepted(api, 'POST', `${room}/roles`, {
          name: `own-${grant.resource}-${id}`,
          watermark: true,
          grants: [grant],
        })
        requireHeld(!written, `a role with ${grant.resource}/${grant.action} was written`)
      }
      requireHeld(
        !(await isAccepted(api, 'PUT', `${room}/roles/${contributorRoleId}`, { watermark: false })),
        'a role that may do more was changed',
      )
    },
  },
  {
    name: 'who may change users neither resets, renames nor signs out an administrator',
    run: async (application) => {
      const { api, administrator } = await openManager(application)
      requireHeld(
        !(await isAccepted(api, 'POST', `${room}/accounts/${administratorId}/password`)),
        'the password of the administrator was reset',
      )
      requireHeld(
        !(await isAccepted(api, 'DELETE', `${room}/accounts/${administratorId}/factors`)),
        'the second factors of the administrator were removed',
      )
      requireHeld(
        !(await isAccepted(api, 'PATCH', `${room}/accounts/${administratorId}`, { login: 'ghost' })),
        'the administrator was renamed',
      )
      requireHeld(
        !(await isAccepted(api, 'DELETE', `/rest/session?user=${administratorId}&all=true`)),
        'the administrator was signed out',
      )
      await administrator.call('GET', '/json/whoami')
    },
  },
]
