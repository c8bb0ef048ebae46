import {
  ApiError,
  importItemStatuses,
  lockSeconds,
  parseQuery,
  type ImportItem,
  type ImportItemStatus,
} from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import { statusOf, withStatus, type ImportStores } from './fake-import-jobs.ts'
import type { FakeHandlers } from './fake-routes.ts'
import { hasWords, holds, order, suggest } from './fake-search.ts'

interface ItemAction {
  readonly from: readonly ImportItemStatus[]
  readonly to: ImportItemStatus
  /** The status until it got there: the fake server inspects nothing again. */
  readonly by: ImportItemStatus
}

/** The workflow of items, as the server has it. */
const actions: Readonly<Record<string, ItemAction>> = {
  validate: { from: ['ready'], to: 'validated', by: 'validating' },
  publish: { from: ['ready'], to: 'validated', by: 'validating' },
  analyze: { from: ['broken', 'ready'], to: 'ready', by: 'analyzing' },
}

/** Items of the imports of the fake server. */
export function importItemHandlers(stores: ImportStores): FakeHandlers {
  const { get } = stores
  const shown = (items: readonly ImportItem[]) => items.map((item) => withLease(stores, item))
  const all = () => shown([...stores.jobs.values()].flatMap(({ items }) => items))
  const ofJob: FakeHandlers['findImportItems'] = ({ id, ...input }) => findItems(shown(get(id).items), input)
  const ofAll: FakeHandlers['findAllImportItems'] = (input) => findItems(all(), input)
  return {
    ...uploadHandlers(stores),
    findImportItems: ofJob,
    findImportItemsAsPost: ofJob,
    findAllImportItems: ofAll,
    findAllImportItemsAsPost: ofAll,
    getImportItems({ ids }) {
      const found = all().filter(({ id }) => ids.includes(id))
      const [only] = found
      if (ids.length > 1) return { resource: 'massimportitem', response: { data: found } }
      if (!only) throw new ApiError('entity_not_found', { resource: 'massimportitem', id: ids[0] ?? 0 })
      return { resource: 'massimportitem', response: { data: only } }
    },
    ...changeHandlers(stores),
  }
}

/** An item with what is left of its lease; whoever is signed in takes all of them. */
function withLease({ leaseEnds, nowMs }: ImportStores, item: ImportItem): ImportItem {
  const seconds = Math.ceil(((leaseEnds.get(item.id) ?? 0) - nowMs()) / 1000)
  const isFinished = ['validating', 'validated'].includes(statusOf(item))
  return { ...item, $lockedby: seconds > 0 && !isFinished ? { id: 1, name: 'editor', seconds } : null }
}

function changeHandlers(stores: ImportStores): FakeHandlers {
  const { get, jobOf, command, leaseEnds, nowMs } = stores
  const edit = (ids: readonly number[], change: (item: ImportItem) => ImportItem): ImportItem[] =>
    ids.map((id) => {
      const job = jobOf(id)
      job.items = job.items.map((item) => (item.id === id ? change(item) : item))
      return withLease(stores, job.items.find((item) => item.id === id) as ImportItem)
    })
  const lease = (ids: readonly number[], endMs: number) => {
    for (const id of ids) leaseEnds.set(id, endMs)
    return { response: { data: edit(ids, (item) => item) } }
  }
  return {
    patchImportItems({ ids, json, job: direct, $assetmetadata: values = json?.$assetmetadata }) {
      const to = direct ?? json?.job
      const commands = to === undefined ? [] : [command(get(to), 'move', ids, () => undefined)]
      const data = edit(ids, (item) => ({
        ...item,
        ...(to === undefined ? {} : { job: { id: to } }),
        $assetmetadata: applyChanges(item.$assetmetadata, values ?? {}),
      }))
      for (const item of data) {
        const from = jobOf(item.id)
        if (to === undefined || from.id === to) continue
        from.items = from.items.filter(({ id }) => id !== item.id)
        get(to).items = [...get(to).items, item]
      }
      return { response: { $action: { commands }, data: ids.length === 1 ? data[0] : data } }
    },
    takeImportItemAction({ ids, workflowAction }) {
      const action = actions[workflowAction]
      if (!action) throw new ApiError('unknown_action', { action: workflowAction })
      return { response: { data: edit(ids, (item) => withStatus(item, action.by)) } }
    },
    lockImportItems: ({ ids, seconds = lockSeconds.default }) => lease(ids, nowMs() + seconds * 1000),
    unlockImportItems: ({ ids }) => lease(ids, nowMs()),
    listImportItemActions: () => ({
      response: {
        data: [
          {
            resource: 'massimportitem',
            actions: Object.entries(actions).map(([name, { from, to }]) => ({ name, from, to })),
          },
        ],
      },
    }),
    deleteImportItem({ ids: [id = 0] }) {
      const job = jobOf(id)
      job.items = job.items.filter((item) => item.id !== id)
      return { response: { deletedId: id } }
    },
  }
}

function uploadHandlers({ getActive, nextId }: ImportStores): FakeHandlers {
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
  }
}

type FindItems = Parameters<NonNullable<FakeHandlers['findAllImportItems']>>[0]

function findItems(items: readonly ImportItem[], input: FindItems) {
  const { query, fulltext, orderby, max = 200, after, state, withData, withAggregates } = input
  const { props, headers = props === undefined } = input
  const wanted = parseQuery(query)
  const named = items.map((item) => ({ ...item, name: item.filename.replaceAll('.', ' ') }))
  const found = named.filter((item) => holds(wanted, item, noEntities))
  const hits = order(
    found.filter((item) => hasWords(item, fulltext)),
    orderby ?? 'id asc',
  ) as readonly ImportItem[]
  const start = Number(after ?? 0)
  const end = start + Math.min(max, 200)
  // What is being inspected cannot be found by its words.
  const outstanding = found.filter(
    (item) => fulltext && statusOf(item) === 'analyzing' && !hasWords(item, fulltext),
  )
  return {
    $assetmetadataresources: [{ resource: 'asset', name: 'Asset', description: '' }],
    headers: { $assetmetadata: headers ? { asset: {} } : {} },
    ...(state === undefined ? {} : { state }),
    links: end < hits.length ? { nextResultsToken: String(end), moreResultsToken: String(end) } : {},
    response: {
      total: hits.length,
      outstandingItems: outstanding,
      data:
        input.suggest === undefined
          ? withData === false
            ? []
            : hits.slice(start, end)
          : suggest(named, fulltext ?? '', max),
      ...(withAggregates
        ? { aggregates: { status: countByStatus(hits), problems: countByProblem(hits) } }
        : {}),
    },
  }
}

const noEntities = { schemas: {}, list: () => [] }

function countByStatus(items: readonly ImportItem[]) {
  return Object.values(importItemStatuses)
    .map((id) => ({ id, count: items.filter(({ status }) => status.id === id).length }))
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => ({ count, total: count, data: { id } }))
}

function countByProblem(items: readonly ImportItem[]) {
  const codes = items.flatMap(({ problems }) => problems.map(({ code }) => code))
  return [...Map.groupBy(codes, (code) => code)].map(([code, { length: count }]) => ({
    count,
    total: count,
    data: { id: code, name: code },
  }))
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
    sender: null,
    isduplicate: false,
    duplicateof: null,
    asset: null,
    $assetmetadata: { $resource: 'asset', name: name.replace(/\.\w+$/, '') },
  }
}
