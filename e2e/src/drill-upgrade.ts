import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createPool } from '../../server/src/ground/database/create-pool.ts'
import { checkOutRelease, type ReleasedProgram } from './check-out-release.ts'
import { openApi, type Api } from './open-api.ts'
import { startApplication, type Application } from './start-application.ts'

/** What is judged, whether it held, and what was counted. */
type Line = [line: string, isHeld: boolean, detail: string]

const project = resolve(import.meta.dirname, '../..')
const migrating = 'Migrating the database'
const mostDownMs = 60_000
/** A start reads the facet index of the whole library. */
const startWithinMs = 600_000

/**
 * A library of a released version, as many assets as wanted, made by that version's own program, which is
 * stopped; this version is started on it, ended by `kill -9` while it migrates; the old program is started
 * again, stopped, and this version brings the library up to date: what `npm run drill:upgrade` runs. Rows and
 * answers are compared. Prints `held` or `NOT HELD` for each line; the exit code is 1 unless all held.
 * `--assets` (100000) and `--from` (0.2.0) may be given.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { assets: { type: 'string', default: '100000' }, from: { type: 'string', default: '0.2.0' } },
  })
  const assets = Number(values.assets)
  const old = await checkOutRelease(values.from)
  try {
    const application = await startApplication({ programFolder: old.folder })
    try {
      const lines = await drill(application, old, assets)
      for (const [line, isHeld, detail] of lines)
        say(`${isHeld ? 'held    ' : 'NOT HELD'}  ${line}: ${detail}`)
      process.exitCode = lines.every(([, isHeld]) => isHeld) ? 0 : 1
    } finally {
      await application.remove()
    }
  } finally {
    await old.remove()
  }
}

async function drill(application: Application, old: ReleasedProgram, assets: number): Promise<Line[]> {
  say(`filling a library of the old version with ${assets} assets`)
  await fill(application, old, assets)
  // As an evening's stop and a morning's start: what is kept of statistics and caches is the old one's own.
  await application.stop()
  await application.start(old.folder)
  const before = { rows: await hashRows(application), answers: await askAll(application) }
  await application.stop()
  say(await runDryRun(application))
  const killed = await killWhileMigrating(application)
  const backAtMs = performance.now()
  const oldAgain = await application.start(old.folder).then(
    () => askAll(application),
    (error: Error) => error.message,
  )
  const backMs = performance.now() - backAtMs
  const stoppedAtMs = performance.now()
  await application.stop()
  await application.start(project)
  const after = await askAll(application)
  const downMs = performance.now() - stoppedAtMs
  const rows = await hashRows(application)
  const changed = [...before.rows].filter(([table, hash]) => rows.get(table) !== hash).map(([table]) => table)
  return [
    [
      'ended by kill -9 while it migrated, the new version left the library to the old one',
      killed.applied > 0 && oldAgain === before.answers,
      `killed at migration ${killed.applied} of its own; the old one answers the same ${seconds(backMs)} after its start`,
    ],
    [
      'the new version is up within a minute',
      downMs < mostDownMs,
      `${seconds(downMs)} from the stop of the old one to the last of the right answers of the new one`,
    ],
    [
      'every row of before is there as it was',
      changed.length === 0,
      `${before.rows.size} tables by count and hash (${[...before.rows].map(([table, hash]) => `${table} ${hash.split(' ')[0]}`).join(', ')})${changed.map((table) => `; ${table} differs`).join('')}`,
    ],
    [
      'the new version answers as the old one did',
      after === before.answers,
      `${questions.length} questions${after === before.answers ? '' : `; ${before.answers} and ${after}`}`,
    ],
  ]
}

/** By the old version's own generator, and what migrations look at beside assets. */
async function fill(application: Application, old: ReleasedProgram, assets: number): Promise<void> {
  const url = await databaseOf(application)
  const script = `
    import { createDatabase } from './server/src/ground/database/database.ts'
    import { seedLibrary } from './bench/src/seed-library.ts'
    const database = createDatabase(process.argv[1])
    await seedLibrary(database, Number(process.argv[2]))
    await database.destroy()`
  const parameters = ['--input-type=module', '--eval', script, url, String(assets)]
  await promisify(execFile)(process.execPath, parameters, { cwd: old.folder })
  await withDatabase(application, async (client) => {
    await client.query(`update entity set status = 2 where resource = 'asset' and id % 200 = 0`)
    await client.query(
      `insert into usage_entity_span (days, resource, entity_id, kind, count)
       select days, 'asset', id, 'view', 1 + id % 7 from entity, unnest(array[0, 365]) days where resource = 'asset'`,
    )
    await client.query('analyze')
  })
}

async function runDryRun({ dataFolder }: Application): Promise<string> {
  const startedAtMs = performance.now()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(project, 'server/src/start/upgrade.ts'), '--dry-run', '--rehearse'],
    { env: { ...process.env, CARTOUCHE_DATA: dataFolder } },
  )
  return `${stdout}(${seconds(performance.now() - startedAtMs)})`
}

/** Ends the new version as soon as it says that it migrates. */
async function killWhileMigrating(application: Application): Promise<{ applied: number }> {
  const said = (): number => application.said().split(migrating).length - 1
  const before = said()
  const starting = application.start(project).catch(() => {})
  while (said() - before < 2) await sleep(1)
  await application.kill()
  await starting
  return { applied: said() - before }
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
async function askAll(application: Application): Promise<string> {
  const api = await patiently(() => openApi(application.url, 'admin', application.password))
  const answers: string[] = []
  for (const path of questions) answers.push(await patiently(() => ask(api, path)))
  return answers.join('; ')
}

async function ask(api: Api, path: string): Promise<string> {
  const { response } = await api.call<{ response: { total: number; data: { id: number; name: string }[] } }>(
    'GET',
    path,
  )
  const { total, data } = response
  // Of those that are alike in what they are sorted by, any may come first.
  return `${total}: ${path.includes('id%20asc') ? data.map(({ id }) => id).join(' ') : data.map(({ name }) => name.slice(0, 12)).join(' ')}`
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
const compared = [
  `entity: select resource, id, status, props, owner_id, created_at, modified_at, version from entity where resource = 'asset'`,
  `link: select resource, id, field, position, target_resource, target_id from link where resource = 'asset'`,
  `search: select resource, id, status, facets, words, keys from search where resource = 'asset'`,
  `keyword: select id, props from entity where resource in ('assetkeyword', 'assetcollection')`,
  'word: select * from word',
  'role_grant: select role_id, resource, action, rows from role_grant where role_id >= 1000',
  'preference: select * from preference',
]

/** How many rows there are, and the sum of their hashes. */
async function hashRows(application: Application): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  await withDatabase(application, async (client) => {
    for (const entry of compared) {
      const [name = '', statement] = [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1)]
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) hash from (${statement}) t`,
      )
      hashes.set(name, rows[0]?.hash ?? '')
    }
  })
  return hashes
}

async function withDatabase(
  application: Application,
  work: (pool: ReturnType<typeof createPool>) => Promise<void>,
): Promise<void> {
  const pool = createPool(await databaseOf(application), { connections: 1 })
  try {
    await pool.query('set statement_timeout = 0')
    await work(pool)
  } finally {
    await pool.end()
  }
}

/** The database that the application runs, by the socket that its process names. */
async function databaseOf({ dataFolder }: Application): Promise<string> {
  const location = (await readFile(join(dataFolder, 'database-location'), 'utf8').catch(() => '')).trim()
  const text = await readFile(join(location || join(dataFolder, 'database'), 'postmaster.pid'), 'utf8')
  return `postgresql://cartouche@localhost/cartouche?host=${encodeURIComponent(text.split('\n')[4] ?? '')}`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
