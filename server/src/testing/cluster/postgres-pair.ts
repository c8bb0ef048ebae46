import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  getPostgresAccount,
  getSpawnIdentity,
  type PostgresAccount,
} from '../../ground/database/postgres-account.ts'
import { getPostgresBinaries } from '../../ground/database/postgres-binaries.ts'
import { findFreePort, startProgram, type Program } from './program.ts'

/** A PostgreSQL with a hot standby that confirms every commit. */
export interface PostgresPair {
  readonly password: string
  /** The port of the one that takes writes now. */
  primaryPort(): number
  readonly standbyPort: number
  /** Ends the primary at once, as a power cut would: it does not come back. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  killStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

const name = 'cartouche'
const run = promisify(execFile)

interface Node {
  readonly folder: string
  readonly port: number
}

/** Starts both, empty, on ports of this machine, with a password that nothing else has. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const account = await getPostgresAccount()
  const identity = getSpawnIdentity(account)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-pair-'))
  await chmod(folder, 0o755)
  const binaries = await getPostgresBinaries(account, join(folder, 'programs'))
  const password = randomBytes(12).toString('hex')
  const [first, second]: [Node, Node] = [
    { folder: join(folder, 'first'), port: await findFreePort() },
    { folder: join(folder, 'second'), port: await findFreePort() },
  ]
  const start = ({ folder: data, port }: Node, ready = 'ready to accept'): Promise<Program> =>
    startProgram(join(binaries, 'postgres'), ['-D', data, '-p', String(port)], { ready, identity })
  await initialise(first, binaries, account, password)
  const filled = await start(first)
  await executeAt(first.port, password, 'postgres', `create database ${name}`)
  await filled.end('SIGINT')
  await copyToStandby(first, second, password, account)
  let primary = await start(first)
  let standby = await start(second)
  let primaryPort = first.port
  await executeAt(first.port, password, name, `alter system set synchronous_standby_names = 'standby'`)
  await executeAt(first.port, password, name, 'select pg_reload_conf()')
  await untilStreams(first.port, password)
  return {
    password,
    primaryPort: () => primaryPort,
    standbyPort: second.port,
    killPrimary: () => primary.end('SIGKILL'),
    promote: async () => {
      await executeAt(second.port, password, name, 'select pg_promote()')
      primaryPort = second.port
    },
    killStandby: () => standby.end('SIGKILL'),
    startStandby: async () => {
      standby = await start(second)
      await untilStreams(first.port, password)
    },
    stop: async () => {
      await Promise.all([primary.end('SIGQUIT'), standby.end('SIGQUIT')])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      primary = standby
    },
  }
}

async function initialise(
  { folder }: Node,
  binaries: string,
  account: PostgresAccount,
  password: string,
): Promise<void> {
  const passwordFile = `${folder}.password`
  await mkdir(folder, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.switched) for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid)
  const parameters = ['-D', folder, '-U', name, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['-E', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin']
  await run(
    join(binaries, 'initdb'),
    [...parameters, ...locale, '--builtin-locale', 'PG_UNICODE_FAST', '--no-sync'],
    { cwd: '/', ...getSpawnIdentity(account) },
  )
  await rm(passwordFile)
  await appendFile(
    join(folder, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
jit = off
wal_keep_size = 512MB
max_standby_streaming_delay = 5s
`,
  )
}

/** Of one that was ended in order, whose files are whole. */
async function copyToStandby(
  from: Node,
  to: Node,
  password: string,
  { switched, uid, gid }: PostgresAccount,
): Promise<void> {
  await cp(from.folder, to.folder, { recursive: true })
  await chmod(to.folder, 0o700)
  await writeFile(join(to.folder, 'standby.signal'), '')
  await appendFile(
    join(to.folder, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=${name} password=${password} application_name=standby'\n`,
  )
  if (switched) await run('chown', ['-R', `${uid}:${gid}`, to.folder])
}

/** Executes a statement at the PostgreSQL on a port; gives its rows. */
export async function executeAt(
  port: number,
  password: string,
  database: string,
  statement: string,
): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: name, password, database })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** From then on a commit that is answered is at the standby as well. */
async function untilStreams(port: number, password: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const rows = await executeAt(
      port,
      password,
      name,
      `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`,
    )
    if (rows.length > 0) return
    await sleep(100)
  }
  throw new Error('The standby did not begin to follow')
}
