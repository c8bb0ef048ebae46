import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobPath } from '../ground/blobs/blob-path.ts'
import { createTestBucket, skipReason, testStoreUrl } from '../ground/s3/test-bucket.ts'
import { createTestLibrary, type TestLibrary } from '../testing/test-library.ts'
import { runTestCommand } from './test-command.ts'

let library: TestLibrary

beforeAll(async () => {
  library = await createTestLibrary()
})

afterAll(() => library.close())

test('the command reads a library, names what is damaged, and ends with 3', async () => {
  const { services, url } = library
  const variables = { CARTOUCHE_DATA: services.settings.dataFolder, DATABASE_URL: url }
  const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from('the sea'))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  expect(await runTestCommand('verify.ts', variables)).toEqual({
    code: 0,
    output: '1 files read (0.0 MB); 0 missing or damaged.\n',
    errors: '',
  })
  await writeFile(join(services.settings.dataFolder, 'blobs', blobPath(sha256)), 'the SEA')
  expect(await runTestCommand('verify.ts', variables)).toEqual({
    code: 3,
    output: '1 files read (0.0 MB); 1 missing or damaged.\n',
    errors: `${sha256} holds other bytes than its name says.\n`,
  })
})

test('options must be known, and places and libraries must be there', async () => {
  const nowhere = { CARTOUCHE_DATA: join(library.services.settings.dataFolder, 'nowhere') }
  expect(await runTestCommand('verify.ts', {}, '--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('--repair-from'),
  })
  expect(await runTestCommand('verify.ts', {}, '--fix')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--fix'),
  })
  expect(await runTestCommand('verify.ts', nowhere, '--repair-from', 'not-here')).toMatchObject({
    code: 2,
    errors: 'There is no folder not-here.\n',
  })
  expect(await runTestCommand('verify.ts', nowhere)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no library'),
  })
})

test.skipIf(testStoreUrl === '')(`a bucket is read and repaired as well (${skipReason})`, async () => {
  const { services, url } = library
  const bucket = await createTestBucket()
  try {
    const { place } = bucket
    const variables = {
      CARTOUCHE_DATA: services.settings.dataFolder,
      CARTOUCHE_BLOBS: `s3://${place.bucket}/${place.prefix}`,
      DATABASE_URL: url,
      AWS_ENDPOINT_URL_S3: place.endpoint ?? '',
      AWS_ACCESS_KEY_ID: place.accessKeyId,
      AWS_SECRET_ACCESS_KEY: place.secretAccessKey,
    }
    const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from('the hill'))
    await services.database.deleteFrom('blob').execute()
    await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
    await (await bucket.open()).write(Buffer.from('of another library'))
    const missing = `${sha256} is missing`
    expect(await runTestCommand('verify.ts', variables, '--delete-unknown')).toEqual({
      code: 3,
      output: '1 files read (0.0 MB); 1 missing or damaged; 1 not known to the database (0.0 MB).\n',
      errors: `${missing}.\nNothing was deleted: this may not be the place of this library’s files.\n`,
    })
    const copy = join(services.settings.dataFolder, 'blobs')
    expect(await runTestCommand('verify.ts', variables, '--repair-from', copy)).toMatchObject({
      code: 0,
      errors: `${missing}, and was repaired.\n`,
    })
    expect(await (await bucket.open()).sizeOf(sha256)).toBe(sizeBytes)
  } finally {
    await bucket.close()
  }
})
