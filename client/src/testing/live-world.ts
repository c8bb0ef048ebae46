import { createClient } from '../client.ts'
import { liveOf } from '../live/live.ts'
import { createFakeClock, settle } from './fake-clock.ts'
import { createFakeServer } from './fake-server.ts'

/** A signed-in client of a fake server, whose event streams the test writes. */
export async function openLiveWorld() {
  const server = createFakeServer()
  const clock = createFakeClock()
  const streams: {
    send(text: string): Promise<void>
    end(): Promise<void>
    readonly isAborted: () => boolean
  }[] = []
  let refusals = 0
  const fetch = (async (input: string, init: RequestInit) => {
    if (!String(input).includes('/rest/live')) return server.fetch(input, init)
    if (refusals-- > 0) throw new TypeError('fetch failed')
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
      },
    })
    init.signal?.addEventListener('abort', () =>
      controller?.error(Object.assign(new Error('aborted'), { name: 'AbortError' })),
    )
    streams.push({
      send: async (text) => {
        controller?.enqueue(new TextEncoder().encode(text))
        await settle()
      },
      end: async () => {
        controller?.close()
        await settle()
      },
      isAborted: () => init.signal?.aborted === true,
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }) as typeof globalThis.fetch
  const client = createClient({ mode: 'bearer', fetch, clock })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  await settle()
  return {
    server,
    client,
    clock,
    streams,
    live: liveOf(client),
    refuse: (times: number) => {
      refusals = times
    },
  }
}
