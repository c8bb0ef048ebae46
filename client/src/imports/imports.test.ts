import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import type { Uploader } from '../transport/uploader.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { jobPollDelayMs } from './watch-import-job.ts'
import { importsOf } from './imports.ts'
import { isUnderWay } from './upload-file.ts'

async function open(options: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = await createFakeClient(options)
  const imports = importsOf(fake.client)
  const job = await imports.createJob({ name: 'Spring' })
  const key = String(job.id)
  return { ...fake, imports, job, shown: () => imports.jobs.get(key), queue: () => imports.uploads.get(key) }
}

const files = (...names: string[]): File[] =>
  names.map((name) => new File(['0123456789'], name, { type: 'image/jpeg' }))

/** An uploader in hand: each upload waits until its answer is given. */
function uploaderInHand() {
  const running: {
    progress: (loaded: number) => void
    answer: (status: number, body: unknown) => void
    fail: (error: Error) => void
    signal: AbortSignal | undefined
  }[] = []
  const uploader: Uploader = ({ signal, onProgress }) =>
    new Promise((resolve, reject) => {
      running.push({
        signal,
        progress: (loaded) => onProgress?.(loaded, 1000),
        answer: (status, body) => resolve({ status, body }),
        fail: reject,
      })
      signal?.addEventListener('abort', () =>
        reject(Object.assign(new Error('stopped'), { name: 'AbortError' })),
      )
    })
  return { running, uploader }
}

const taken = { response: { data: [], files: [] } }

test('D3.29 D4.22 D5.08 D9.04 three uploads run at once; the others wait their turn', async () => {
  const { running, uploader } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader })
  imports.upload(job.id, files('a', 'b', 'c', 'd', 'e'))
  expect(queue().files.map(({ status }) => status)).toEqual([
    'resolved',
    'resolved',
    'resolved',
    'registered',
    'registered',
  ])
  expect(queue()).toMatchObject({ nbFiles: 5, totalBytes: 50, loadedBytes: 0, paused: false })
  running[0]?.answer(201, taken)
  await settle()
  expect(queue().files.map(({ status }) => status)).toEqual([
    'loaded',
    'resolved',
    'resolved',
    'resolved',
    'registered',
  ])
})

test('D5.08 uploads at once are clamped to 1..10', async () => {
  for (const [wanted, got] of [
    [0, 1],
    [99, 10],
    [2, 2],
  ] as const) {
    const { uploader, running } = uploaderInHand()
    const { imports, job } = await open({ uploader, maxUploads: wanted })
    imports.upload(job.id, files(...Array.from('abcdefghijkl')))
    await settle()
    expect(running).toHaveLength(got)
  }
})

test('D3.30 D9.04 a file is known by start and counter, and reports progress in steps of at least 1 %', async () => {
  const { running, uploader } = uploaderInHand()
  const { imports, job, queue, clock } = await open({ uploader })
  expect(imports.upload(job.id, files('a'), { unzip: true })).toEqual([`${clock.nowMs()}-1`])
  await settle()
  let changes = 0
  imports.uploads.subscribe(String(job.id), () => changes++)
  for (let loaded = 0; loaded <= 1000; loaded++) {
    running[0]?.progress(loaded)
    await Promise.resolve()
  }
  expect(changes).toBe(100)
  expect(queue().files[0]).toMatchObject({ progress: 100, loadedBytes: 10, unzip: true })
})

test('D4.23 a waiting file is dropped; one under way becomes invalid, is stopped and goes', async () => {
  const { running, uploader } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader, maxUploads: 1 })
  const [first = '', second = ''] = imports.upload(job.id, files('a', 'b', 'c'))
  imports.cancelUpload(job.id, second)
  expect(queue().files.map(({ name }) => name)).toEqual(['a', 'c'])
  await settle()
  imports.cancelUpload(job.id, first)
  expect(queue().files[0]?.status).toBe('invalid')
  await settle()
  expect(running[0]?.signal?.aborted).toBe(true)
  expect(queue()).toMatchObject({ files: [{ name: 'c', status: 'resolved' }], failed: [] })
})

test('a paused job starts nothing new', async () => {
  const { uploader, running } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader })
  imports.pauseUploads(job.id)
  imports.upload(job.id, files('a'))
  await settle()
  expect([running.length, queue().paused]).toEqual([0, true])
  imports.resumeUploads(job.id)
  await settle()
  expect(running).toHaveLength(1)
})

test('a pause sends what is under way to its end, and starts no other file', async () => {
  const { uploader, running } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader })
  const underWay = (): string[] =>
    queue()
      .files.filter(isUnderWay)
      .map(({ name }) => name)
  imports.upload(job.id, files('a', 'b', 'c', 'd'))
  await settle()
  imports.pauseUploads(job.id)
  expect(underWay()).toEqual(['a', 'b', 'c'])
  expect(running.map(({ signal }) => signal?.aborted)).toEqual([false, false, false])
  running[0]?.answer(201, taken)
  await settle()
  expect([underWay(), running.length]).toEqual([['b', 'c'], 3])
})

test('D8.06 D3.31 failed uploads are listed with their words: format, server, network; they can be tried again', async () => {
  const { running, uploader } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader })
  imports.upload(job.id, files('a', 'b'))
  await settle()
  running[0]?.answer(400, { error: '400/9', message: 'Broken' })
  running[1]?.answer(507, { error: '507/2072', code: 'storage_full', message: 'The disk is full' })
  await settle()
  expect(queue()).toMatchObject({
    files: [],
    failed: [
      { name: 'a', messageKey: 'error.message.format' },
      { name: 'b', messageKey: 'storage_full', message: 'The disk is full' },
    ],
  })
  imports.retryUpload(job.id, queue().failed[1]?.id ?? '')
  imports.dismissUpload(job.id, queue().failed[0]?.id ?? '')
  expect(queue()).toMatchObject({ files: [{ name: 'b', status: 'resolved' }], failed: [] })
})

test('D8.06 an upload of a wrong format by 400/17, one without a network, and one that fails without a word', async () => {
  const { running, uploader } = uploaderInHand()
  const { imports, job, queue } = await open({ uploader })
  imports.upload(job.id, files('a', 'b', 'c'))
  await settle()
  running[0]?.answer(400, { error: '400/17', message: 'Not a picture' })
  running[1]?.fail(new TypeError('fetch failed'))
  running[2]?.answer(500, { error: '500/0', message: '' })
  await settle()
  expect(queue().failed).toMatchObject([
    { name: 'a', messageKey: 'error.message.format' },
    { name: 'b', messageKey: 'network', message: 'The server cannot be reached. Check the connection' },
    { name: 'c', message: 'An error occured' },
  ])
})

test('a file that the server did not take in a call that went well is a failed upload, with the reason', async () => {
  const { imports, job, queue } = await open()
  imports.upload(job.id, [new File([], 'empty.jpg')])
  await settle()
  expect(queue()).toMatchObject({
    files: [],
    failed: [{ name: 'empty.jpg', messageKey: 'empty', message: 'The file is empty' }],
  })
})

test('uploaded files appear as items at once, and are followed while the server works on them, and only then', async () => {
  const { imports, job, shown, clock, server } = await open()
  const stop = imports.watch(job.id)
  await settle()
  expect(shown()).toMatchObject({ status: 'loaded', items: [], busy: false })
  imports.upload(job.id, files('a.jpg', 'b.jpg'))
  await settle()
  expect(
    shown()
      .items.map(({ filename }) => filename)
      .toSorted(),
  ).toEqual(['a.jpg', 'b.jpg'])
  expect(shown().busy).toBe(true)
  for (let polls = 0; polls < 4; polls++) await clock.advance(jobPollDelayMs)
  expect(shown()).toMatchObject({
    busy: false,
    counts: { ready: 2, waiting: 0 },
    items: [{ status: { name: 'ready' } }, { status: { name: 'ready' } }],
  })
  const reads = (): number => server.requests.filter((request) => request.includes('/massimport/')).length
  const before = reads()
  await clock.advance(100 * jobPollDelayMs)
  expect(reads()).toBe(before)
  stop()
})

test('a watched job is read again when somebody changed it, and when events were missed; nothing else is', async () => {
  const { client, clock, server, streams } = await openLiveWorld()
  const imports = importsOf(client)
  const job = await imports.createJob({ name: 'Ours' })
  await imports.fetchJob(job.id)
  const reads = (): number => server.requests.filter((request) => request.includes('/massimport/')).length
  const stop = imports.watch(job.id)
  await settle()
  const announce = async (id: number): Promise<void> => {
    await streams.at(-1)?.send(`data: ${JSON.stringify({ kind: 'import', id })}\n\n`)
    await clock.advance(jobPollDelayMs)
  }
  // What happened before the stream was open is read too.
  await clock.advance(jobPollDelayMs)
  const before = reads()
  await client.call(calls.patchImportJob, { id: job.id, json: { name: 'Theirs' } })
  await announce(job.id + 1)
  expect([imports.jobs.get(String(job.id)).job?.name, reads()]).toEqual(['Ours', before + 1])
  await announce(job.id)
  expect(imports.jobs.get(String(job.id)).job?.name).toBe('Theirs')
  await client.call(calls.patchImportJob, { id: job.id, json: { name: 'Missed' } })
  await streams.at(-1)?.end()
  await clock.advance(5000)
  expect(imports.jobs.get(String(job.id)).job?.name).toBe('Missed')
  stop()
  expect(streams.at(-1)?.isAborted()).toBe(true)
})

test('D8.10 a job that is not there is not_found, any other failure an error', async () => {
  const { imports, server } = await open()
  await imports.fetchJob(999)
  expect(imports.jobs.get('999')).toMatchObject({ status: 'not_found' })
  server.fail('internal')
  await imports.fetchJob(998)
  expect(imports.jobs.get('998')).toMatchObject({ status: 'error' })
})

/** A job with two items that are ready. */
async function ready() {
  const fake = await open()
  fake.imports.watch(fake.job.id)
  fake.imports.upload(fake.job.id, files('a.jpg', 'b.jpg'))
  for (let polls = 0; polls < 4; polls++) await fake.clock.advance(jobPollDelayMs)
  const ids = fake.shown().items.map(({ id }) => id)
  return { ...fake, ids }
}

test('D3.32 D4.28 an edit is seen at once, runs as a command until it is done, and is taken back when refused', async () => {
  const { imports, job, shown, ids, clock, server } = await ready()
  const done = imports.describeItems(job.id, ids.slice(0, 1), { name: 'Harbour' })
  expect(shown().items[0]?.$assetmetadata['name']).toBe('Harbour')
  await done
  expect(shown()).toMatchObject({ commands: [{ itemIds: ids.slice(0, 1), fields: ['name'] }], busy: true })
  for (let polls = 0; polls < 3; polls++) await clock.advance(jobPollDelayMs)
  expect(shown()).toMatchObject({ commands: [], busy: false })
  expect(shown().items.map((item) => item.$assetmetadata['name'])).toEqual(['Harbour', 'b'])
  server.fail('unknown_field')
  await expect(imports.describeItems(job.id, ids, { name: 'No' })).rejects.toMatchObject({
    code: 'unknown_field',
  })
  expect(shown().items.map((item) => item.$assetmetadata['name'])).toEqual(['Harbour', 'b'])
})

test('D4.30 validating sets the job to fetching, takes the items out of it, then loaded; assets are made', async () => {
  const { imports, job, shown, ids, clock, server } = await ready()
  const before = server.library.list('asset').length
  const done = imports.validateItems(job.id, { ids: ids.slice(0, 1) })
  expect(shown()).toMatchObject({ status: 'fetching', items: [{ id: ids[1] }], validated: [{ id: ids[0] }] })
  await done
  expect(shown().status).toBe('loaded')
  for (let polls = 0; polls < 3; polls++) await clock.advance(jobPollDelayMs)
  expect(shown()).toMatchObject({
    items: [{ id: ids[1] }],
    validated: [{ id: ids[0], status: { name: 'validated' } }],
    counts: { ready: 1, validated: 1 },
  })
  expect(server.library.list('asset')).toHaveLength(before + 1)
})

test('D4.30 without ids all that is ready is validated; a refusal brings the items back', async () => {
  const { imports, job, shown, server, ids } = await ready()
  server.fail('field_mandatory')
  await expect(imports.validateItems(job.id)).rejects.toMatchObject({ code: 'field_mandatory' })
  expect(shown()).toMatchObject({ status: 'loaded', items: ids.map((id) => ({ id })) })
  await imports.validateItems(job.id)
  expect(shown()).toMatchObject({ items: [], validated: ids.map((id) => ({ id })) })
})

test('D5.09 D8.10 validating needs an answer with a validation job', async () => {
  const server = await ready()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await server.server.fetch(input, init)
    if (init?.method !== 'PUT') return response
    const {
      response: { validationJob: _left, ...rest },
    } = (await response.json()) as { response: { validationJob: unknown } }
    return Response.json({ response: rest })
  }
  const { client } = await createFakeClient({ fetch })
  await importsOf(client).fetchJob(server.job.id)
  await expect(importsOf(client).validateItems(server.job.id)).rejects.toThrow(
    'Invalid REST API response for validate command',
  )
})

test('deleted items go at once; one that could not be deleted comes back', async () => {
  const { imports, job, shown, ids, server } = await ready()
  server.fail('access_denied')
  const done = imports.deleteItems(job.id, ids)
  expect(shown().items).toEqual([])
  await expect(done).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown().items.map(({ id }) => id)).toEqual(ids.slice(0, 1))
})

test('D5.21 the list has new jobs first and forgets deleted ones; keys of a new job are in lower case', async () => {
  const { imports, job } = await open()
  await imports.fetchJobs()
  const other = await imports.createJob({ NAME: 'Second' })
  expect(imports.list.get().jobs.map(({ id }) => id)).toEqual([other.id, job.id])
  await imports.deleteJob(job.id)
  expect(imports.list.get()).toMatchObject({ jobs: [{ id: other.id, name: 'Second' }], total: 1 })
})
