import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import type { Services } from '../../ground/services.ts'
import { scopeOf } from '../../access/decide.ts'
import { anonymous, isWatermarked } from '../../access/identity.ts'
import { updateEntity } from '../../model/entities/entities.sql.ts'
import { findAccount } from './account.ts'
import { setDisabled, setPassword } from './set-password.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from './test-accounts.ts'
import { openTestBrowser } from './test-browser.ts'
import { whoami } from './whoami.ts'

let library: AccountLibrary
let services: Services
const password = testPassword
const gone = { kind: 'anonymous', sessionGone: true }

beforeAll(async () => {
  library = await createAccountLibrary()
  services = library.services
})
afterAll(() => library.close())

const openSession = async (login: string, roleId: number, cookieauth = false) => {
  const id = await createAccount(services, { kind: 'user', login, password, name: login, roleId })
  const browser = openTestBrowser(services)
  const { accessToken: bearer } = await signIn(await browser.ask(), { login, password, cookieauth })
  return { key: { kind: 'user' as const, id }, browser, bearer }
}

test("who carries no session is anonymous, and a share's password is no session", async () => {
  const browser = openTestBrowser(services)
  for (const authorization of [undefined, '', 'Bearer', 'Bearer  ', 'Basic OnNlY3JldA=='])
    expect((await browser.ask({ authorization: authorization ?? '' })).identity).toEqual(anonymous)
})

test('a signed-in user who opens a share with a password stays who they are', async () => {
  const { browser } = await openSession('opener', 4, true)
  expect((await browser.ask({ authorization: 'Basic OnNlY3JldA==' })).identity).toMatchObject({
    login: 'opener',
  })
})

test('P8.08 a session that is unknown, ended or revoked, or whose account is disabled or has another password, is gone: 419', async () => {
  const { key, browser, bearer } = await openSession('leaver', 4)
  expect((await browser.ask({ bearer: 'made-up' })).identity).toEqual(gone)
  expect((await browser.ask({ authorization: 'bearer x\u0000y' })).identity).toEqual(gone)
  expect((await browser.ask({ bearer })).identity).toMatchObject({ login: 'leaver' })
  await sql`update credential set disabled = true where login = 'leaver'`.execute(services.database)
  expect((await browser.ask({ bearer })).identity).toEqual(gone)
  await sql`update credential set disabled = false where login = 'leaver'`.execute(services.database)
  expect((await browser.ask({ bearer })).identity).toMatchObject({ login: 'leaver' })
  await setPassword(services.database, key, 'another password')
  expect((await browser.ask({ bearer })).identity).toEqual(gone)
  await expect(whoami(await browser.ask({ bearer }))).rejects.toMatchObject({
    code: 'session_gone',
    status: 419,
  })
})

test('disabling an account ends its sessions for good', async () => {
  const { key, browser, bearer } = await openSession('paused', 4)
  await setDisabled(services.database, key, true)
  await setDisabled(services.database, key, false)
  expect((await browser.ask({ bearer })).identity).toEqual(gone)
})

test("P6.02 the role's flag says whether pixels are watermarked; without a role they are, and nothing is granted", async () => {
  const viewer = await openSession('watcher', 4)
  const editor = await openSession('writer', 2)
  expect(isWatermarked((await viewer.browser.ask({ bearer: viewer.bearer })).identity)).toBe(true)
  const ask = async () => (await editor.browser.ask({ bearer: editor.bearer })).identity
  expect(isWatermarked(await ask())).toBe(false)
  await updateEntity(services.database, 'role', 2, { props: { watermark: true }, modifiedBy: null })
  expect(isWatermarked(await ask())).toBe(true)
  await services.database
    .deleteFrom('link')
    .where('resource', '=', 'user')
    .where('id', '=', editor.key.id)
    .execute()
  expect(isWatermarked(await ask())).toBe(true)
  expect(scopeOf(await ask(), 'asset', 'view').rows).toEqual({ kind: 'none' })
})

test('a role that is renamed keeps its grants, and one that takes the name of another gets none', async () => {
  const { browser, bearer } = await openSession('boss', 1)
  await updateEntity(services.database, 'role', 1, { props: { name: 'Everything' }, modifiedBy: null })
  expect((await browser.ask({ bearer })).identity).toMatchObject({
    role: { name: 'Everything', grants: [{ resource: '*', action: '*' }] },
  })
  await sql`insert into entity (resource, id, props) values ('role', 900, '{"name": "administrator"}')`.execute(
    services.database,
  )
  const impostor = await openSession('impostor', 900)
  expect((await impostor.browser.ask({ bearer: impostor.bearer })).identity).toMatchObject({
    role: { id: 900, watermark: true, grants: [] },
  })
})

test('an account is found for whoever acts in its name, as long as it may sign in', async () => {
  const { key } = await openSession('sharer', 2)
  expect(await findAccount(services.database, key)).toMatchObject({
    kind: 'user',
    id: key.id,
    login: 'sharer',
    role: { id: 2 },
  })
  await setDisabled(services.database, key, true)
  expect(await findAccount(services.database, key)).toBeUndefined()
})
