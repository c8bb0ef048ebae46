import type { FacetValue } from '@cartouche/contract'
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

/** What a cursor looks like from outside; `before` gives the lists that did not change their identity. */
export function cursorSnapshot({ definition, state, words }: CursorEntry, entities: KeyedReadable<EntitySnapshot>, before?: CursorSnapshot): CursorSnapshot {
  const hits = state.hits.flatMap(({ key }) => {
    const { data } = entities.get(key)
    return data ? [{ key, data }] : []
  })
  return {
    name: definition.name, path: definition.path, status: state.status, error: state.error, hasData: state.lastSignature !== null,
    definition, signature: state.signature, lastSignature: state.lastSignature,
    data: sameList(before?.data, hits.map(({ data }) => data)), keys: sameList(before?.keys, hits.map(({ key }) => key)),
    total: state.total, aggregates: state.facets ?? noFacets, lastFetchDataLength: state.lastCount,
    nextResultsToken: state.token, hasNext: hasNextPage(state), words,
  }
}

/** The snapshot of a cursor that nobody registered. */
export function unknownCursor(name: string): CursorSnapshot {
  const snapshot = cursorSnapshot(newEntry({ name, path: '' }), { get: () => { throw new Error('no hits, no entities') }, subscribe: () => () => undefined })
  return { ...snapshot, status: 'unknown', words: { ...noWords, status: 'unknown' } }
}

const noFacets: Facets = {}

function sameList<Item>(before: readonly Item[] | undefined, after: readonly Item[]): readonly Item[] {
  return before?.length === after.length && after.every((item, index) => Object.is(item, before[index])) ? before : after
}
