import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const lookEveryMs = 50

/**
 * Takes no more connections, and lets requests end that are under way: resolves when they have, after
 * `withinMs` at the latest. Connections on which nothing is asked are closed.
 */
export async function drainServer(server: Server, withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs
  server.close()
  while (performance.now() < untilMs) {
    server.closeIdleConnections()
    if ((await countConnections(server)) === 0) return
    await sleep(lookEveryMs)
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })
}
