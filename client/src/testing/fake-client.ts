import { checkAnswer } from '@cartouche/contract'
import { createClient, type Client, type ClientOptions } from '../client.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'

/** A client against a fake server, with time in hand. */
export interface FakeClient {
  readonly client: Client
  readonly server: FakeServer
  readonly clock: FakeClock
  /** What was logged. */
  readonly logged: readonly string[]
}

/** Creates a client of a fake server; signed in as `editor` by default. */
export async function createFakeClient({
  assets,
  signIn = true,
  ...options
}: Partial<ClientOptions> & {
  readonly assets?: number
  readonly signIn?: boolean
} = {}): Promise<FakeClient> {
  const clock = createFakeClock()
  const server = createFakeServer({ nowMs: clock.nowMs, ...(assets === undefined ? {} : { assets }) })
  const logged: string[] = []
  const client = createClient({
    mode: 'bearer',
    fetch: server.fetch,
    clock,
    checkAnswer,
    log: (_level, message) => void logged.push(message),
    ...options,
  })
  if (signIn) await client.session.signIn({ login: 'editor', password: 'editor' })
  return { client, server, clock, logged }
}
