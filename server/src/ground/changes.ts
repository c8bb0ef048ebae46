import { listen } from './database/listen.ts'

/** Hears of every change of what access decisions rest on, made by whichever process. */
export interface Changes {
  /**
   * A number that rises with every change; undefined while changes cannot be heard, and nothing may be
   * remembered.
   */
  epoch(): number | undefined
  /** The same for what searches are compiled by, schemas, synonyms and merges, which change rarely. */
  schemaEpoch(): number | undefined
  /** The same for the rows that are searched. */
  searchEpoch(): number | undefined
  /**
   * Resolves when the epochs count every change that was committed before the call, by whichever process.
   * @source decision 0193
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const schemaTables: ReadonlySet<string> = new Set(['resource', 'field', 'synonym', 'merged_entity'])

/**
 * Listens on a connection of its own. A lost connection makes it deaf, and so forgetful, until it listens
 * again.
 * @source decisions 0005 and 0193
 */
export async function watchChanges(
  url: string,
  log: { warn(data: object, message: string): void },
  name = 'cartouche changes',
): Promise<Changes> {
  let count = 0
  let schemaCount = 0
  let searchCount = 0
  let hears = false
  let stopping = false
  const { catchUp, stop } = await listen(url, {
    name,
    channels: ['cartouche_changes'],
    onMessage: (_channel, payload) => {
      count++
      if (schemaTables.has(payload)) schemaCount++
      if (payload === 'search') searchCount++
    },
    onHearing: (now) => {
      hears = now
      count++
      schemaCount++
      searchCount++
      if (!now && !stopping)
        log.warn({}, 'the connection that hears of changes was lost; nothing is remembered until it is back')
    },
  })
  return {
    epoch: () => (hears ? count : undefined),
    schemaEpoch: () => (hears ? schemaCount : undefined),
    searchEpoch: () => (hears ? searchCount : undefined),
    catchUp,
    stop: () => {
      stopping = true
      return stop()
    },
  }
}
