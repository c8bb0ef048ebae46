import { expect, test, vi } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { openImport } from '../testing/import-world.ts'
import { importItemsOf } from './import-items.ts'
import { importWordsOf } from './import-words.ts'
import { importsOf } from './imports.ts'

const many = (count: number) => Array.from({ length: count }, (_file, n) => `${n}.jpg`)

test('D5.07 D8.10 D9.02 200 items at most are read at once, 50 are advised; of an empty list nothing is', async () => {
  const { client, jobId, server } = await openImport('a.jpg')
  const before = server.requests.length
  const tooMany = Array.from({ length: 201 }, (_item, n) => n)
  await expect(importItemsOf(client).fetch(jobId, tooMany)).rejects.toThrow(
    'Cannot retrieve so many items at once: at most 200, better 50',
  )
  await importItemsOf(client).fetch(jobId, [])
  expect(server.requests).toHaveLength(before)
})

test('D7.23 D8.10 simulated items are read by ids; a failure marks each of them', async () => {
  const { client, jobId, ids, server } = await openImport('a.jpg', 'b.jpg')
  const items = importItemsOf(client)
  const shown = () => [...ids, 999].map((id) => items.get(String(id)))
  const call = vi.spyOn(client, 'call')
  const done = items.fetch(jobId, [...ids, 999])
  expect(shown().map(({ status }) => status)).toEqual(['initial', 'initial', 'initial'])
  await done
  expect(call.mock.calls[0]).toMatchObject([
    calls.findImportItemsAsPost,
    { query: { id: { in: [...ids, 999] } }, withSimu: true, withRights: true, workflows: true, options: {} },
  ])
  expect(shown().map(({ status }) => status)).toEqual(['loaded', 'loaded', 'not_found'])
  server.fail('access_denied')
  await expect(items.fetch(jobId, ids)).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject([
    { status: 'error', error: { code: 'access_denied' }, item: { id: ids[0] } },
    { status: 'error', error: { code: 'access_denied' }, item: { id: ids[1] } },
    { status: 'not_found' },
  ])
})

test('D3.28 the lease of a simulated item goes when its time is over, unasked', async () => {
  const { client, imports, jobId, ids, clock } = await openImport('a.jpg', 'b.jpg')
  const items = importItemsOf(client)
  const locked = () => ids.map((id) => items.get(String(id)).item?.$lockedby?.name)
  await imports.lockItems(jobId, ids)
  await clock.advance(40_000)
  await imports.lockItems(jobId, ids.slice(0, 1))
  await items.fetch(jobId, ids)
  await clock.advance(19_999)
  expect(locked()).toEqual(['editor', 'editor'])
  await clock.advance(1)
  expect(locked()).toEqual(['editor', undefined])
  await clock.advance(40_000)
  expect(locked()).toEqual([undefined, undefined])
  await imports.lockItems(jobId, ids)
  await items.fetch(jobId, ids)
  imports.clear()
  items.clear()
  expect(clock.pendingMs()).not.toContain(60_000)
})

test('D7.22 D9.02 all items of an import are listed by pages of 200, until none is left', async () => {
  const { client, jobId, ids, imports, shown } = await openImport(...many(410))
  const call = vi.spyOn(client, 'call')
  expect((await importItemsOf(client).listStates(jobId)).map(({ id }) => id)).toEqual(ids)
  expect(call.mock.calls.map(([, parameters]) => parameters)).toMatchObject([
    { max: 200, props: ['id', 'status', 'blurhash', 'indexingstatus'], withSimu: false, workflows: true },
    { max: 200, after: '200' },
    { max: 200, after: '400' },
  ])
  await imports.fetchJob(jobId)
  expect(shown().items).toHaveLength(410)
})

test('D9.02 the items that are left are read by pages and shown at once, as far as they were read when it is stopped', async () => {
  const { client, jobId, imports, shown } = await openImport(...many(410))
  imports.clear()
  await imports.fetchJob(jobId)
  const lengths: number[] = []
  imports.jobs.subscribe(String(jobId), () => lengths.push(shown().items.length))
  const call = vi.spyOn(client, 'call')
  const read: number[] = []
  const stop = new AbortController()
  await imports.fetchNextItems(jobId, {
    signal: stop.signal,
    onProgress: (count) => {
      read.push(count)
      stop.abort()
    },
  })
  expect(shown()).toMatchObject({ status: 'loaded', hasNext: true, items: { length: 400 } })
  await imports.fetchNextItems(jobId, { onProgress: (count) => read.push(count) })
  expect(shown()).toMatchObject({ status: 'loaded', hasNext: false, items: { length: 410 } })
  expect(read).toEqual([400, 410])
  expect(call.mock.calls.map(([, parameters]) => parameters)).toMatchObject([
    { max: 200, after: '200' },
    { max: 200, after: '400' },
  ])
  expect(new Set(lengths)).toEqual(new Set([200, 400, 410]))
})

test('D8.10 where a page cannot be read, what was read before stays, and the failure is reported', async () => {
  const { jobId, imports, shown, server } = await openImport(...many(410))
  imports.clear()
  await imports.fetchJob(jobId)
  await expect(
    imports.fetchNextItems(jobId, { onProgress: () => server.fail('access_denied') }),
  ).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject({ status: 'error', hasNext: true, items: { length: 400 } })
  await imports.fetchJob(jobId)
  await imports.fetchNextItems(jobId, {})
  expect(shown()).toMatchObject({ status: 'loaded', hasNext: false, items: { length: 410 } })
})

test('D7.24 items by status come from the aggregates', async () => {
  const { client, jobId, ids, imports } = await openImport('a.jpg', 'b.jpg', 'c.jpg')
  await imports.takeItemAction(jobId, ids.slice(0, 1), 'validate')
  expect(await importItemsOf(client).countStatuses(jobId)).toEqual({
    waiting: 0,
    analyzing: 0,
    broken: 0,
    validated: 0,
    ready: 2,
    validating: 1,
  })
})

test('D3.23 D3.28 items of an import are searched and ordered; what is not inspected yet is $fuzzy', async () => {
  const { imports, jobId, shown, ids } = await openImport('harbour 1.jpg', 'harbour 2.jpg', 'town.jpg')
  const searching = imports.searchItems(jobId, { fulltext: 'harbour', orderby: 'filename desc' })
  expect(shown()).toMatchObject({ id: jobId, status: 'fetching', items: [] })
  await searching
  expect(shown()).toMatchObject({
    status: 'loaded',
    fulltext: 'harbour',
    orderby: 'filename desc',
    total: 2,
    count: 3,
    items: [{ id: ids[1] }, { id: ids[0], job: { id: jobId } }],
  })
  await imports.takeItemAction(jobId, ids.slice(0, 1), 'analyze')
  await imports.searchItems(jobId, { fulltext: 'hill' })
  expect(shown()).toMatchObject({ total: 0, items: [{ id: ids[0], $fuzzy: true }] })
  await imports.searchItems(jobId, {})
  expect(shown()).toMatchObject({ fulltext: '', orderby: null, total: 3 })
  expect(shown().items.some((item) => '$fuzzy' in item)).toBe(false)
  await expect(imports.searchItems(999, {})).rejects.toThrow('Job 999 is unknown')
})

test('D8.10 an item without an id is strange: logged, and left out', async () => {
  const { server, jobId, ids } = await openImport('a.jpg')
  const { client, logged } = await createFakeClient({
    checkAnswer: () => undefined,
    fetch: async (input, init) => {
      const answer = await server.fetch(input, init)
      return Response.json(
        JSON.parse((await answer.text()).replace('"data":[{"id":2', '"data":[{"name":"strange"},{"id":2')),
      )
    },
  })
  const imports = importsOf(client)
  await imports.fetchJob(jobId)
  expect(imports.jobs.get(String(jobId)).items).toMatchObject([{ id: ids[0] }])
  expect(logged).toEqual(['data is strange'])
})

test('D3.33 D5.20 D7.18 words of an import: six for a last word that is not empty, from the cache when asked again', async () => {
  const { client, jobId, clock, asked } = await openImport(...many(8).map((name) => `photo${name}`))
  const words = importWordsOf(client)
  const shown = () => words.get(String(jobId))
  const suggest = async (input: string): Promise<void> => {
    const done = words.suggest(jobId, input)
    await clock.advance(50)
    await done
  }
  expect(shown()).toMatchObject({ id: jobId, max: 6, input: '', status: 'registered', suggests: [] })
  await suggest('1 pho')
  expect(shown()).toMatchObject({ status: 'loaded', input: '1 pho', suggests: { length: 6 } })
  expect(shown().textSuggests[0]).toBe('1 photo0')
  await suggest('1 photo ')
  expect(shown()).toMatchObject({ status: 'loaded', suggests: [] })
  await suggest('1 pho')
  expect(asked('suggest=words')).toHaveLength(1)
})

test('problems of an import are counted by their codes', async () => {
  const { client, jobId } = await openImport('a.jpg')
  expect(await importItemsOf(client).countProblems(jobId)).toEqual(new Map())
  const call = vi
    .spyOn(client, 'call')
    .mockResolvedValue({
      response: { aggregates: { problems: [{ count: 2, total: 2, data: { id: 'tiny', name: 'tiny' } }] } },
    } as never)
  expect(await importItemsOf(client).countProblems(jobId)).toEqual(new Map([['tiny', 2]]))
  expect(call.mock.calls[0]?.[1]).toMatchObject({ id: jobId, aggFields: ['problems'], withData: false })
})
