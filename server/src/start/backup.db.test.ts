import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../ground/backup/back-up.ts'
import { openS3Place } from '../ground/backup/backup-place.ts'
import { migrateJobs } from '../ground/jobs/start-jobs.ts'
import { createTestBucket, skipReason, testStoreUrl } from '../ground/s3/test-bucket.ts'
import { createEmptyDatabase } from '../ground/database/test-database.ts'
import { createTestLibrary, type TestLibrary } from '../testing/test-library.ts'
import { runTestCommand } from './test-command.ts'

let library: TestLibrary
let variables: Record<string, string>

beforeAll(async () => {
  library = await createTestLibrary()
  await migrateJobs(library.url)
  const { services, url } = library
  const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from('the sea'))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  await library.createAsset({ name: 'sea.jpg' })
  variables = { CARTOUCHE_DATA: services.settings.dataFolder, DATABASE_URL: url }
})

afterAll(() => library.close())

async function namesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select props ->> 'name' name from entity where resource = 'asset'",
  )
  await client.end()
  return rows.map(({ name }) => name)
}

test('a library goes into a folder and comes back elsewhere, with the indexes of its fields', async () => {
  const folder = library.services.settings.dataFolder
  const place = join(folder, 'place')
  const made = await runTestCommand('backup.ts', variables, place, '--check', '--keep', '1')
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(made.output).toMatch(
    /^(?:\d+ tables .*\n)*(\S+Z): \d+ tables \(\d+ rows\), 1 files \(0\.0 MB\), of them 1 new \(0\.0 MB\)\.\n(?:restored .*\n)*\1: restored \d+ tables \(\d+ rows\), read 1 files \(0\.0 MB\)\.\n$/,
  )
  const listed = await runTestCommand('backup.ts', variables, place, '--list')
  expect(made.output).toContain(`${listed.output.trim()}: restored`)
  const empty = await createEmptyDatabase()
  const target = { CARTOUCHE_DATA: join(folder, 'restored'), DATABASE_URL: empty.url }
  try {
    const restored = await runTestCommand('restore.ts', target, place)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(await namesOf(empty.url)).toEqual(['sea.jpg'])
    expect(await runTestCommand('verify.ts', target)).toMatchObject({ code: 0 })
    const again = await runTestCommand('restore.ts', target, place)
    expect(again).toMatchObject({ code: 2, errors: expect.stringContaining('There is a library') })
    expect(await indexesOf(empty.url)).toEqual(await indexesOf(library.url))
  } finally {
    await empty.drop()
  }
})

async function indexesOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select indexname from pg_indexes where schemaname = 'public' order by 1",
  )
  await client.end()
  return rows
}

test('a data folder comes back with a database of its own and its secrets', async () => {
  const folder = library.services.settings.dataFolder
  const place = join(folder, 'place-of-folder')
  await writeFile(join(folder, 'secrets.json'), '{"signingKey":"of-the-library"}')
  expect(await runTestCommand('backup.ts', variables, place)).toMatchObject({ code: 0 })
  const target = join(folder, 'new-folder')
  const restored = await runTestCommand('restore.ts', { CARTOUCHE_DATA: target }, place)
  expect(restored).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(await readFile(join(target, 'secrets.json'), 'utf8'))).toEqual({
    signingKey: 'of-the-library',
  })
  expect(existsSync(join(target, 'blobs'))).toBe(true)
  await rm(join(folder, 'secrets.json'))
})

test('commands use the place and the passphrase of the settings', async () => {
  const folder = library.services.settings.dataFolder
  const sealed = {
    ...variables,
    CARTOUCHE_BACKUP_TO: join(folder, 'sealed'),
    CARTOUCHE_BACKUP_KEY: 'correct horse battery',
  }
  expect(await runTestCommand('backup.ts', sealed)).toMatchObject({ code: 0, errors: '' })
  const { CARTOUCHE_BACKUP_KEY: _key, ...without } = sealed
  const empty = await createEmptyDatabase()
  try {
    const target = { CARTOUCHE_DATA: join(folder, 'opened'), DATABASE_URL: empty.url }
    expect(await runTestCommand('restore.ts', { ...without, ...target })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('are encrypted'),
    })
    expect(await runTestCommand('restore.ts', { ...sealed, ...target })).toMatchObject({
      code: 0,
      errors: '',
    })
    expect(await namesOf(empty.url)).toEqual(['sea.jpg'])
  } finally {
    await empty.drop()
  }
})

test('a backup that is not whole costs no older one', async () => {
  const { services } = library
  const place = join(services.settings.dataFolder, 'place-with-a-hole')
  expect(await runTestCommand('backup.ts', variables, place)).toMatchObject({ code: 0 })
  const { sha256, sizeBytes } = await services.blobs.write(Buffer.from('lost'))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32: 0 }).execute()
  await services.blobs.remove(sha256, 0)
  const made = await runTestCommand('backup.ts', variables, place, '--keep', '1')
  await services.database.deleteFrom('blob').where('sha256', '=', sha256).execute()
  expect(made).toMatchObject({ code: 3, errors: expect.stringContaining('No old backup was deleted.') })
  expect(await readdir(join(place, 'backups'))).toHaveLength(2)
})

test('what is wrong is said, with the code of its kind', async () => {
  const folder = library.services.settings.dataFolder
  const place = join(folder, 'empty-place')
  await mkdir(join(place, 'backups'), { recursive: true })
  const mistyped = join(folder, 'empty-plaec')
  for (const [file, parameters, errors] of [
    ['backup.ts', [place, '--fix'], '--fix'],
    ['backup.ts', [place, '--keep', '0'], '--keep must be'],
    ['backup.ts', [place, '--check', '--name', 'last'], 'There is no backup in this location'],
    ['backup.ts', [mistyped, '--list'], 'There is no backup in'],
    ['restore.ts', [], 'npm run restore'],
    ['restore.ts', [mistyped], 'There is no backup in'],
    ['restore.ts', [place, '--name', '../x'], 'There is no backup ../x'],
  ] as const)
    expect(await runTestCommand(file, variables, ...parameters)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(errors),
    })
  expect(await readdir(join(place, 'backups'))).toEqual([])
  expect(existsSync(mistyped)).toBe(false)
})

test.skipIf(testStoreUrl === '')(`a bucket keeps backups as well (${skipReason})`, async () => {
  const bucket = await createTestBucket()
  const empty = await createEmptyDatabase()
  try {
    const { place } = bucket
    const address = `s3://${place.bucket}/${place.prefix}`
    const keys = {
      AWS_ENDPOINT_URL_S3: place.endpoint ?? '',
      AWS_ACCESS_KEY_ID: place.accessKeyId,
      AWS_SECRET_ACCESS_KEY: place.secretAccessKey,
    }
    const made = await runTestCommand('backup.ts', { ...variables, ...keys }, address)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('of them 1 new') })
    const { url, services } = library
    const again = await backUp(
      { url, blobs: services.blobs, secrets: undefined },
      await openS3Place(place, join(services.settings.dataFolder, 'scratch')),
    )
    expect(again.progress).toMatchObject({ files: 1, newFiles: 0 })
    const target = join(library.services.settings.dataFolder, 'from-bucket')
    const restored = await runTestCommand(
      'restore.ts',
      { ...keys, CARTOUCHE_DATA: target, DATABASE_URL: empty.url },
      address,
    )
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(await namesOf(empty.url)).toEqual(['sea.jpg'])
  } finally {
    await empty.drop()
    await bucket.close()
  }
})
