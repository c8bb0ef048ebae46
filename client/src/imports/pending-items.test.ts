import { expect, test } from 'vitest'
import { openImport } from '../testing/import-world.ts'

test('D7.19 D7.26 D8.10 items that are being inspected are counted by status 2, over imports', async () => {
  const { imports, jobId, ids, asked, server, logged } = await openImport('a.jpg', 'b.jpg')
  await imports.takeItemAction(jobId, ids.slice(0, 1), 'analyze')
  await imports.fetchPending()
  await imports.fetchPending([jobId])
  await imports.fetchPending([jobId, 8])
  expect(imports.pending.get()).toEqual({ status: 'loaded', error: null, total: 1 })
  expect(
    asked('/data/item?').map((request) => new URLSearchParams(request.split('?')[1]).get('query')),
  ).toEqual([
    '{"status":{"eq":2}}',
    `{"job":{"eq":${jobId}},"status":{"eq":2}}`,
    `{"job":{"in":[${jobId},8]},"status":{"eq":2}}`,
  ])
  expect(asked('/data/item?')[0]).toContain('aggFields=job&withData=false')
  const before = server.requests.length
  await imports.fetchPending([])
  expect(server.requests).toHaveLength(before)
  server.fail('access_denied')
  await expect(imports.fetchPending()).rejects.toMatchObject({ code: 'access_denied' })
  expect([imports.pending.get().status, logged]).toEqual(['error', ['Could not retrieve jobPending']])
})
