import { open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Asker } from '../../start/test-server-process.ts'
import { readSlowly, visitAtOnce } from './crowds.ts'
import type { Library, LibrarySetting } from './start-library.ts'

/** Where and how a fault strikes. */
export interface Strike {
  readonly library: Library
  readonly admin: Asker
  readonly holdMs: number
  readonly visitors: number
  readonly sockets: number
}

/** Something that goes wrong around a server, and ends. */
export interface Fault {
  readonly name: string
  /** What its library runs on; files in a folder and the clock of the machine by default. */
  readonly setting?: LibrarySetting
  /**
   * Does it, holds it, and takes it back.
   * @returns what was seen that the load does not see
   * @throws Error where that must not be
   */
  strike(strike: Strike): Promise<string>
}

export const faults: readonly Fault[] = [
  { name: 'disk of the files full', strike: ({ library, holdMs }) => fillDisk(library.filesDisk, holdMs) },
  { name: 'disk of the database full', strike: ({ library, holdMs }) => fillDisk(library.disk, holdMs) },
  {
    name: 'database stopped and started',
    strike: async ({ library, holdMs }) => {
      // In order, without waiting for sessions; what watches over it starts it again.
      process.kill(await library.postgresPid(), 'SIGINT')
      await sleep(holdMs)
      return ''
    },
  },
  {
    name: 'out of connections',
    strike: async ({ library, holdMs }) => {
      const clients = await takeAllConnections(library.databaseUrl)
      await sleep(holdMs)
      await Promise.all(clients.map((client) => client.end()))
      return `${clients.length} taken by others`
    },
  },
  {
    name: 'media workers killed',
    strike: async ({ library, holdMs }) => {
      let killed = 0
      for (const untilMs = performance.now() + holdMs; performance.now() < untilMs; await sleep(500))
        killed += await killWorkers(library)
      return `${killed} killed`
    },
  },
  {
    name: 'visitors at one share',
    strike: ({ library, admin, visitors }) => visitAtOnce(library, admin, visitors),
  },
  {
    name: 'sockets that read slowly',
    strike: ({ library, admin, sockets, holdMs }) => readSlowly(library, admin, sockets, holdMs),
  },
  {
    name: 'S3 store away',
    setting: 's3',
    strike: async ({ library, holdMs }) => {
      await library.restartStore?.(holdMs)
      return ''
    },
  },
  { name: 'clock set back', setting: 'clock', strike: setClockBack },
  {
    name: 'clock set forward again',
    setting: 'clock',
    strike: async ({ library, holdMs }) => {
      await library.setClock?.(0)
      await sleep(holdMs)
      return clocksOf(library)
    },
  },
]

const hourSeconds = 3600
/** Within this, recurring tasks of every minute have run. */
const cronWithinMs = 75_000

/** The clock of the server and its database an hour back, for as long as recurring tasks need to be seen. */
async function setClockBack({ library, admin, holdMs }: Strike): Promise<string> {
  await library.setClock?.(-hourSeconds)
  const since = new Date(Date.now() - hourSeconds * 1000 + 2000)
  await sleep(Math.max(holdMs, cronWithinMs))
  const clocks = await clocksOf(library)
  const client = new pg.Client({ connectionString: library.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ late: number; cron: number }>(
      `select (select count(*) from graphile_worker._private_jobs where is_available and run_at > now() and created_at > now())::int late,
        (select count(*) from graphile_worker._private_known_crontabs where last_execution between $1 and now())::int cron`,
      [since],
    )
    const [{ late, cron } = { late: -1, cron: 0 }] = rows
    const { status } = await admin(library, 'GET', '/json/whoami')
    const seen = `${clocks}; ${late} jobs wait for the former hour, ${cron} recurring tasks ran by the new one; the session of before is answered ${status}`
    if (late !== 0 || cron === 0 || status !== 200) throw new Error(seen)
    return seen
  } finally {
    await client.end()
  }
}

/** How far the clocks of a server and its database lie from that of the machine. */
async function clocksOf({ url, databaseUrl }: Library): Promise<string> {
  const answer = await fetch(`${url}/health`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ now: Date }>('select now()')
    const away = (at: number): string => `${Math.round((at - Date.now()) / 1000)} s`
    return `the server is ${away(Date.parse(answer.headers.get('date') ?? ''))} away, the database ${away(rows[0]?.now.getTime() ?? Number.NaN)}`
  } finally {
    await client.end()
  }
}

const [large, small] = [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]

/** Until the last block is taken, again and again: what is freed meanwhile is taken as well. */
async function fillDisk(folder: string, holdMs: number): Promise<string> {
  const path = join(folder, 'ballast')
  const file = await open(path, 'w')
  let taken = 0
  const take = async (bytes: Buffer): Promise<void> => {
    for (;;) taken += (await file.write(bytes)).bytesWritten
  }
  try {
    for (const untilMs = performance.now() + holdMs; performance.now() < untilMs; await sleep(100)) {
      await take(large).catch(() => {})
      await take(small).catch(() => {})
    }
  } finally {
    await file.close()
    await rm(path)
  }
  return `${Math.round(taken / 1e6)} MB taken`
}

async function takeAllConnections(connectionString: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      clients.push(client)
    } catch {
      return clients
    }
  }
}

/** Ends what decodes for the server: all that it started, but for the database. */
async function killWorkers({ serverPid }: Library): Promise<number> {
  let killed = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (parent !== serverPid || command.includes('postgres')) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
      killed += 1
    } catch {
      // It ended meanwhile.
    }
  }
  return killed
}
