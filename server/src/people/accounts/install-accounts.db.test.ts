import { join } from 'node:path'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Services } from '../../ground/services.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { openTestBrowser } from '../session/test-browser.ts'
import { setPassword } from '../session/set-password.ts'
import { whoami } from '../session/whoami.ts'
import { readSettings } from '../../ground/settings/settings.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { createAccount } from './create-account.ts'
import { installAccounts } from './install-accounts.ts'

let library: TestLibrary
let folder: string
let warnings: object[]

beforeEach(async () => {
  library = await createTestLibrary()
  folder = await mkdtemp(join(tmpdir(), 'cartouche-accounts-'))
  warnings = []
})
afterEach(async () => {
  await library.close()
  await rm(folder, { recursive: true, force: true })
})

const servicesWith = (variables: Record<string, string> = {}): Services => ({
  ...library.services,
  settings: readSettings({ CARTOUCHE_DATA: folder, ...variables }),
  log: { ...library.services.log, warn: (data) => warnings.push(data) },
})
const start = (variables?: Record<string, string>) => installAccounts(servicesWith(variables))
const secrets = async (): Promise<Record<string, string>> =>
  JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>
const enter = async (login: string, password = '', application?: string) => {
  const browser = openTestBrowser(library.services)
  const { accessToken: bearer } = await signIn(await browser.ask(), { login, password, application })
  return (await whoami(await browser.ask({ bearer }))).response.data
}
const refused = { code: 'sign_in_failed' }

test('the demonstration has its accounts with their roles, and the generated passwords are shown once', async () => {
  expect(await start()).toHaveLength(4)
  expect(await start()).toEqual([])
  const { adminPassword, demoPassword, applicationKey = '', applicationSecret } = await secrets()
  expect(await enter('admin', adminPassword)).toMatchObject({
    role: { id: 1, name: 'administrator', watermark: false },
    grants: ['*/*'],
  })
  expect(await enter('editor', demoPassword)).toMatchObject({
    role: { id: 2, name: 'editor', watermark: false },
  })
  expect(await enter('contributor', demoPassword)).toMatchObject({
    role: { id: 3, name: 'contributor', watermark: false },
  })
  expect(await enter('viewer', demoPassword)).toMatchObject({
    role: { id: 4, name: 'viewer', watermark: true },
  })
  expect(await enter(applicationKey, applicationSecret, 'portal')).toMatchObject({
    role: { id: 5, name: 'portal', watermark: false },
    application: { name: 'portal' },
  })
})

test('roles and accounts are found by a search, once, however often and by how many servers they are installed', async () => {
  const given = { CARTOUCHE_ADMIN_PASSWORD: 'chosen password', CARTOUCHE_DEMO: '0' }
  await Promise.all(
    ['one', 'two', 'three'].map((server) => start({ ...given, CARTOUCHE_DATA: join(folder, server) })),
  )
  const rows = await library.services.database
    .selectFrom('search')
    .select(['resource', 'id'])
    .where('resource', 'in', ['role', 'user', 'application'])
    .orderBy('resource')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    ...[1, 2, 3, 4, 5].map((id) => ({ resource: 'role', id })),
    { resource: 'user', id: 11 },
  ])
})

test('a password that the settings give later changes the stored one and ends its sessions', async () => {
  await start()
  const { adminPassword = '' } = await secrets()
  const browser = openTestBrowser(library.services)
  const { accessToken: bearer } = await signIn(await browser.ask(), {
    login: 'admin',
    password: adminPassword,
  })
  await start({ CARTOUCHE_ADMIN_PASSWORD: 'chosen password' })
  expect((await browser.ask({ bearer })).identity).toEqual({ kind: 'anonymous', sessionGone: true })
  expect(await enter('admin', 'chosen password')).toMatchObject({ login: 'admin' })
  await expect(enter('admin', adminPassword)).rejects.toMatchObject(refused)
})

test('a password that a person chose stays at the next start', async () => {
  await start({ CARTOUCHE_ADMIN_PASSWORD: 'chosen password' })
  await setPassword(library.services.database, { kind: 'user', id: 11 }, 'a better password')
  await start({ CARTOUCHE_ADMIN_PASSWORD: 'chosen password' })
  expect(await enter('admin', 'a better password')).toMatchObject({ login: 'admin' })
  await start({ CARTOUCHE_ADMIN_PASSWORD: 'yet another password' })
  expect(await enter('admin', 'yet another password')).toMatchObject({ login: 'admin' })
})

test('turning the demonstration off keeps its accounts from signing in, and turning it on lets them in again', async () => {
  const password = { CARTOUCHE_DEMO_PASSWORD: 'demonstration password' }
  await start(password)
  await start({ ...password, CARTOUCHE_DEMO: '0' })
  await expect(enter('editor', 'demonstration password')).rejects.toMatchObject(refused)
  const { applicationKey = '', applicationSecret } = await secrets()
  await expect(enter(applicationKey, applicationSecret, 'portal')).rejects.toMatchObject(refused)
  await start(password)
  expect(await enter('editor', 'demonstration password')).toMatchObject({ id: 12 })
})

test('without a demonstration an application is there when both its key and its secret are given', async () => {
  const given = {
    CARTOUCHE_DEMO: '0',
    CARTOUCHE_APPLICATION_KEY: 'website',
    CARTOUCHE_APPLICATION_SECRET: '0123456789abcdef',
  }
  await start(given)
  expect(await enter('website', '0123456789abcdef', 'portal')).toMatchObject({ isApp: true })
  await start({ ...given, CARTOUCHE_APPLICATION_KEY: 'renamed' })
  expect(await enter('renamed', '0123456789abcdef', 'portal')).toMatchObject({ isApp: true })
  await start({ CARTOUCHE_DEMO: '0' })
  await expect(enter('renamed', '0123456789abcdef', 'portal')).rejects.toMatchObject(refused)
})

test('somebody who has the login of a demonstration account keeps it', async () => {
  await start({ CARTOUCHE_DEMO: '0' })
  const id = await createAccount(library.services, {
    kind: 'user',
    login: 'Editor',
    password: 'of my own choice',
    name: 'E. Ditor',
    roleId: 4,
  })
  await start()
  expect(warnings).toEqual([{ kind: 'user', login: 'editor' }])
  expect(await enter('editor', 'of my own choice')).toMatchObject({ id, name: 'E. Ditor' })
})

test('an account is made whole or not at all', async () => {
  await start({ CARTOUCHE_DEMO: '0' })
  const draft = {
    kind: 'user' as const,
    login: 'double',
    password: 'of my own choice',
    name: 'Double',
    roleId: 2,
  }
  const id = await createAccount(library.services, draft)
  expect(id).toBeGreaterThanOrEqual(1000)
  await expect(createAccount(library.services, { ...draft, login: ' DOUBLE' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    data: { parameter: 'login' },
  })
  await expect(
    createAccount(library.services, { ...draft, login: 'other', roleId: 77 }),
  ).rejects.toMatchObject({ code: 'invalid_parameter', data: { parameter: 'role' } })
  const { users } = await library.services.database
    .selectFrom('entity')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where('resource', '=', 'user')
    .executeTakeFirstOrThrow()
  expect(users).toBe(2)
})
