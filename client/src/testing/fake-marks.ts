import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type EntityData,
  type MarkChange,
  type Marks,
} from '@cartouche/contract'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'
import type { Searched } from './fake-search.ts'

/** Ratings, labels and picks of the fake server: everybody has their own. */
export interface FakeMarks {
  readonly handlers: FakeHandlers
  /** The library as a person sees it: their marks are fields, as queries name them. */
  seenBy<Store extends Searched>(store: Store, identity: FakeIdentity): Store
}

const none: Marks = { rating: 0, label: null, pick: null }
const value = (id: string | number): { id: string | number; name: string } => ({ id, name: String(id) })

/** Creates marks of the entities that `has` knows. */
export function createFakeMarks(has: (resource: string, id: number) => boolean): FakeMarks {
  const stored = new Map<string, Marks>()
  const keyOf = ({ login }: FakeIdentity, resource: string, id: number): string =>
    `${login}/${resource}/${id}`
  const set = (
    { resource, ids, ...change }: CallInput<Calls['setMarks']>,
    identity: FakeIdentity,
  ): CallAnswer<Calls['setMarks']> => {
    if (Object.values(change).every((one) => one === undefined))
      throw new ApiError('invalid_parameter', { parameter: 'rating', reason: 'a mark is expected' })
    const known = [...new Set(ids)].filter((id) => has(resource, id))
    return {
      marked: known.map((id) => {
        const key = keyOf(identity, resource, id)
        const before = stored.get(key) ?? none
        const marks = applied(before, change)
        stored.set(key, marks)
        return { id, before, marks }
      }),
      failed: [...new Set(ids)]
        .filter((id) => !has(resource, id))
        .map((id) => {
          const { code, message } = new ApiError('entity_not_found', { resource, id })
          return { id, code, message }
        }),
    }
  }
  return {
    handlers: { setMarks: set },
    seenBy: (store, identity) => ({
      ...store,
      list: (resource) =>
        store.list(resource).map((entity) => {
          const marks = stored.get(keyOf(identity, resource, entity.id)) ?? none
          return {
            ...entity,
            $marks: marks,
            $rating: value(marks.rating),
            $label: value(marks.label ?? 'none'),
            $pick: value(marks.pick ?? 'none'),
          }
        }),
    }),
  }
}

function applied(before: Marks, { rating, label, pick }: MarkChange): Marks {
  return {
    rating: rating ?? before.rating,
    label: label === undefined ? before.label : label,
    pick: pick === undefined ? before.pick : pick,
  }
}

/** An entity as it is answered: marks are no fields of it, and answered where they are asked for. */
export function withoutMarks(entity: EntityData, withMarks: boolean | undefined): EntityData {
  const { $rating: _rating, $label: _label, $pick: _pick, $marks, ...others } = entity
  return withMarks && $marks ? { ...others, $marks } : others
}
