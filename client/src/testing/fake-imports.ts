import {
  ApiError,
  importItemStatuses,
  type ImportCommand,
  type ImportItem,
  type ImportItemStatus,
  type ImportJob,
} from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

interface StoredJob {
  readonly id: number
  readonly name: string
  items: readonly ImportItem[]
  /** Commands that are not done, with what they do. */
  readonly commands: Map<string, () => void>
}

/**
 * Imports of the fake server. What takes the real one time is done at the first look at the changes of the
 * job, or at the job.
 */
export function importHandlers(library: FakeLibrary): FakeHandlers {
  const jobs = new Map<number, StoredJob>()
  let last = 0
  const stores: Stores = {
    library,
    jobs,
    nextId: () => ++last,
    get(id) {
      const job = jobs.get(id)
      if (!job) throw new ApiError('entity_not_found', { resource: 'massimportjob', id })
      return job
    },
  }
  return { ...jobCalls(stores), ...itemCalls(stores) }
}

interface Stores {
  readonly library: FakeLibrary
  readonly jobs: Map<number, StoredJob>
  readonly get: (id: number) => StoredJob
  readonly nextId: () => number
}

function work(job: StoredJob): void {
  for (const run of job.commands.values()) run()
  job.items = job.items.map((item) => (statusOf(item) === 'waiting' ? withStatus(item, 'ready') : item))
}

function jobCalls({ library, jobs, get, nextId }: Stores): FakeHandlers {
  return {
    createImportJob({ json }) {
      const job: StoredJob = { id: nextId(), name: json?.name ?? 'Import', items: [], commands: new Map() }
      jobs.set(job.id, job)
      return { response: { data: showJob(job) } }
    },
    findImportJobs: () => ({
      headers: {},
      links: {},
      response: { total: jobs.size, data: [...jobs.values()].toReversed().map(showJob) },
    }),
    getImportJob({ id }) {
      const shown = showJob(get(id))
      work(get(id))
      return { response: { data: shown } }
    },
    deleteImportJob({ id }) {
      jobs.delete(get(id).id)
      return { response: { deletedId: id } }
    },
    editImportJob({ id, metadata: { ids, data, validate } = {} }) {
      const job = get(id)
      const chosen = new Set(
        ids ?? job.items.filter((item) => statusOf(item) === 'ready').map((item) => item.id),
      )
      const command = `c${nextId()}`
      const notReady = job.items.find((item) => chosen.has(item.id) && validate && statusOf(item) !== 'ready')
      if (notReady)
        throw new ApiError('import_item_not_ready', { id: notReady.id, reason: statusOf(notReady) })
      const edit = (item: ImportItem): ImportItem =>
        chosen.has(item.id)
          ? validate
            ? validated(library, item)
            : { ...item, $assetmetadata: applyChanges(item.$assetmetadata, data ?? {}) }
          : item
      job.commands.set(command, () => {
        job.items = job.items.map(edit)
        job.commands.delete(command)
      })
      return {
        response: {
          $action: { commands: [command] },
          data: showJob(job),
          ...(validate ? { validationJob: { id: command } } : {}),
        },
      }
    },
    listImportChanges({ id, commandIds = [] }) {
      const job = get(id)
      work(job)
      return {
        response: { data: commandIds.map((command) => showCommand(command, !job.commands.has(command))) },
      }
    },
  }
}

function itemCalls({ jobs, get, nextId }: Stores): FakeHandlers {
  return {
    uploadImportFiles(_input, _identity, form) {
      const files = [...(form?.values() ?? [])].filter((value) => value instanceof File)
      if (files.length === 0) throw new ApiError('upload_empty')
      const {
        job: { id },
      } = JSON.parse(form?.get('json') as string) as { job: { id: number } }
      const job = get(id)
      const items = files.filter(({ size }) => size > 0).map((file) => newItem(nextId(), id, file))
      job.items = [...job.items, ...items]
      return {
        response: {
          data: items,
          files: files.map((file) => ({
            filename: file.name,
            item: items.find(({ filename }) => filename === file.name)?.id ?? null,
            problem: file.size === 0 ? { code: 'empty', message: 'The file is empty' } : null,
          })),
        },
      }
    },
    findImportItems({ id, max = 24, after, state }) {
      const { items } = get(id)
      const start = Number(after ?? 0)
      const end = start + max
      return {
        $assetmetadataresources: [{ resource: 'asset', name: 'Asset', description: '' }],
        headers: { $assetmetadata: { asset: {} } },
        ...(state === undefined ? {} : { state }),
        links: end < items.length ? { nextResultsToken: String(end), moreResultsToken: String(end) } : {},
        response: { total: items.length, outstandingItems: [], data: items.slice(start, end) },
      }
    },
    deleteImportItem({ ids: [id = 0] }) {
      const job = [...jobs.values()].find(({ items }) => items.some((item) => item.id === id))
      if (!job) throw new ApiError('entity_not_found', { resource: 'massimportitem', id })
      job.items = job.items.filter((item) => item.id !== id)
      return { response: { deletedId: id } }
    },
  }
}

function statusOf({ status }: ImportItem): ImportItemStatus {
  return status.name as ImportItemStatus
}

function withStatus(item: ImportItem, name: ImportItemStatus): ImportItem {
  return { ...item, status: { id: importItemStatuses[name], name } }
}

function validated(library: FakeLibrary, item: ImportItem): ImportItem {
  const asset = library.add('asset', {
    name: String(item.$assetmetadata['name']),
    keywords: [],
    metadata: { filesize: item.filesize },
  })
  return { ...withStatus(item, 'validated'), asset: { id: asset.id } }
}

function newItem(id: number, job: number, { name, size, type }: File): ImportItem {
  return {
    id,
    $uuid: `20000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    $resource: 'massimportitem',
    $version: 1,
    $lockedby: null,
    status: { id: importItemStatuses.waiting, name: 'waiting' },
    job: { id: job },
    filename: name,
    filesize: size,
    mediatype: type || null,
    nature: null,
    blurhash: null,
    indexingstatus: 'done',
    width: null,
    height: null,
    problems: [],
    duplicateof: null,
    asset: null,
    $assetmetadata: { $resource: 'asset', name: name.replace(/\.\w+$/, '') },
  }
}

function showCommand(id: string, done: boolean): ImportCommand {
  return {
    id,
    done,
    kind: 'edit',
    total: 1,
    finished: done ? 1 : 0,
    failed: 0,
    cancelled: false,
    created: '2026-01-01T00:00:00.000Z',
    user: { id: 1, name: 'editor' },
    undoable: done,
    failures: [],
  }
}

function showJob({ id, name, items }: StoredJob): ImportJob {
  const counts = Object.fromEntries(
    Object.keys(importItemStatuses).map((status) => [
      status,
      items.filter((item) => statusOf(item) === status).length,
    ]),
  )
  return {
    id,
    $resource: 'massimportjob',
    name,
    status: { id: 1, name: 'outstanding' },
    activated: true,
    jobowner: { id: 1, name: 'editor' },
    created: '2026-01-01T00:00:00.000Z',
    $items: [],
    $moreChildren_$items: { total: items.length },
    counts,
  }
}
