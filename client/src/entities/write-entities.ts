import { calls, isApiError, type EntityData } from '@cartouche/contract/wire'
import { isCanceled, toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Transport } from '../transport/transport.ts'
import type { EntityRecord } from './entity-record.ts'
import type { EntityTable } from './entity-table.ts'
import { entityKey, type Entities, type EntityWrites, type SendPatch } from './entity.ts'

interface Needs {
  readonly transport: Pick<Transport, 'call'>
  readonly log: Log
}

/**
 * Writes of entities through the table: seen at once, taken back when refused.
 * @source data-layer §4, §7, §8; DESIGN "Data layer"
 */
export function writeEntities(
  table: EntityTable,
  needs: Needs,
): Pick<Entities, 'create' | 'patch' | 'delete'> & EntityWrites {
  const { transport } = needs
  const queues = createQueues()
  const createBy: EntityWrites['createBy'] = async (send) => {
    const askedAt = table.mark()
    try {
      const {
        response: { data },
      } = await send()
      table.accept(data, askedAt, 'write')
      return data
    } catch (error) {
      if (isCanceled(toFailure(error))) return null
      throw logged(needs.log, 'error creating entity', error)
    }
  }
  const patchBy: EntityWrites['patchBy'] = (path, id, changes, send) => {
    const key = entityKey(path, id)
    const token = table.mark()
    table.change(key, (record) => ({ ...record, overlays: [...record.overlays, { token, changes }] }))
    return patchEntity({ table, queues, log: needs.log }, key, token, send)
  }
  return {
    createBy,
    patchBy,
    acceptWrite: (data, askedAt) => void table.accept(data, askedAt, 'write'),
    create: (path, values, options = {}) =>
      createBy(() => transport.call(calls.createEntity, { path, json: values }, options)),
    patch: (path, id, changes) =>
      patchBy(path, id, changes, (version) =>
        transport.call(calls.patchEntity, { path, id, json: { ...version, ...changes } }),
      ),
    async delete(path, id) {
      const key = entityKey(path, id)
      await queues.enter(key)
      try {
        await transport.call(calls.deleteEntity, { path, id })
      } catch (error) {
        throw logged(needs.log, 'error removing entity', error)
      } finally {
        queues.leave(key)
      }
      const writtenAt = table.mark()
      table.change(key, (record) => ({ ...record, status: 'not_found', base: null, overlays: [], writtenAt }))
    },
  }
}

interface PatchNeeds {
  readonly table: EntityTable
  readonly queues: Queues
  readonly log: Log
}

/** Sends the change that is shown under a token; it gives way to the answer, or is taken back. */
async function patchEntity(
  { table, queues, log }: PatchNeeds,
  key: string,
  token: number,
  send: SendPatch,
): Promise<EntityData> {
  const uncover = (record: EntityRecord): EntityRecord => ({
    ...record,
    overlays: record.overlays.filter((overlay) => overlay.token !== token),
  })
  const place = queues.enter(key)
  if (place) await place
  const $version = table.recordOf(key).base?.$version
  const askedAt = table.mark()
  try {
    const {
      response: { data },
    } = await send({ $version })
    table.accept(data, askedAt, 'write', uncover)
    return data
  } catch (error) {
    const missing = isApiError(error, 'entity_not_found')
    table.change(key, (record) => ({
      ...uncover(record),
      ...(missing ? { status: 'not_found', error } : {}),
    }))
    throw logged(log, 'error updating entity', error)
  } finally {
    queues.leave(key)
  }
}

/** One write of an entity after the other: each is based on the version that the one before it made. */
interface Queues {
  /** Resolves when those before have left; undefined when nobody is before. */
  enter(key: string): Promise<void> | undefined
  leave(key: string): void
}

function createQueues(): Queues {
  const waiting = new Map<string, (() => void)[]>()
  return {
    enter(key) {
      const queue = waiting.get(key)
      if (queue)
        return new Promise((resolve) => {
          queue.push(resolve)
        })
      waiting.set(key, [])
      return undefined
    },
    leave(key) {
      const next = waiting.get(key)?.shift()
      if (next) next()
      else waiting.delete(key)
    },
  }
}

function logged(log: Log, message: string, error: unknown): Failure {
  const failure = toFailure(error)
  log('error', message, failure)
  return failure
}
