import type { EntityData, FacetValue } from '@cartouche/contract'
import type { EntitySnapshot } from '../entities/entity.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import { hasNextPage, newCursor, type CursorState, type Hit } from './cursor-machine.ts'
import { signatureOf, withDefaults } from './cursor-request.ts'
import { noWords } from './cursor-words.ts'
import type { CursorDefinition, CursorSnapshot, CursorWords, FullDefinition } from './cursor.ts'

/** Facets as a cursor keeps them. */
export type Facets = Readonly<Record<string, readonly FacetValue[]>>

/** A cursor behind its snapshot. */
export interface CursorEntry {
  readonly definition: FullDefinition
  readonly state: CursorState<Facets>
  readonly words: CursorWords
}

/** The entry of a definition. @throws subquery_operator, query_syntax for what cannot be asked */
export function newEntry(given: CursorDefinition): CursorEntry {
  const definition = withDefaults(given)
  return { definition, state: newCursor(signatureOf(definition), definition.limit), words: noWords }
}

/** The entities of a cursor's hits, in order, with their keys. */
export type CursorView = Pick<CursorSnapshot, 'data' | 'keys'>

/**
 * Reads the hits from the entity store; lists that did not change keep their identity. `shown`: the hits that `before` is the view of;
 * where they are the beginning of what is there now, only the rest is read.
 */
export function viewHits(hits: readonly Hit[], entities: KeyedReadable<EntitySnapshot>, before: CursorView, shown: readonly Hit[] = []): CursorView {
  const isLonger = shown.length > 0 && shown.length === before.keys.length && hits.length > shown.length && hits[0] === shown[0] && hits[shown.length - 1] === shown.at(-1)
  if (!isLonger) return readHits(hits, entities, before)
  const added = readHits(hits.slice(shown.length), entities, noHits)
  return { data: before.data.concat(added.data), keys: before.keys.concat(added.keys) }
}

/** The view with these entities read anew; the same object where none of them looks different. */
export function viewChanges(hits: readonly Hit[], entities: KeyedReadable<EntitySnapshot>, before: CursorView, changed: ReadonlySet<string>): CursorView {
  if (hits.length !== before.keys.length) return readHits(hits, entities, before)
  let data: EntityData[] | undefined
  // By index: this runs over all hits for every page that comes.
  for (let index = 0; index < hits.length; index++) {
    const key = hits[index]?.key ?? ''
    if (!changed.has(key)) continue
    const entity = entities.get(key).data
    if (!entity) return readHits(hits, entities, before)
    if (entity === before.data[index]) continue
    data ??= [...before.data]
    data[index] = entity
  }
  return data ? { data, keys: before.keys } : before
}

const noHits: CursorView = { data: [], keys: [] }

function readHits(hits: readonly Hit[], entities: KeyedReadable<EntitySnapshot>, before: CursorView): CursorView {
  const data: EntityData[] = []
  const keys: string[] = []
  for (const { key } of hits) {
    const entity = entities.get(key).data
    if (!entity) continue
    data.push(entity)
    keys.push(key)
  }
  return { data: sameList(before.data, data), keys: sameList(before.keys, keys) }
}

/** What a cursor looks like from outside. */
export function cursorSnapshot({ definition, state, words }: CursorEntry, view: CursorView): CursorSnapshot {
  return {
    name: definition.name, path: definition.path, status: state.status, error: state.error, hasData: state.lastSignature !== null,
    definition, signature: state.signature, lastSignature: state.lastSignature,
    data: view.data, keys: view.keys,
    total: state.total, aggregates: state.facets ?? noFacets, lastFetchDataLength: state.lastCount,
    nextResultsToken: state.token, hasNext: hasNextPage(state), words,
  }
}

/** The snapshot of a cursor that nobody registered. */
export function unknownCursor(name: string): CursorSnapshot {
  const snapshot = cursorSnapshot(newEntry({ name, path: '' }), noHits)
  return { ...snapshot, status: 'unknown', words: { ...noWords, status: 'unknown' } }
}

const noFacets: Facets = {}

function sameList<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  return before.length === after.length && after.every((item, index) => Object.is(item, before[index])) ? before : after
}
