import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@cartouche/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSettings } from '../../ground/settings/settings.ts'
import { getConfig } from './get-config.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-path-'))
  vi.stubEnv('PATH', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const install = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    await writeFile(join(folder, name), '')
    await chmod(join(folder, name), 0o755)
  }
}
const missing = async () =>
  (await getConfig({ settings: readSettings({}) })).missing.map(({ feature }) => feature)

test('P7.13 P3.28 P6.08 the config has version, setup, environment and language, as the contract says', async () => {
  const config = await getConfig({
    settings: readSettings({ CARTOUCHE_ORGANISATION: 'Musée', CARTOUCHE_DEMO: '0' }),
  })
  expect(calls.getConfig.answers.parse(config)).toEqual(config)
  expect(config).toMatchObject({
    versions: { engine: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    setup: { dxm: false, connection: { mfaonly: false } },
    typeEnv: 'production',
    locale: 'en',
    organisation: 'Musée',
  })
  expect(config.limits.archiveMaxBytes).toBe(4096 * 1024 ** 2)
})

test('P6.08 P3.28 whether nobody gets in without a second factor comes from the settings', async () => {
  expect(
    (await getConfig({ settings: readSettings({ CARTOUCHE_MFA_ONLY: '1' }) })).setup.connection.mfaonly,
  ).toBe(true)
})

test('D4.35 whether there is reverse search comes from the settings', async () => {
  const features = async (variables: Record<string, string>) =>
    (await getConfig({ settings: readSettings(variables) })).features
  expect(await features({})).toEqual({ reverseSearch: true })
  expect(await features({ CARTOUCHE_REVERSE_SEARCH: 'off' })).toEqual({ reverseSearch: false })
})

test('what the machine cannot do is reported with the reason, and is there as soon as it is installed', async () => {
  expect(await missing()).toEqual(['film', 'office'])
  await install('ffmpeg')
  expect(await missing()).toEqual(['film', 'office'])
  await install('ffprobe', 'libreoffice')
  expect(await missing()).toEqual([])
})
