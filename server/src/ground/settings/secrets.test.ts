import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getSecrets } from './secrets.ts'
import { readSettings, type Settings } from './settings.ts'

let folder: string
const settings = (variables: Record<string, string> = {}): Settings =>
  readSettings({ CARTOUCHE_DATA: join(folder, 'data'), ...variables })
const file = (): string => join(folder, 'data', 'secrets.json')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-secrets-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('what is not set is generated, announced once and kept', async () => {
  const first = await getSecrets(settings())
  expect(first.secrets.adminPassword).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(Buffer.from(first.secrets.signingKey, 'base64url')).toHaveLength(32)
  expect(first.announcements).toEqual([
    `Password of admin: ${first.secrets.adminPassword}`,
    `Password of editor, contributor and viewer: ${first.secrets.demoPassword}`,
    'Key of the application: portal',
    `Secret of the application: ${first.secrets.applicationSecret}`,
  ])
  expect(await getSecrets(settings())).toEqual({ secrets: first.secrets, announcements: [] })
})

test('the file can be read by its owner alone, also after it was copied under another mode', async () => {
  await getSecrets(settings())
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  await chmod(file(), 0o644)
  await getSecrets(settings())
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'data'))).toEqual(['secrets.json'])
})

test('what is set wins, is not announced and is not written', async () => {
  const before = await getSecrets(settings())
  const { secrets, announcements } = await getSecrets(
    settings({ CARTOUCHE_ADMIN_PASSWORD: 'of my own choice' }),
  )
  expect(secrets).toEqual({ ...before.secrets, adminPassword: 'of my own choice' })
  expect(announcements).toEqual([])
  expect(await readFile(file(), 'utf8')).not.toContain('of my own choice')
})

test('without a demonstration its secrets are not made, and are made when it is turned on', async () => {
  const without = await getSecrets(settings({ CARTOUCHE_DEMO: '0' }))
  expect(Object.keys(without.secrets).toSorted()).toEqual(['adminPassword', 'signingKey'])
  const { secrets, announcements } = await getSecrets(settings())
  expect(secrets).toMatchObject(without.secrets)
  expect(announcements).toContain(`Password of editor, contributor and viewer: ${secrets.demoPassword}`)
})

test('a file that holds something else is refused and kept', async () => {
  await getSecrets(settings())
  await writeFile(file(), '{"adminPassword":')
  await expect(getSecrets(settings())).rejects.toThrow('is not a file of secrets')
  expect(await readFile(file(), 'utf8')).toBe('{"adminPassword":')
})
