import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Stands between a server and its database. */
export interface DatabaseRelay {
  /** The address of the same database through it. */
  readonly url: string
  /** While true, nothing of the slowed connections comes through, as in a network that stands still. */
  stall(isStalled: boolean): void
  stop(): Promise<void>
}

/**
 * Passes everything on; what the database sends to connections whose application is called `slowed` comes
 * `delayMs` later.
 */
export async function startDatabaseRelay(
  databaseUrl: string,
  { slowed, delayMs }: { readonly slowed: string; readonly delayMs: number },
): Promise<DatabaseRelay> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-relay-'))
  const target = targetOf(new URL(databaseUrl))
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let isStalled = false
  const pass = (isSlowed: () => boolean, from: Socket, to: Socket, afterMs: number): void => {
    from.on('data', (bytes) => {
      if (!isSlowed()) return void to.write(bytes)
      const send = (): void => void (to.destroyed || to.write(bytes))
      if (isStalled) held.push(send)
      else setTimeout(send, afterMs)
    })
  }
  const relay = createServer((client) => {
    const upstream = connect(target)
    // The first bytes name the application.
    let isSlowed = false
    client.once('data', (bytes) => {
      isSlowed = bytes.includes(`application_name\0${slowed}`)
    })
    pass(() => isSlowed && isStalled, client, upstream, 0)
    pass(() => isSlowed, upstream, client, delayMs)
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
  await new Promise<void>((resolve) => relay.listen(join(folder, '.s.PGSQL.5432'), resolve))
  const url = new URL(databaseUrl)
  url.searchParams.set('host', folder)
  return {
    url: url.href,
    stall: (now) => {
      isStalled = now
      if (!now) for (const send of held.splice(0)) send()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function targetOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get('host')
  return folder?.startsWith('/')
    ? { path: join(folder, '.s.PGSQL.5432') }
    : { host: folder ?? hostname, port: Number(port || 5432) }
}
