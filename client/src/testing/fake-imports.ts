import { ApiError, type ImportItem } from '@cartouche/contract'
import { applyChanges } from '../entities/apply-changes.ts'
import { importItemHandlers } from './fake-import-items.ts'
import {
  createImportStores,
  jobCalls,
  showJob,
  statusOf,
  withStatus,
  work,
  type FakeCommand,
  type ImportStores,
} from './fake-import-jobs.ts'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/**
 * Imports of the fake server. What takes the real one time is done at the first look at the changes of the
 * job, or at the job.
 */
export function importHandlers(library: FakeLibrary, nowMs: () => number): FakeHandlers {
  const stores = createImportStores(library, nowMs)
  return { ...jobCalls(stores), ...commandCalls(stores), ...importItemHandlers(stores) }
}

function commandCalls(stores: ImportStores): FakeHandlers {
  const { get, getActive, command, library } = stores
  const commandsOf = (id: number, ids: readonly string[]): FakeCommand[] =>
    ids.map((one) => {
      const found = get(id).commands.get(one)
      if (!found) throw new ApiError('entity_not_found', { resource: 'massimportcommand', id: 0 })
      return found
    })
  const started = (id: number, commands: readonly string[]) => ({
    response: { $action: { commands: [...commands] }, data: showJob(stores, get(id)) },
  })
  return {
    editImportJob({ id, metadata: { ids, data, type, validate } = {} }) {
      const job = getActive(id)
      const chosen = ids ?? job.items.filter((item) => statusOf(item) === 'ready').map((item) => item.id)
      const notReady = job.items.find(
        (item) => validate && chosen.includes(item.id) && statusOf(item) !== 'ready',
      )
      if (notReady)
        throw new ApiError('import_item_not_ready', { id: notReady.id, reason: statusOf(notReady) })
      if (type !== undefined && type !== 'asset')
        throw new ApiError('invalid_parameter', { parameter: 'type', reason: `items cannot become ${type}` })
      const values = { ...data, ...(type === undefined ? {} : { $resource: type }) }
      const edit = (item: ImportItem): ImportItem =>
        validate
          ? validated(library, item)
          : { ...item, $assetmetadata: applyChanges(item.$assetmetadata, values) }
      const own = command(job, validate ? 'validate' : 'edit', chosen, () => {
        job.items = job.items.map((item) => (chosen.includes(item.id) ? edit(item) : item))
      })
      const { response } = started(id, [own])
      return { response: { ...response, ...(validate ? { validationJob: { id: own } } : {}) } }
    },
    listImportChanges({ id, commandIds }) {
      const shown = commandIds ?? [...get(id).commands.keys()]
      // Without ids it says how things stand: what is watched is what is worked on.
      if (commandIds) work(get(id))
      const data = commandsOf(id, shown).map(showCommand)
      return { response: { data: data.map((one) => (commandIds ? { ...one, failures: [] } : one)) } }
    },
    cancelImportCommands({ id, commandIds }) {
      const commands = commandsOf(id, commandIds)
      for (const one of commands) if (!one.done) Object.assign(one, { done: true, cancelled: true })
      return { response: { data: commands.map(showCommand) } }
    },
    undoImportCommands: ({ id, commandIds }) =>
      started(
        id,
        commandsOf(id, commandIds).map(({ itemIds }) => command(get(id), 'undo', itemIds, () => undefined)),
      ),
    repeatImportCommands: ({ id, commandIds }) =>
      started(
        id,
        commandsOf(id, commandIds).map(({ kind, itemIds, run }) => command(get(id), kind, itemIds, run)),
      ),
  }
}

function showCommand({ id, kind, done, cancelled, itemIds }: FakeCommand) {
  const total = itemIds.length
  return {
    id,
    done,
    kind,
    total,
    finished: done && !cancelled ? total : 0,
    failed: 0,
    cancelled,
    created: '2026-01-01T00:00:00.000Z',
    user: { id: 1, name: 'editor' },
    undoable: done && kind === 'edit',
  }
}

function validated(library: FakeLibrary, item: ImportItem): ImportItem {
  const asset = library.add('asset', {
    name: String(item.$assetmetadata['name']),
    keywords: [],
    metadata: { filesize: item.filesize },
  })
  return { ...withStatus(item, 'validated'), asset: { id: asset.id, $resource: 'asset' } }
}
