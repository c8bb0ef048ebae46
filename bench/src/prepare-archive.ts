import { setTimeout as wait } from 'node:timers/promises'
import type { BenchServer } from './bench-server.ts'

/** The uuid of a cart's archive of originals with their descriptions, once it is ready. */
export async function prepareArchive(server: BenchServer, cart: number): Promise<string> {
  const answer = await server.call('POST', `/wedia/cart/zipCart/${cart}`, { withContactSheet: false })
  if (!answer.ok) throw new Error(`An archive was refused: ${await answer.text()}`)
  const uuid = (await answer.json()) as string
  while ((await fetch(`${server.url}/wedia/cart/downloadCart/${uuid}`, { method: 'HEAD' })).status !== 200)
    await wait(1)
  return uuid
}
