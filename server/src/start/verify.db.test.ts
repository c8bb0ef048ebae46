import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blobPath } from '../ground/blobs/blob-path.ts'
import { createTestLibrary, type TestLibrary } from '../testing/test-library.ts'

let library: TestLibrary

beforeAll(async () => {
  library = await createTestLibrary()
})

afterAll(() => library.close())

async function run(variables: Record<string, string>, ...parameters: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify.ts'), ...parameters], {
    env: { PATH: process.env['PATH'], ...variables },
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}

test('the command reads a library, names what is damaged, and ends with 3', async () => {
  const { services, url } = library
  const variables = { CARTOUCHE_DATA: services.settings.dataFolder, DATABASE_URL: url }
  const { sha256, sizeBytes, crc32 } = await services.blobs.write(Buffer.from('the sea'))
  await services.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  expect(await run(variables)).toEqual({
    code: 0,
    output: '1 files read (0.0 MB); 0 missing or damaged.\n',
    errors: '',
  })
  await writeFile(join(services.settings.dataFolder, 'blobs', blobPath(sha256)), 'the SEA')
  expect(await run(variables)).toEqual({
    code: 3,
    output: '1 files read (0.0 MB); 1 missing or damaged.\n',
    errors: `${sha256} holds other bytes than its name says.\n`,
  })
})

test('options must be known, and places and libraries must be there', async () => {
  const nowhere = { CARTOUCHE_DATA: join(library.services.settings.dataFolder, 'nowhere') }
  expect(await run({}, '--help')).toMatchObject({ code: 0, output: expect.stringContaining('--repair-from') })
  expect(await run({}, '--fix')).toMatchObject({ code: 2, errors: expect.stringContaining('--fix') })
  expect(await run(nowhere, '--repair-from', 'not-here')).toMatchObject({
    code: 2,
    errors: 'There is no folder not-here.\n',
  })
  expect(await run(nowhere)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no library'),
  })
})
