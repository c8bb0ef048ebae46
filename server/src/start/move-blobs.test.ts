import { expect, test } from 'vitest'
import { runTestCommand } from './test-command.ts'

test('the old place must be said, and options must be known', async () => {
  expect(await runTestCommand('move-blobs.ts', {})).toMatchObject({
    code: 2,
    errors: expect.stringContaining('CARTOUCHE_BLOBS_BEFORE must say where the files are.'),
  })
  expect(
    await runTestCommand('move-blobs.ts', { CARTOUCHE_BLOBS_BEFORE: 'folder' }, '--delete'),
  ).toMatchObject({
    code: 2,
    errors: 'CARTOUCHE_BLOBS_BEFORE must name another place than CARTOUCHE_BLOBS\n',
  })
  expect(await runTestCommand('move-blobs.ts', {}, '--all')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--delete'),
  })
  expect(await runTestCommand('move-blobs.ts', {}, '--help')).toMatchObject({ code: 0 })
})
