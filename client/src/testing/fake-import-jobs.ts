import {
  ApiError,
  fieldsOf,
  importItemStatuses,
  importJobStatuses,
  parseQuery,
  type CallInput,
  type Calls,
  type ImportCommand,
  type ImportItem,
  type ImportItemStatus,
  type ImportJob,
} from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'
import { fold, holds, order } from './fake-search.ts'

/** What is done with items later: at the next look at the changes of the job, or at the job. */
export interface FakeCommand {
  readonly id: string
  readonly kind: ImportCommand['kind']
  readonly itemIds: readonly number[]
  readonly run: () => void
  done: boolean
  cancelled: boolean
}

/** An import of the fake server. */
export interface StoredJob {
  readonly id: number
  name: string
  activated: boolean
  ownerId: number
  subjobs: readonly number[]
  items: readonly ImportItem[]
  readonly commands: Map<string, FakeCommand>
}

export interface ImportStores {
  readonly library: FakeLibrary
  readonly jobs: Map<number, StoredJob>
  /** The time of the server, milliseconds. */
  readonly nowMs: () => number
  /** When the lease of an item ends, by its id. */
  readonly leaseEnds: Map<number, number>
  readonly get: (id: number) => StoredJob
  /** The same where it takes files and edits. */
  readonly getActive: (id: number) => StoredJob
  readonly nextId: () => number
  /** The import that an item is in. */
  readonly jobOf: (itemId: number) => StoredJob
  /** Starts a command; its id. */
  readonly command: (
    job: StoredJob,
    kind: FakeCommand['kind'],
    itemIds: readonly number[],
    run: () => void,
  ) => string
}

/** An empty store of imports beside a library. */
export function createImportStores(library: FakeLibrary, nowMs: () => number): ImportStores {
  const jobs = new Map<number, StoredJob>()
  let last = 0
  const get = (id: number): StoredJob => {
    const job = jobs.get(id)
    if (!job) throw new ApiError('entity_not_found', { resource: 'massimportjob', id })
    return job
  }
  return {
    library,
    jobs,
    nowMs,
    leaseEnds: new Map(),
    nextId: () => ++last,
    get,
    getActive(id) {
      if (!get(id).activated) throw new ApiError('import_job_deactivated', { id })
      return get(id)
    },
    jobOf(itemId) {
      const job = [...jobs.values()].find(({ items }) => items.some(({ id }) => id === itemId))
      if (!job) throw new ApiError('entity_not_found', { resource: 'massimportitem', id: itemId })
      return job
    },
    command(job, kind, itemIds, run) {
      const id = `c${++last}`
      job.commands.set(id, { id, kind, itemIds, run, done: false, cancelled: false })
      return id
    },
  }
}

/** What takes the real server time, done now. */
export function work(job: StoredJob): void {
  for (const command of job.commands.values()) {
    if (command.done) continue
    command.run()
    command.done = true
  }
  job.items = job.items.map((item) => (statusOf(item) === 'waiting' ? withStatus(item, 'ready') : item))
}

/** Imports themselves: made, listed, changed, started, deleted. */
export function jobCalls(stores: ImportStores): FakeHandlers {
  const { jobs, get, getActive, nextId } = stores
  const find = (input: CallInput<Calls['findImportJobs']>) => findJobs(stores, input)
  return {
    createImportJob({ json }) {
      const job: StoredJob = {
        id: nextId(),
        name: json?.name ?? 'Import',
        activated: true,
        ownerId: 1,
        subjobs: [],
        items: [],
        commands: new Map(),
      }
      jobs.set(job.id, job)
      return { response: { data: showJob(stores, job) } }
    },
    findImportJobs: find,
    findImportJobsAsPost: find,
    getImportJob({ id, withItems }) {
      const shown = showJob(stores, get(id), withItems ? 10 : 0)
      work(get(id))
      return { response: { data: shown } }
    },
    patchImportJob: ({ id, json }) => ({ response: { data: showJob(stores, patchJob(stores, id, json)) } }),
    takeImportJobAction({ id, workflowAction }) {
      const job = getActive(id)
      if (workflowAction !== 'start') throw new ApiError('unknown_action', { action: workflowAction })
      job.items = job.items.map((item) =>
        statusOf(item) === 'ready' ? withStatus(item, 'validating') : item,
      )
      return { response: { data: showJob(stores, job) } }
    },
    deleteImportJob({ id, withSecondaryJobs }) {
      const gone = [get(id).id, ...(withSecondaryJobs ? under(stores, [id]) : [])]
      for (const jobId of gone) if (isBusy(get(jobId))) throw new ApiError('import_item_not_ready', { id })
      for (const jobId of gone) jobs.delete(jobId)
      return { response: { deletedId: id } }
    },
  }
}

const isBusy = ({ items }: StoredJob): boolean => items.some((item) => statusOf(item) === 'validating')

function findJobs(stores: ImportStores, input: CallInput<Calls['findImportJobs']>) {
  const {
    fulltext = '',
    orderby = 'created desc',
    after = '0',
    max,
    withData,
    withItems,
    maxItems = 10,
  } = input
  const query = parseQuery(input.query)
  const isActiveOnly = !fieldsOf(query).includes('activated')
  const words = fold(fulltext).split(' ')
  // Imports are made in the order of their ids.
  const found = order(
    [...stores.jobs.values()]
      .filter(
        ({ activated, name }) =>
          (activated || !isActiveOnly) && words.every((word) => fold(name).includes(word)),
      )
      .map((job) => ({ $uuid: '', ...showJob(stores, job, withItems ? (maxItems < 0 ? 200 : maxItems) : 0) }))
      .filter((job) => holds(query, job, { schemas: stores.library.schemas, list: stores.library.list })),
    orderby.replace('created', 'id'),
  )
  const end = Number(after) + max
  const isLast = withData === false || end >= found.length
  return {
    headers: {},
    links: isLast ? {} : { next: `/api/rest/massimport/job?after=${end}`, nextResultsToken: String(end) },
    response: { total: found.length, data: withData === false ? [] : found.slice(Number(after), end) },
  }
}

function patchJob(
  stores: ImportStores,
  id: number,
  { name, activated, jobowner, subjobs }: CallInput<Calls['patchImportJob']>['json'],
): StoredJob {
  const job = stores.get(id)
  if (subjobs?.$mode === 'clear') job.subjobs = []
  if (subjobs?.$mode === 'remove') job.subjobs = job.subjobs.filter((one) => !subjobs.$values.includes(one))
  if (subjobs?.$mode === 'appendnew') {
    const added = subjobs.$values.map((one) => stores.get(one).id)
    if ([...added, ...under(stores, added)].includes(id)) throw new ApiError('import_job_circle', { id })
    job.subjobs = [...new Set([...job.subjobs, ...added])]
  }
  return Object.assign(job, {
    name: name ?? job.name,
    activated: activated ?? job.activated,
    ownerId: jobowner ?? job.ownerId,
  })
}

/** All that is under some imports; there are no circles. */
function under(stores: ImportStores, ids: readonly number[]): number[] {
  const direct = ids.flatMap((id) => stores.jobs.get(id)?.subjobs ?? [])
  return direct.length === 0 ? [] : [...direct, ...under(stores, direct)]
}

/** The status of an item by its name. */
export function statusOf({ status }: ImportItem): ImportItemStatus {
  return status.name as ImportItemStatus
}

/** The item in another status. */
export function withStatus(item: ImportItem, name: ImportItemStatus): ImportItem {
  return { ...item, status: { id: importItemStatuses[name], name, online: name === 'ready' } }
}

/** An import as it travels, with some of its items. */
export function showJob(stores: ImportStores, job: StoredJob, itemCount = 0): ImportJob {
  const { id, name, items, activated, ownerId } = job
  const counts = Object.fromEntries(
    Object.keys(importItemStatuses).map((status) => [
      status,
      items.filter((item) => statusOf(item) === status).length,
    ]),
  )
  const left = (['waiting', 'analyzing', 'validating', 'ready', 'broken', 'validated'] as const).find(
    (status) => (counts[status] ?? 0) > 0,
  )
  const status =
    left === undefined
      ? 'empty'
      : left === 'waiting' || left === 'analyzing' || left === 'validating'
        ? 'outstanding'
        : left
  return {
    id,
    $resource: 'massimportjob',
    $path: 'massimport/data/job',
    name,
    status: { id: importJobStatuses[status], name: status },
    activated,
    jobowner: { id: ownerId, name: 'editor' },
    created: '2026-01-01T00:00:00.000Z',
    count: items.length,
    subjobs: job.subjobs
      .flatMap((one) => stores.jobs.get(one) ?? [])
      .map((one) => ({ id: one.id, name: one.name })),
    $items: items.slice(0, itemCount),
    $moreChildren_$items: { total: items.length },
    counts,
  }
}
