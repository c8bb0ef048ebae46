import type { EntityData, FacetValue } from '@cartouche/contract/wire'
import type { EntitySnapshot } from '../entities/entity.ts'
import { keepEqual } from '../store/keep-equal.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import { longList, type LongList } from '../store/long-list.ts'
import { sequencesOf, signatureOf, withDefaults } from './cursor-request.ts'
import { newCursor, nextKind, type CursorState, type GroupPage } from './cursor-state.ts'
import type { CursorDefinition, CursorGroup, CursorSnapshot, FullDefinition } from './cursor.ts'
import type { HitList } from './hit-list.ts'

/** Facets as a cursor keeps them. */
export type Facets = Readonly<Record<string, readonly FacetValue[]>>

/** A cursor behind its snapshot. */
export interface CursorEntry {
  readonly definition: FullDefinition
  readonly state: CursorState<Facets>
  readonly view: CursorView
}

/** The entities of a cursor's hits, in order. */
export interface CursorView {
  readonly list: LongList<EntityData>
  readonly groups: readonly CursorGroup[]
}

const noView: CursorView = { list: longList(), groups: [] }

/** The entry of a definition. @throws subquery_operator for what cannot be asked */
export function newEntry(given: CursorDefinition): CursorEntry {
  const definition = withDefaults(given)
  return {
    definition,
    state: newCursor(signatureOf(definition), definition.limit, sequencesOf(definition)),
    view: noView,
  }
}

type EntityStore = KeyedReadable<EntitySnapshot>

/**
 * The entry in another state. Where its hits are the beginning of what is there now, only the rest is read
 * from the entity store.
 */
export function withState(
  entry: CursorEntry,
  state: CursorState<Facets>,
  entities: EntityStore,
): CursorEntry {
  const { hits, groups } = state
  const shown = entry.state.hits
  const list =
    hits === shown
      ? entry.view.list
      : startsWith(hits, shown)
        ? entry.view.list.append(read(hits, entities, shown.length))
        : replaced(entry.view.list, read(hits, entities))
  const view =
    list === entry.view.list && groups === entry.state.groups
      ? entry.view
      : { list, groups: viewGroups(groups, entities, entry.view.groups) }
  return { ...entry, state, view }
}

/** The entry with entities that changed read again; the same where none of them looks different. */
export function withEntities(
  entry: CursorEntry,
  entities: EntityStore,
  keys: ReadonlySet<string>,
): CursorEntry {
  const {
    state: { hits, groups },
    view,
  } = entry
  const changes = new Map<number, EntityData>()
  for (const key of keys) {
    const { data } = entities.get(key)
    const position = data ? hits.positionOf(data.$uuid) : -1
    if (data && position >= 0 && view.list.at(position) !== data) changes.set(position, data)
  }
  return changes.size === 0
    ? entry
    : {
        ...entry,
        view: { list: view.list.replace(changes), groups: viewGroups(groups, entities, view.groups) },
      }
}

function startsWith(hits: HitList, shown: HitList): boolean {
  return (
    shown.length > 0 &&
    hits.length >= shown.length &&
    hits.at(0) === shown.at(0) &&
    hits.at(shown.length - 1) === shown.at(shown.length - 1)
  )
}

function read(hits: HitList, entities: EntityStore, from = 0): readonly EntityData[] {
  return hits
    .slice(from)
    .map(
      ({ uuid, key }) =>
        entities.get(key).data ?? { id: 0, $uuid: uuid, $resource: key.slice(0, key.indexOf('/')) },
    )
}

function replaced(before: LongList<EntityData>, data: readonly EntityData[]): LongList<EntityData> {
  return before.length === data.length && data.every((entity, index) => entity === before.at(index))
    ? before
    : longList(data)
}

function viewGroups(
  groups: readonly GroupPage[],
  entities: EntityStore,
  before: readonly CursorGroup[],
): readonly CursorGroup[] {
  return keepEqual(
    before,
    groups.map(({ hits, ...group }) => ({
      ...group,
      data: hits.flatMap(({ key }) => entities.get(key).data ?? []),
    })),
  )
}

/** What a cursor looks like from outside. */
export function cursorSnapshot({ definition, state, view }: CursorEntry): CursorSnapshot {
  const aggregates = state.facets ?? noFacets
  let keys: readonly string[] | undefined
  return {
    name: definition.name,
    path: definition.path,
    status: state.status,
    error: state.error,
    hasData: state.lastSignature !== null,
    definition,
    signature: state.signature,
    lastSignature: state.lastSignature,
    list: view.list,
    // Arrays of all hits are made for those who read them: a page costs what it brings.
    get data() {
      return view.list.toArray()
    },
    get keys() {
      return (keys ??= state.hits.slice().map(({ key }) => key))
    },
    groupedData: view.groups,
    documentHits: state.documentHits,
    activeSequence: state.activeSequence,
    total: state.total,
    aggregates,
    lastFetchDataLength: state.lastCount,
    nextResultsToken: definition.group === undefined ? state.token : null,
    nextGroups: definition.group === undefined ? null : state.token,
    hasNext: nextKind(state) !== undefined,
  }
}

/** The snapshot of a cursor that nobody registered. */
export function unknownCursor(name: string): CursorSnapshot {
  const entry = newEntry({ name, path: '' })
  return cursorSnapshot({ ...entry, state: { ...entry.state, status: 'unknown' } })
}

const noFacets: Facets = {}
