import {
  ApiError,
  importItemStatuses,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ImportCommand,
  type ImportItem,
} from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import {
  createImportStores,
  jobCalls,
  showJob,
  statusOf,
  withStatus,
  work,
  type ImportStores,
} from './fake-import-jobs.ts'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/**
 * Imports of the fake server. What takes the real one time is done at the first look at the changes of the
 * job, or at the job.
 */
export function importHandlers(library: FakeLibrary): FakeHandlers {
  const stores = createImportStores(library)
  return { ...jobCalls(stores), ...commandCalls(stores), ...itemCalls(stores) }
}

function commandCalls(stores: ImportStores): FakeHandlers {
  const { library, get, getActive, nextId } = stores
  return {
    editImportJob({ id, metadata: { ids, data, validate } = {} }) {
      const job = getActive(id)
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
          data: showJob(stores, job),
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

function itemCalls({ jobs, get, getActive, nextId }: ImportStores): FakeHandlers {
  return {
    uploadImportFiles(_input, _identity, form) {
      const files = [...(form?.values() ?? [])].filter((value) => value instanceof File)
      if (files.length === 0) throw new ApiError('upload_empty')
      const {
        job: { id },
      } = JSON.parse(form?.get('json') as string) as { job: { id: number } }
      const job = getActive(id)
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
    findImportItems: ({ id, ...asked }) => pageOf(get(id).items, asked),
    findAllImportItems: (asked) =>
      pageOf(
        [...jobs.values()].flatMap(({ items }) => items),
        asked,
      ),
    getImportItems({ ids }) {
      const all = [...jobs.values()].flatMap(({ items }) => items)
      const found = ids.flatMap((id) => all.find((item) => item.id === id) ?? [])
      const [first] = found
      if (ids.length === 1 && !first)
        throw new ApiError('entity_not_found', { resource: 'massimportitem', id: ids[0] ?? 0 })
      return { resource: 'massimportitem', response: { data: ids.length === 1 && first ? first : found } }
    },
    deleteImportItem({ ids: [id = 0] }) {
      const job = [...jobs.values()].find(({ items }) => items.some((item) => item.id === id))
      if (!job) throw new ApiError('entity_not_found', { resource: 'massimportitem', id })
      job.items = job.items.filter((item) => item.id !== id)
      return { response: { deletedId: id } }
    },
  }
}

/** A page of items, or words of their names that go on from the last word. */
function pageOf(
  items: readonly ImportItem[],
  { max = 200, after, state, suggest, fulltext = '', withData }: CallInput<Calls['findAllImportItems']>,
): CallAnswer<Calls['findAllImportItems']> {
  const start = Number(after ?? 0)
  const end = start + Math.min(max, 200)
  const prefix = fulltext.toLowerCase().split(' ').at(-1) ?? ''
  const words = items.flatMap(({ filename }) => filename.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const completed = prefix === '' ? [] : [...new Set(words.filter((word) => word.startsWith(prefix)))]
  const token = String(end)
  const isMore = suggest === undefined && withData !== false && end < items.length
  return {
    $assetmetadataresources: [{ resource: 'asset', name: 'Asset', description: '' }],
    headers: { $assetmetadata: { asset: {} } },
    ...(state === undefined ? {} : { state }),
    links: isMore ? { nextResultsToken: token, moreResultsToken: token } : {},
    response: {
      total: items.length,
      outstandingItems: [],
      data: suggest ? completed.slice(0, 6) : withData === false ? [] : items.slice(start, end),
    },
  }
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
    status: { id: importItemStatuses.waiting, name: 'waiting', online: false },
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
    isduplicate: false,
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
