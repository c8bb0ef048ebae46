import type { EntityData, FacetValue } from '@cartouche/contract'
import type { EntitySnapshot } from '../entities/entity.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import { hasNextPage, newCursor, type CursorState } from './cursor-machine.ts'
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

/** Reads the hits from the entity store; lists that did not change keep their identity. */
export function viewHits({ state: { hits } }: CursorEntry, entities: KeyedReadable<EntitySnapshot>, before: CursorView): CursorView {
  const data: EntityData[] = []
  const keys: string[] = []
  // A loop: at 100,000 hits this runs for every page that comes.
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
  const snapshot = cursorSnapshot(newEntry({ name, path: '' }), { data: [], keys: [] })
  return { ...snapshot, status: 'unknown', words: { ...noWords, status: 'unknown' } }
}

const noFacets: Facets = {}

function sameList<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  return before.length === after.length && after.every((item, index) => Object.is(item, before[index])) ? before : after
}
