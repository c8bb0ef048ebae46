import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

let dataFolder: string
let running: EmbeddedPostgres[]
let children: ChildProcess[]
let lines: string[]

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-embedded-'))
  await chmod(dataFolder, 0o755)
  running = []
  children = []
  lines = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(running.map((postgres) => postgres.stop()))
  const location = await readFile(join(dataFolder, 'database-location'), 'utf8').catch(() => '')
  // A database whose starter was killed ends by itself a moment later, and writes until then.
  const removing = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }
  if (location) await rm(join(location.trim(), '..'), removing)
  await rm(dataFolder, removing)
})

async function start(folder = dataFolder): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataFolder: folder,
    log: (line) => lines.push(line),
    durable: false,
  })
  running.push(postgres)
  return postgres.url
}

async function stop(): Promise<void> {
  await running.pop()?.stop()
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  // A connection that is cut also reports it outside a query.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL in a process of its own, which can be killed. */
async function startElsewhere(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ url: string; child: ChildProcess }> {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))
  const program = `
    const { startEmbeddedPostgres } = await import(${module})
    const { url } = await startEmbeddedPostgres({ dataFolder: process.argv[1], log: () => {} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataFolder], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = await once(createInterface(child.stdout), 'line')
  return { url: String(url), child }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A PATH without `setpriv`, as on a system where the kernel's guard is missing. */
async function createPathWithoutGuard(): Promise<string> {
  const folder = join(dataFolder, 'bin')
  await mkdir(folder)
  const sh = execFileSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).trim()
  await symlink(sh, join(folder, 'sh'))
  return folder
}

test('what was written is there after a stop and a start', async () => {
  await query(await start(), `create table note as select 'kept' as text`)
  await stop()
  expect(await query(await start(), 'select text from note')).toEqual([{ text: 'kept' }])
})

test('it listens on no network and lets no other database user in', async () => {
  const url = await start()
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await query(url, 'create role other superuser login')
  await expect(query(url.replace('cartouche@', 'other@'), 'select 1')).rejects.toThrow('no pg_hba.conf entry')
})

test('letters of every script fold and count as letters', async () => {
  const url = await start()
  await query(url, 'create extension unaccent')
  const [row] = await query(
    url,
    `select lower('ÉCLAIR ΣΊΣΥΦΟΣ ЁЖ') as lower, unaccent('Łódź déjà') as unaccented,
    to_tsvector('simple', '«Ёж» ΕΛΛΆΔΑ—नमस्ते')::text as words, ('Zug' collate "und-x-icu") > 'éclair' as ordered`,
  )
  expect(row).toEqual({
    lower: 'éclair σίσυφος ёж',
    unaccented: 'Lodz deja',
    words: `'ελλάδα':2 'ёж':1 'नमस्ते':3`,
    ordered: true,
  })
})

test('a second server on the same data folder is refused, and the first goes on', async () => {
  const { url } = await startElsewhere()
  await expect(start()).rejects.toThrow(/Another Cartouche \(process \d+\) is running on this data folder/)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the database of a killed server is stopped and started again', async () => {
  const { url, child } = await startElsewhere()
  await query(url, `create table note as select 'kept' as text`)
  await kill(child)
  expect(await query(await start(), 'select text from note')).toEqual([{ text: 'kept' }])
})

test('an orphan that no guard has stopped is stopped at the next start', async () => {
  const { url, child } = await startElsewhere({ ...process.env, PATH: await createPathWithoutGuard() })
  await query(url, `create table note as select 'kept' as text`)
  await kill(child)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query(await start(), 'select text from note')).toEqual([{ text: 'kept' }])
  expect(lines.join('\n')).toContain('that a killed server left behind')
})

test('a postmaster.pid whose number another process has by now does not block the start', async () => {
  await start()
  const cluster = new URL(running[0]?.url ?? '').searchParams.get('host') ?? ''
  const pidFile = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
  await stop()
  await writeFile(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)))
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a PostgreSQL that ends unasked is started again at the same address', async () => {
  const url = await start()
  const restarted = new Promise<void>((resolve) => {
    const seen = lines.length
    lines.push = (line): number => {
      if (line.includes('ready to accept connections')) resolve()
      return seen
    }
  })
  const pidFile = await readFile(join(new URL(url).searchParams.get('host') ?? '', 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(pidFile, 10), 'SIGKILL')
  await restarted
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the making of a database that was cut short starts again', async () => {
  await mkdir(join(dataFolder, 'database.new'))
  await writeFile(join(dataFolder, 'database.new', 'PG_VERSION'), '18\n')
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a database of another major version is refused and left alone', async () => {
  await start()
  await stop()
  await writeFile(join(dataFolder, 'database', 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow('is of PostgreSQL 17; this version of Cartouche runs PostgreSQL 18')
})

test('a data folder whose path is too long for a socket works', async () => {
  const long = join(dataFolder, 'a'.repeat(60), 'b'.repeat(60))
  expect(await query(await start(long), 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await stat(join(long, 'database'))).isDirectory()).toBe(true)
})

const asRoot = test.runIf(userInfo().uid === 0)

asRoot(
  'a data folder that is open to root alone is opened to the account of PostgreSQL, and to nobody else',
  async () => {
    const closed = join(dataFolder, 'data')
    await mkdir(closed, { mode: 0o700 })
    await query(await start(closed), 'select 1')
    const { mode, gid } = await stat(closed)
    expect(mode & 0o777).toBe(0o710)
    expect(gid).toBe((await stat(join(closed, 'database'))).gid)
  },
)

asRoot('root keeps the database of a data folder in a closed one elsewhere, and finds it again', async () => {
  await chmod(dataFolder, 0o700)
  const closed = join(dataFolder, 'data')
  await query(await start(closed), `create table note as select 'kept' as text`)
  await stop()
  const location = (await readFile(join(closed, 'database-location'), 'utf8')).trim()
  await symlink(join(closed, 'database-location'), join(dataFolder, 'database-location'))
  expect((await stat(location)).uid).not.toBe(0)
  expect(await query(await start(closed), 'select text from note')).toEqual([{ text: 'kept' }])
})

asRoot('a database that is gone from its place is an error, not an empty library', async () => {
  await writeFile(join(dataFolder, 'database-location'), '/var/lib/cartouche/gone/database\n')
  await expect(start()).rejects.toThrow('was in /var/lib/cartouche/gone/database, which is not there')
  await rm(join(dataFolder, 'database-location'))
})
