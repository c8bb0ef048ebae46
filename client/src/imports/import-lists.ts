import { calls, type ImportJob, type QueryJson } from '@cartouche/contract/wire'
import { nounError, toFailure, type Failure } from '../failure.ts'
import { isInProgress, type LoadStatus } from '../load-status.ts'
import { createKeyedStore, readKey, type KeyedReadable, type Readable } from '../store/keyed-store.ts'
import { importErrors } from './import-errors.ts'
import type { ImportNeeds } from './import-jobs.ts'

/** What a list of imports asks. */
export interface ImportListDefinition {
  readonly name: string
  /** Fields: id, name, created, modified, activated, jobowner, status, count. */
  readonly query?: QueryJson | undefined
  /** Words of the name. */
  readonly fulltext?: string | undefined
  /** One field, as in `name asc`; `created desc` by default. @source data-layer §9 */
  readonly orderby?: string | undefined
  /** Items that come with each import: the first 10 by default. @source data-layer §9 */
  readonly maxItems?: number | undefined
}

/** A list of the imports that the user can see, each with its first items. */
export interface ImportJobListSnapshot extends ImportListDefinition {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly jobs: readonly ImportJob[]
  readonly total: number
  readonly hasNext: boolean
}

/** Lists of imports by name; the one that is called `imports` is always there. */
export interface ImportLists {
  /** The list `imports`: all that the user can see, newest first. */
  readonly list: Readable<ImportJobListSnapshot>
  readonly lists: KeyedReadable<ImportJobListSnapshot>
  /**
   * Registers a list, or has it ask something else: what is shown stays until the next `fetchJobs`.
   * @throws import_list_nameless
   */
  registerList(definition: ImportListDefinition): void
  /** Loads the first page. @throws import_list_unknown; what the call rejects with */
  fetchJobs(name?: string): Promise<void>
  /** Loads the next page; does nothing when there is none. @throws import_list_unknown */
  fetchNextJobs(name?: string): Promise<void>
}

/** The lists, and what their owner does with them. */
export interface OwnImportLists extends ImportLists {
  /** The job as some list knows it. */
  find(jobId: number): ImportJob | undefined
  /** A new job comes first where nothing is searched for. */
  added(job: ImportJob): void
  /** A job as it is now, wherever it is listed. */
  changed(job: ImportJob): void
  removed(jobId: number): void
  clear(): void
}

/** Items of each job of a list. @source data-layer §9 */
const itemsPerJob = 10
const mainList = 'imports'
/** Longer queries travel as a body. */
const maxQueryLength = 1500

const unknownList = (name: string): ImportJobListSnapshot => ({
  name,
  status: 'unknown',
  error: null,
  jobs: [],
  total: 0,
  hasNext: false,
})

/** Creates the lists of imports. @source data-layer §5, §7 Mass import, §8, §9 */
export function createImportLists(needs: ImportNeeds): OwnImportLists {
  const lists = createKeyedStore<ImportJobListSnapshot>(unknownList)
  const tokens = new Map<string, string | undefined>()
  const change = (edit: (snapshot: ImportJobListSnapshot) => ImportJobListSnapshot): void =>
    lists.keys().forEach((name) => lists.update(name, edit))
  const load = async (name: string, after?: string): Promise<void> => {
    const asked = lists.get(name)
    if (isInProgress(asked.status)) return
    const status = after !== undefined ? 'next' : asked.status === 'registered' ? 'initial' : 'fetching'
    lists.update(name, (snapshot) => ({ ...snapshot, status, error: null }))
    const isCurrent = (): boolean => isSameQuestion(asked, lists.get(name))
    try {
      const { links, response } = await askJobs(needs, asked, after)
      if (!isCurrent()) return await load(name)
      tokens.set(name, links.nextResultsToken ?? afterIn(links.next))
      lists.update(name, (snapshot) => ({
        ...snapshot,
        status: 'loaded',
        jobs: after === undefined ? response.data : [...snapshot.jobs, ...response.data],
        total: response.total,
        hasNext: tokens.get(name) !== undefined,
      }))
    } catch (error) {
      if (!isCurrent()) return
      const failure = toFailure(error)
      needs.log('error', 'Failed to retrieve imports', failure)
      lists.update(name, (snapshot) => ({ ...snapshot, status: 'error', error: failure }))
      throw failure
    }
  }
  const registerList: ImportLists['registerList'] = (definition) => {
    if (definition.name.trim() === '') throw nounError(importErrors, 'import_list_nameless')
    if (lists.has(definition.name) && isSameQuestion(definition, lists.get(definition.name))) return
    lists.update(definition.name, ({ status, error, jobs, total, hasNext }) => ({
      ...definition,
      error,
      jobs,
      total,
      hasNext,
      // What is under way answers the question from before: it is superseded.
      status: status === 'unknown' ? 'registered' : 'invalid',
    }))
  }
  const known = (name: string): string => {
    if (!lists.has(name)) throw nounError(importErrors, 'import_list_unknown')
    return name
  }
  registerList({ name: mainList })
  return {
    lists,
    list: readKey(lists, mainList),
    registerList,
    fetchJobs: async (name = mainList) => load(known(name)),
    async fetchNextJobs(name = mainList) {
      const token = tokens.get(known(name))
      if (token !== undefined) await load(name, token)
    },
    find: (jobId) =>
      lists
        .keys()
        .flatMap((name) => lists.get(name).jobs)
        .find(({ id }) => id === jobId),
    added: (job) =>
      change((list) =>
        list.query || list.fulltext || list.orderby
          ? list
          : { ...list, jobs: [job, ...list.jobs], total: list.total + 1 },
      ),
    changed: (job) =>
      change((list) => ({
        ...list,
        jobs: list.jobs.map((one) => (one.id === job.id ? { ...one, ...job } : one)),
      })),
    removed: (jobId) =>
      change((list) => {
        const jobs = list.jobs.filter(({ id }) => id !== jobId)
        return { ...list, jobs, total: list.total - (list.jobs.length - jobs.length) }
      }),
    clear() {
      tokens.clear()
      lists.clear()
      registerList({ name: mainList })
    },
  }
}

function askJobs({ transport }: ImportNeeds, definition: ImportListDefinition, after: string | undefined) {
  const { query, fulltext, orderby = 'created desc', maxItems = itemsPerJob } = definition
  const long = JSON.stringify(query ?? '').length > maxQueryLength
  return transport.call(long ? calls.findImportJobsAsPost : calls.findImportJobs, {
    ...(query === undefined ? {} : { query }),
    ...(fulltext?.trim() ? { fulltext: fulltext.trim() } : {}),
    ...(after === undefined ? {} : { after }),
    orderby,
    ...(maxItems > 0 ? { withItems: true, maxItems } : {}),
    withRights: true,
  })
}

function isSameQuestion(one: ImportListDefinition, other: ImportListDefinition): boolean {
  return one.query === other.query && one.fulltext === other.fulltext && one.orderby === other.orderby
}

/** The token in the address of a next page. @source wire facts "Lists": job lists read `links.next` */
function afterIn(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('after') ?? undefined
}
