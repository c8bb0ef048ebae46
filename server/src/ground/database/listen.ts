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

const listenAgainAfterMs = 1000

/**
 * Listens to channels on a connection of its own, which is made again where it is lost. Resolves when it
 * listens first.
 * @throws Error where the first connection fails
 */
export async function listen(
  url: string,
  { name, channels, onMessage, onHearing }: ListenOptions,
): Promise<{ stop(): Promise<void> }> {
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
  await connect()
  return {
    stop: async () => {
      stopping = true
      await client?.end()
    },
  }
}
