import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getPostgresAccount, getSpawnIdentity } from './postgres-account.ts'

/** Whether Debian's PgBouncer is installed. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0
export const withoutPooler = hasPooler ? '' : ' (skipped: there is no pgbouncer)'

/** A PgBouncer in front of a database. */
export interface TestPooler {
  /** Each transaction has another session, of few. */
  readonly transactionUrl: string
  /** Each connection has a session of its own. */
  readonly sessionUrl: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in front of a database, with both of its modes, each by a name of its own. It does not run
 * as root, whom PostgreSQL alone knows: a relay passes on what it says.
 */
export async function startTestPooler(databaseUrl: string, sessions = 4): Promise<TestPooler> {
  const account = await getPostgresAccount()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-pooler-'))
  const { pathname, username } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const relay = await startRelay(databaseUrl, join(folder, '.s.PGSQL.5432'))
  const file = join(folder, 'pgbouncer.ini')
  const target = `host=${folder} port=5432 dbname=${database} user=${username}`
  await writeFile(
    file,
    `[databases]
transaction = ${target} pool_mode=transaction pool_size=${sessions}
session = ${target} pool_mode=session pool_size=50
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
`,
  )
  if (account.switched) {
    await chown(folder, account.uid, account.gid)
    await chmod(join(folder, '.s.PGSQL.5432'), 0o777)
  }
  const pooler = spawn('pgbouncer', [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...getSpawnIdentity(account),
  })
  const lines: string[] = []
  const exited = once(pooler, 'exit')
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: pooler.stderr }).on('line', (line) => {
      lines.push(line)
      if (line.includes('process up')) resolve()
    })
    void exited.then(() => reject(new Error(`pgbouncer ended:\n${lines.join('\n')}`)))
  })
  const urlOf = (name: string): string =>
    `postgresql://${username}@localhost:6432/${name}?host=${encodeURIComponent(folder)}`
  return {
    transactionUrl: urlOf('transaction'),
    sessionUrl: urlOf('session'),
    stop: async () => {
      pooler.kill('SIGKILL')
      await exited
      await relay.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startRelay(databaseUrl: string, path: string): Promise<{ stop(): Promise<void> }> {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const upstream = folder?.startsWith('/')
      ? connect(join(folder, '.s.PGSQL.5432'))
      : connect({ host: hostname, port: Number(port || 5432) })
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => relay.listen(path, resolve))
  return {
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}
