import { listen } from './database/listen.ts'

/** Hears of every change of what access decisions rest on, made by whichever process. */
export interface Changes {
  /**
   * A number that rises with every change; undefined while changes cannot be heard, and nothing may be
   * remembered.
   */
  epoch(): number | undefined
  /** The same for what says who somebody is and what they may do, on which no asset has a bearing. */
  accountEpoch(): number | undefined
  /** The same for what searches are compiled by, schemas, synonyms and merges, which change rarely. */
  schemaEpoch(): number | undefined
  /** The same for the rows that are searched. */
  searchEpoch(): number | undefined
  /**
   * A number that rises with every change of a cart, of what it holds and of whom it is shared with;
   * undefined as above. Changes of the light table count too.
   * @source decision 0241
   */
  cartRevision(id: number): number | undefined
  /**
   * Resolves when the epochs count every change that was committed before the call, by whichever process.
   * @source decision 0193
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const schemaTables: ReadonlySet<string> = new Set(['resource', 'field', 'synonym', 'merged_entity'])
/** What the numbers in memory know of rows. */
const searchTables: ReadonlySet<string> = new Set(['search', 'asset_search', 'document_words'])
/**
 * On which nobody's account, role or session rests: rows of assets, their files and what is made of them, and
 * imports. Any other table may.
 */
const tablesBesideAccounts: ReadonlySet<string> = new Set([
  'asset_entity',
  'asset_link',
  'asset_search',
  'document_words',
  'entity_file',
  'focal_point',
  'import_item',
  'import_job',
  'mark',
  'poster',
  'rendition',
])
/** So many changed carts are listed one by one; beyond that, all count as changed. */
const maxChangedCarts = 10_000

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
  let accountCount = 0
  const carts = countCarts()
  let hears = false
  let stopping = false
  const { catchUp, stop } = await listen(url, {
    name,
    channels: ['cartouche_changes', 'cartouche_carts'],
    onMessage: (channel, payload) => {
      if (channel === 'cartouche_carts') return carts.note(payload)
      count++
      if (schemaTables.has(payload)) schemaCount++
      if (searchTables.has(payload)) searchCount++
      if (!tablesBesideAccounts.has(payload)) accountCount++
    },
    onHearing: (now) => {
      hears = now
      count++
      schemaCount++
      searchCount++
      accountCount++
      carts.noteAll()
      if (!now && !stopping)
        log.warn({}, 'the connection that hears of changes was lost; nothing is remembered until it is back')
    },
  })
  return {
    epoch: () => (hears ? count : undefined),
    accountEpoch: () => (hears ? accountCount : undefined),
    schemaEpoch: () => (hears ? schemaCount : undefined),
    searchEpoch: () => (hears ? searchCount : undefined),
    cartRevision: (id) => (hears ? carts.revision(id) : undefined),
    catchUp,
    stop: () => {
      stopping = true
      return stop()
    },
  }
}

/** Counts the changes of each cart. */
function countCarts(): { note(ids: string): void; noteAll(): void; revision(id: number): number } {
  let count = 0
  /** The count when all carts changed last. */
  let all = 0
  const changed = new Map<number, number>()
  const noteAll = (): void => {
    all = ++count
    changed.clear()
  }
  return {
    note: (ids) => {
      count++
      if (ids === 'many' || changed.size > maxChangedCarts) return noteAll()
      for (const id of ids.split(',')) changed.set(Number(id), count)
    },
    noteAll,
    revision: (id) => changed.get(id) ?? all,
  }
}
