import { expect, test } from 'vitest'
import { runMove } from './test-move.ts'

test('the old place must be said, and options must be known', async () => {
  expect(await runMove({})).toMatchObject({
    code: 2,
    errors: expect.stringContaining('CARTOUCHE_BLOBS_BEFORE must say where the files are.'),
  })
  expect(await runMove({ CARTOUCHE_BLOBS_BEFORE: 'folder' }, '--delete')).toMatchObject({
    code: 1,
    errors: 'CARTOUCHE_BLOBS_BEFORE must name another place than CARTOUCHE_BLOBS\n',
  })
  expect(await runMove({}, '--all')).toMatchObject({ code: 2, errors: expect.stringContaining('--delete') })
  expect(await runMove({}, '--help')).toMatchObject({ code: 0 })
})
