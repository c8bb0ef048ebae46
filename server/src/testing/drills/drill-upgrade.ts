import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { runTestCommand } from '../../start/test-command.ts'
import {
  signInTo,
  startServerProcess,
  type AnyJson,
  type Asker,
  type ServerProcess,
} from '../../start/test-server-process.ts'
import { checkOutRelease, type ReleasedProgram } from './check-out-release.ts'

/** What is judged, whether it held, and what was counted. */
type Line = [line: string, isHeld: boolean, detail: string]

const migrating = 'Migrating the database'
const mostDownMs = 60_000
/** A start reads the facet index of the whole library. */
const startWithinMs = 600_000

/**
 * A library of a released version, as many assets as wanted, made by that version's own program, which is
 * stopped; this version is started on it and ended by `kill -9` while it migrates; the old program is started
 * again and stopped, and this version brings the library up to date: what `npm run drill:upgrade` runs. Rows
 * and answers are compared. Prints `held` or `NOT HELD` for each line; the exit code is 1 unless all held.
 * `--assets` (100000) and `--from` (0.2.0) may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { assets: { type: 'string', default: '100000' }, from: { type: 'string', default: '0.2.0' } },
  })
  const old = await checkOutRelease(values.from)
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-upgrade-'))
  const ends: (() => Promise<unknown>)[] = []
  try {
    const lines = await drill(dataFolder, old, Number(values.assets), (end) => ends.push(end))
    for (const [line, isHeld, detail] of lines) say(`${isHeld ? 'held    ' : 'NOT HELD'}  ${line}: ${detail}`)
    process.exitCode = lines.every(([, isHeld]) => isHeld) ? 0 : 1
  } finally {
    for (const end of ends) await end()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    await old.remove()
  }
}

async function drill(
  dataFolder: string,
  old: ReleasedProgram,
  assets: number,
  onSpawn: (end: () => Promise<unknown>) => void,
): Promise<Line[]> {
  const start = (programFolder?: string): Promise<ServerProcess> =>
    startServerProcess(
      '',
      dataFolder,
      { CARTOUCHE_DRAIN_SECONDS: '1' },
      { ...(programFolder !== undefined && { programFolder }), onSpawn: ({ end }) => onSpawn(end) },
    )
  say(`filling a library of ${old.version} with ${assets} assets`)
  let server = await start(old.folder)
  await fill(dataFolder, old, assets)
  // What the old one answers is read from what it keeps on disk.
  await server.end()
  server = await start(old.folder)
  const before = { rows: await hashRows(dataFolder), answers: await askAll(server) }
  await server.end()
  say(await runDryRun(dataFolder))
  const applied = await killWhileMigrating(dataFolder)
  const backAtMs = performance.now()
  const again = await start(old.folder).catch((error: Error) => error)
  const answersAgain = again instanceof Error ? again.message : await askAll(again)
  const backMs = performance.now() - backAtMs
  const stoppedAtMs = performance.now()
  if (!(again instanceof Error)) await again.end()
  server = await start()
  const startedMs = performance.now() - stoppedAtMs
  const answers = await askAll(server)
  const downMs = performance.now() - stoppedAtMs
  const rows = await hashRows(dataFolder)
  await server.end()
  const changed = [...before.rows].filter(([table, hash]) => rows.get(table) !== hash).map(([table]) => table)
  const isSame = answers === before.answers
  return [
    [
      'ended by kill -9 while it migrated, the new version left the library to the old one',
      applied > 0 && answersAgain === before.answers,
      `killed at migration ${applied} of those to come; the old one answers the same ${seconds(backMs)} after its start`,
    ],
    [
      'the new version is up within a minute',
      downMs < mostDownMs,
      `${seconds(downMs)} from the stop of the old one to all right answers of the new one, ${seconds(startedMs)} of them until it is ready`,
    ],
    [
      'every row of before is there as it was',
      changed.length === 0,
      `by count and hash: ${[...before.rows].map(([table, hash]) => `${hash.split(' ')[0]} of ${table}`).join(', ')}${changed.map((table) => `; ${table} differs`).join('')}`,
    ],
    [
      'the new version answers as the old one did',
      isSame,
      `${questions.length} questions${isSame ? '' : `; before: ${before.answers}; now: ${answers}`}`,
    ],
  ]
}

/** By the old version's own generator, and what migrations look at beside assets. */
async function fill(dataFolder: string, old: ReleasedProgram, assets: number): Promise<void> {
  const script = `
    import { createDatabase } from './server/src/ground/database/database.ts'
    import { seedLibrary } from './bench/src/seed-library.ts'
    const database = createDatabase(process.argv[1])
    await seedLibrary(database, Number(process.argv[2]))
    await database.destroy()`
  const parameters = ['--input-type=module', '--eval', script, await databaseOf(dataFolder), String(assets)]
  await promisify(execFile)(process.execPath, parameters, { cwd: old.folder })
  await withDatabase(dataFolder, async (client) => {
    await client.query(`update entity set status = 2 where resource = 'asset' and id % 200 = 0`)
    await client.query(
      `insert into usage_entity_span (days, resource, entity_id, kind, count)
       select days, 'asset', id, 'view', 1 + id % 7 from entity, unnest(array[0, 365]) days where resource = 'asset'`,
    )
    await client.query('vacuum analyze')
  })
}

async function runDryRun(dataFolder: string): Promise<string> {
  const startedAtMs = performance.now()
  const { output, errors } = await runTestCommand(
    'upgrade.ts',
    { CARTOUCHE_DATA: dataFolder },
    '--dry-run',
    '--rehearse',
  )
  return `${output}${errors}(${seconds(performance.now() - startedAtMs)})`
}

/** Ends the new version as soon as it says that it migrates. @returns how many migrations it had begun */
async function killWhileMigrating(dataFolder: string): Promise<number> {
  let begun: () => number = () => 0
  let kill: () => Promise<unknown> = async () => {}
  const starting = startServerProcess(
    '',
    dataFolder,
    { CARTOUCHE_VERBOSE: '1' },
    {
      onSpawn: ({ logged, end }) => {
        begun = () => logged.filter((line) => line.includes(migrating)).length
        kill = () => end('SIGKILL')
      },
    },
  ).catch(() => {})
  // Where it is ready before, it was not killed in the middle: the table says so.
  const ready = starting.then(() => true)
  while (begun() < 1 && !(await Promise.race([ready, sleep(1, false)])));
  await kill()
  await starting
  return begun()
}

const questions = [
  '/rest/dam/data/asset?max=1',
  '/rest/dam/data/asset?max=50&orderby=id%20asc',
  '/rest/dam/data/asset?max=50&orderby=name%20desc',
  '/rest/dam/data/asset?max=50&fulltext=harbour&orderby=id%20asc',
  `/rest/dam/data/asset?max=50&orderby=id%20asc&query=${encodeURIComponent(JSON.stringify({ city: 'city 3' }))}`,
  `/rest/dam/data/asset?max=50&orderby=id%20asc&query=${encodeURIComponent(JSON.stringify({ keywords: 1003 }))}`,
]

/** How many there are of each question, and which come first. */
async function askAll(server: ServerProcess): Promise<string> {
  const asker = await patiently(() => signInTo(server))
  const answers: string[] = []
  for (const path of questions) answers.push(await patiently(() => ask(server, asker, path)))
  return answers.join('; ')
}

async function ask(server: ServerProcess, asker: Asker, path: string): Promise<string> {
  const { status, body } = await asker(server, 'GET', path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  const { total, data } = body.response
  // Of those that are alike in what they are sorted by, any may come first.
  const first = path.includes('id%20asc')
    ? data.map(({ id }: AnyJson) => id)
    : data.map(({ name }: AnyJson) => name.slice(0, 12))
  return `${total}: ${first.join(' ')}`
}

/** A server that has just started may still read its numbers. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + startWithinMs; ;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > untilMs) throw error
      await sleep(50)
    }
  }
}

/** Rows as the old version had them: what later ones add is not looked at. */
const compared = {
  entity: `select resource, id, status, props, owner_id, created_at, modified_at, version from entity where resource = 'asset'`,
  link: `select resource, id, field, position, target_resource, target_id from link where resource = 'asset'`,
  search: `select resource, id, status, facets, words, keys from search where resource = 'asset'`,
  vocabulary: `select id, props from entity where resource in ('assetkeyword', 'assetcollection')`,
  word: `select * from word where resource = 'asset'`,
}

/** How many rows there are, and the sum of their hashes. */
async function hashRows(dataFolder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  await withDatabase(dataFolder, async (client) => {
    for (const [name, statement] of Object.entries(compared)) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) hash from (${statement}) t`,
      )
      hashes.set(name, rows[0]?.hash ?? '')
    }
  })
  return hashes
}

async function withDatabase(dataFolder: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: await databaseOf(dataFolder) })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The database that the server runs, by the socket that its process names. */
async function databaseOf(dataFolder: string): Promise<string> {
  const location = (await readFile(join(dataFolder, 'database-location'), 'utf8').catch(() => '')).trim()
  const text = await readFile(join(location || join(dataFolder, 'database'), 'postmaster.pid'), 'utf8')
  return `postgresql://cartouche@localhost/cartouche?host=${encodeURIComponent(text.split('\n')[4] ?? '')}`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
