import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { openImport } from '../testing/import-world.ts'
import { importsOf } from './imports.ts'

async function open(...names: readonly string[]) {
  const fake = await createFakeClient()
  const imports = importsOf(fake.client)
  for (const name of names) await imports.createJob({ name })
  const shown = (list = 'imports') => imports.lists.get(list)
  return { ...fake, imports, shown, named: (list?: string) => shown(list).jobs.map(({ name }) => name) }
}

test('D9.03 D7.02 imports come newest first, each with its first 10 items', async () => {
  const { imports, client, jobId } = await openImport(...Array.from({ length: 12 }, (_file, n) => `${n}.jpg`))
  const call = vi.spyOn(client, 'call')
  await imports.fetchJobs()
  expect(call.mock.calls[0]).toEqual([
    calls.findImportJobs,
    { orderby: 'created desc', withItems: true, maxItems: 10, withRights: true },
  ])
  expect(imports.list.get().jobs).toMatchObject([{ id: jobId, count: 12, $items: { length: 10 } }])
})

test('the list goes initial, loaded, next and fetching; it goes on page by page', async () => {
  const { imports, shown } = await open(...Array.from({ length: 26 }, (_job, n) => `Job ${n}`))
  const first = imports.fetchJobs()
  expect(shown().status).toBe('initial')
  await first
  expect(shown()).toMatchObject({ status: 'loaded', total: 26, hasNext: true, jobs: { length: 24 } })
  const next = imports.fetchNextJobs()
  expect(shown().status).toBe('next')
  await next
  await imports.fetchNextJobs()
  expect(shown()).toMatchObject({ hasNext: false, jobs: { length: 26 } })
  const again = imports.fetchJobs()
  expect(shown().status).toBe('fetching')
  await again
})

test('D5.03 D8.07 D8.10 a list of imports needs a name, and has to be registered', async () => {
  const { imports } = await open()
  expect(() => imports.registerList({ name: ' ' })).toThrow(
    'Cannot register a massimport cursor without a name',
  )
  await expect(imports.fetchJobs('mine')).rejects.toThrow('Cannot find massimport cursor')
  await expect(imports.fetchNextJobs('mine')).rejects.toThrow('Cannot find massimport cursor')
})

test('a list is narrowed by a query and by words, and put in another order', async () => {
  const { imports, shown, named } = await open('Harbour', 'Hills', 'Town')
  imports.registerList({ name: 'mine', fulltext: 'h', orderby: 'name asc' })
  expect(shown('mine').status).toBe('registered')
  await imports.fetchJobs('mine')
  expect(named('mine')).toEqual(['Harbour', 'Hills'])
  imports.registerList({ name: 'mine', query: { name: { sw: 'T' } } })
  expect(shown('mine')).toMatchObject({ status: 'invalid', jobs: { length: 2 } })
  await imports.fetchJobs('mine')
  expect([named('mine'), shown('mine').status]).toEqual([['Town'], 'loaded'])
  imports.registerList({ name: 'mine', query: shown('mine').query })
  expect(shown('mine').status).toBe('loaded')
  await imports.createJob({ name: 'Terrace' })
  expect([named('mine'), shown().jobs[0]?.name]).toEqual([['Town'], 'Terrace'])
})

test('an answer to what a list asked before is superseded', async () => {
  const { imports, named, server } = await open('Harbour', 'Town')
  const { release } = server.hold('massimport/job')
  const first = imports.fetchJobs()
  imports.registerList({ name: 'imports', fulltext: 'town' })
  const second = imports.fetchJobs()
  release()
  await Promise.all([first, second])
  expect(named()).toEqual(['Town'])
})

test('a list that cannot be read is logged, is an error and recovers', async () => {
  const { imports, shown, server, logged } = await open('Harbour')
  server.fail('access_denied')
  await expect(imports.fetchJobs()).rejects.toMatchObject({ code: 'access_denied' })
  expect([shown().status, logged]).toEqual(['error', ['Failed to retrieve imports']])
  await imports.fetchJobs()
  expect(shown()).toMatchObject({ status: 'loaded', error: null })
})
