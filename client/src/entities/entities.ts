import type { EntityData } from '@cartouche/contract/wire'
import type { Log } from '../log.ts'
import type { Transport } from '../transport/transport.ts'
import { createEntityTable } from './entity-table.ts'
import type { Entities, EntityWrites } from './entity.ts'
import { readEntities } from './read-entities.ts'
import { writeEntities } from './write-entities.ts'

/** The entity store as the other stores of the data layer see it. */
export interface EntityStore extends Entities, EntityWrites {
  /** A mark in time, taken when a read is asked for. */
  mark(): number
  /** Takes entities of a list, asked for at this mark; answers their keys in order. */
  acceptList(data: readonly EntityData[], askedAt: number): readonly string[]
}

/**
 * Creates the entity store: one copy per resource and id.
 * @source data-layer §3, §4, §8; DESIGN "Data layer"
 */
export function createEntities(needs: {
  readonly transport: Pick<Transport, 'call'>
  readonly log: Log
}): EntityStore {
  const table = createEntityTable()
  return {
    get: table.get,
    subscribe: table.subscribe,
    onChange: table.onChange,
    clear: table.clear,
    mark: table.mark,
    acceptList: (data, askedAt) => data.map((entity) => table.accept(entity, askedAt, 'list')),
    ...readEntities(table, needs.transport),
    ...writeEntities(table, needs),
  }
}
