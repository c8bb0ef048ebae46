import { calls, isApiError, type EntityData } from '@cartouche/contract'
import { ClientError, isCanceled, toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Schemas } from '../schemas/schema.ts'
import type { Transport } from '../transport/transport.ts'
import { changedValues, withCreateDefaults, withPatchDefaults } from './draft.ts'
import type { EntityRecord } from './entity-record.ts'
import type { EntityTable } from './entity-table.ts'
import { entityKey, type Changes, type Entities } from './entity.ts'

interface Needs {
  readonly transport: Pick<Transport, 'call'>
  readonly schemas: Pick<Schemas, 'resolve'>
  readonly log: Log
}

/** Entities that one workflow call takes. @source data-layer §9 */
const workflowChunk = 50

/** Writes of entities through the table: seen at once, taken back when refused. @source data-layer §4, §7, §8; DESIGN "Data layer" */
export function writeEntities(table: EntityTable, needs: Needs): Pick<Entities, 'create' | 'patch' | 'save' | 'delete' | 'takeWorkflowAction'> {
  const { transport, schemas } = needs
  const inTurn = createTurns()
  const patch: Entities['patch'] = (path, id, changes) => patchEntity({ table, needs, inTurn }, path, id, changes)
  const create: Entities['create'] = async (path, values, options = {}) => {
    const askedAt = table.mark()
    try {
      const answer = await transport.call(calls.createEntity, { path, json: values }, options)
      table.accept(answer.response.data, askedAt, 'write')
      return answer.response.data
    } catch (error) {
      if (isCanceled(toFailure(error))) return null
      throw logged(needs.log, 'error creating entity', error)
    }
  }
  return {
    create, patch,
    async save(path, id, values) {
      const { fields } = await schemas.resolve(path)
      if (!/^\d+$/.test(String(id))) {
        const created = await create(path, withCreateDefaults(values, fields))
        if (!created) throw new ClientError('error.canceled')
        return created
      }
      const { base } = table.recordOf(entityKey(path, id))
      const changes = withPatchDefaults(changedValues(base ?? {}, values), fields)
      return Object.keys(changes).length === 0 && base ? base : patch(path, Number(id), changes)
    },
    async delete(path, id) {
      const key = entityKey(path, id)
      try {
        await inTurn(key, () => transport.call(calls.deleteEntity, { path, id }))
      } catch (error) {
        throw logged(needs.log, 'error removing entity', error)
      }
      const writtenAt = table.mark()
      table.change(key, (record) => ({ ...record, status: 'not_found', base: null, overlays: [], writtenAt }))
    },
    async takeWorkflowAction(path, ids, action) {
      for (let from = 0; from < ids.length; from += workflowChunk) {
        const askedAt = table.mark()
        try {
          const answer = await transport.call(calls.takeWorkflowAction, { path, ids: ids.slice(from, from + workflowChunk), workflowAction: action })
          for (const data of answer.response.data) table.accept(data, askedAt, 'write')
        } catch (error) {
          throw logged(needs.log, 'error updating entity workflow', error)
        }
      }
    },
  }
}

interface PatchNeeds {
  readonly table: EntityTable
  readonly needs: Needs
  readonly inTurn: Turns
}

async function patchEntity({ table, needs, inTurn }: PatchNeeds, path: string, id: number, changes: Changes): Promise<EntityData> {
  const key = entityKey(path, id)
  const token = table.mark()
  const uncover = (record: EntityRecord): EntityRecord => ({ ...record, overlays: record.overlays.filter((overlay) => overlay.token !== token) })
  table.change(key, (record) => ({ ...record, overlays: [...record.overlays, { token, changes }] }))
  try {
    return await inTurn(key, async () => {
      const version = table.recordOf(key).base?.$version
      const askedAt = table.mark()
      const answer = await needs.transport.call(calls.patchEntity, { path, id, json: version === undefined ? changes : { $version: version, ...changes } })
      table.change(key, uncover)
      table.accept(answer.response.data, askedAt, 'write')
      return answer.response.data
    })
  } catch (error) {
    const missing = isApiError(error, 'entity_not_found')
    table.change(key, (record) => ({ ...uncover(record), ...(missing ? { status: 'not_found', error } : {}) }))
    throw logged(needs.log, 'error updating entity', error)
  }
}

type Turns = <Answer>(key: string, write: () => Promise<Answer>) => Promise<Answer>

/** One write of an entity after the other: each is based on the version that the one before it made. */
function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (key, write) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(write, write)
    last.set(key, turn)
    const forget = (): void => {
      if (last.get(key) === turn) last.delete(key)
    }
    turn.then(forget, forget)
    return turn
  }
}

function logged(log: Log, message: string, error: unknown): Failure {
  const failure = toFailure(error)
  log('error', message, failure)
  return failure
}
