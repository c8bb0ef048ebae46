import { expect, test } from 'vitest'
import { openImport } from '../testing/import-world.ts'
import { importCommandsOf } from './import-commands.ts'
import { jobPollDelayMs } from './watch-import-job.ts'

async function open(...names: readonly string[]) {
  const world = await openImport(...names)
  const commands = importCommandsOf(world.client)
  return { ...world, commands, snapshot: () => commands.get(String(world.jobId)) }
}

test('the commands of an import are read, the last first, and again until all are done', async () => {
  const { imports, jobId, ids, commands, snapshot, clock, asked } = await open('a.jpg', 'b.jpg')
  expect(snapshot()).toEqual({ status: 'unknown', error: null, commands: [] })
  const [first] = await imports.describeItems(jobId, ids, { name: 'Harbour' })
  const [second] = await imports.describeItems(jobId, ids.slice(0, 1), { name: 'Pier' })
  const reading = commands.fetch(jobId)
  await clock.advance(0)
  expect(snapshot().commands).toMatchObject([
    { id: second, kind: 'edit', done: false, total: 1 },
    { id: first, kind: 'edit', done: false, total: 2 },
  ])
  for (let polls = 0; polls < 3; polls++) await clock.advance(jobPollDelayMs)
  await reading
  expect(snapshot().commands.map(({ done, finished }) => [done, finished])).toEqual([
    [true, 1],
    [true, 2],
  ])
  const before = asked(`${jobId}/changes`).length
  await clock.advance(10 * jobPollDelayMs)
  expect(asked(`${jobId}/changes`)).toHaveLength(before)
})

test('what a command failed with is read when it is asked for, and stays', async () => {
  const { imports, jobId, ids, commands, snapshot, work } = await open('a.jpg')
  const made = await imports.describeItems(jobId, ids, { name: 'Harbour' })
  await work()
  await commands.fetch(jobId)
  expect(snapshot().commands[0]?.failures).toBeUndefined()
  expect(await commands.fetchFailures(jobId, made)).toMatchObject([{ id: made[0], failures: [] }])
  await commands.fetch(jobId)
  expect(snapshot().commands).toMatchObject([{ id: made[0], failures: [] }])
})

test('commands that cannot be read are an error, and recover', async () => {
  const { jobId, commands, snapshot, server } = await open('a.jpg')
  server.fail('access_denied')
  await commands.fetch(jobId)
  expect(snapshot()).toMatchObject({ status: 'error', error: { code: 'access_denied' } })
  await commands.fetch(jobId)
  expect(snapshot()).toEqual({ status: 'loaded', error: null, commands: [] })
})
