import pg from 'pg'

export interface ListenOptions {
  /** Under which the connection shows in PostgreSQL's own lists. */
  readonly name: string
  readonly channels: readonly string[]
  readonly onMessage: (channel: string, payload: string) => void
  /**
   * Called with true when it listens, with false when the connection is lost: what was sent meanwhile is
   * never heard.
   */
  readonly onHearing: (hears: boolean) => void
}

/** A connection that listens. */
export interface Listening {
  /**
   * Resolves when every message has been heard that was sent by a transaction which ended before the call; or
   * when the connection is lost, as `onHearing` reports then. A connection that does not answer within 2 s
   * counts as lost. Callers share a question that begins after they came.
   * @source PostgreSQL, "Asynchronous Notification": what is committed is delivered before the answer to the
   * next command
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const listenAgainAfterMs = 1000
const answerWithinMs = 2000

/**
 * Listens to channels on a connection of its own, which is made again where it is lost. Resolves when it
 * listens first.
 * @throws Error where the first connection fails
 */
export async function listen(
  url: string,
  { name, channels, onMessage, onHearing }: ListenOptions,
): Promise<Listening> {
  let stopping = false
  let client: pg.Client | undefined
  const lose = (lost: pg.Client): void => {
    if (client !== lost) return
    client = undefined
    onHearing(false)
    if (!stopping) retry()
  }
  const retry = (): void =>
    void setTimeout(() => {
      if (!stopping) connect().catch(retry)
    }, listenAgainAfterMs).unref()
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: name, keepAlive: true })
    next.on('error', () => {
      lose(next)
    })
    next.on('end', () => {
      lose(next)
    })
    next.on('notification', ({ channel, payload }) => {
      onMessage(channel, payload ?? '')
    })
    await next.connect()
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
    onHearing(true)
  }
  const ask = async (): Promise<void> => {
    const asked = client
    if (!asked) return
    const timer = setTimeout(() => {
      lose(asked)
      // Cut off, as it waits for an answer: the question fails.
      void asked.end().catch(() => {})
    }, answerWithinMs)
    try {
      await asked.query('')
    } catch {
      lose(asked)
    } finally {
      clearTimeout(timer)
    }
  }
  await connect()
  return {
    catchUp: shareRuns(ask),
    stop: async () => {
      stopping = true
      await client?.end()
    },
  }
}

/** Whoever comes while it runs waits for the next run, which all of them share. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    const mine = run().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }
  return () => (running ? (next ??= running.then(begin)) : begin())
}
