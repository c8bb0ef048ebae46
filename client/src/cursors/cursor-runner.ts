import {
  calls,
  isApiError,
  type CallParameters,
  type EntityData,
  type ListAnswer,
} from '@cartouche/contract/wire'
import { wait, type Clock } from '../clock.ts'
import type { EntityStore } from '../entities/entities.ts'
import type { Trace } from '../inspector.ts'
import { ClientError, toFailure, type Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Schemas } from '../schemas/schema.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import { createWaiters } from '../store/waiters.ts'
import { addressOf } from '../transport/build-request.ts'
import type { Transport } from '../transport/transport.ts'
import {
  cursorSnapshot,
  unknownCursor,
  withEntities,
  withState,
  type CursorEntry,
  type Facets,
} from './cursor-entry.ts'
import { stepCursor } from './cursor-machine.ts'
import { askedPath, facetsOf, pageRequest, sequencesOf, signatureOf } from './cursor-request.ts'
import type { CursorEffect, CursorEvent, GroupPage, Page } from './cursor-state.ts'
import { noSubqueries } from './subqueries.ts'
import type { CursorSnapshot, FullDefinition, Subqueries } from './cursor.ts'
import type { Hit } from './hit-list.ts'

/** What cursors work with. */
export interface CursorNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly schemas: Pick<Schemas, 'get' | 'subscribe' | 'resolve' | 'refresh'>
  readonly entities: Pick<EntityStore, 'get' | 'subscribe' | 'mark' | 'acceptList' | 'onChange'>
  readonly clock: Clock
  readonly log?: Log
  readonly trace?: Trace | undefined
}

/** Runs the machines of all cursors: takes events in, carries effects out. */
export interface CursorRunner {
  readonly store: Pick<KeyedStore<CursorSnapshot>, 'get' | 'subscribe'>
  entryOf(name: string): CursorEntry | undefined
  names(): readonly string[]
  /** Puts an entry in place. */
  put(name: string, entry: CursorEntry): void
  /** Asks by another definition. @throws subquery_operator */
  define(name: string, definition: FullDefinition, typed: boolean): void
  /** When the first page came that is shown, on the clock; -Infinity before. */
  loadedAtMs(name: string): number
  forget(name: string): void
  send(name: string, event: CursorEvent<Facets>): void
  /** Sends an event and answers when the cursor has settled. @throws what it settles with */
  sendAndWait(name: string, event: WaitedEvent): Promise<void>
  /** What resolves constraints that have to be found first. */
  subqueries: Subqueries
}

/** An event that somebody can wait for. */
export type WaitedEvent =
  | { readonly type: 'resolve' | 'fetch' | 'refresh' | 'next' }
  | { readonly type: 'nextOfGroup'; readonly group: string }

/** How long typing is gathered, milliseconds. @source DESIGN: typing is debounced by 50 ms; data-layer §9 */
export const typingDelayMs = 50
/** Longer addresses travel as a body. */
const maxAddressLength = 1800

/**
 * Creates the runner. `stepped` hears of every step, after its effects; of a change also whether it was
 * typed.
 */
export function createCursorRunner(
  needs: CursorNeeds,
  stepped: (runner: CursorRunner, name: string, typed?: boolean) => void,
): CursorRunner {
  const entries = new Map<string, CursorEntry>()
  const store = createKeyedStore<CursorSnapshot>(unknownCursor)
  const waiters = createWaiters()
  const loadedAt = new Map<string, number>()
  const put = (name: string, entry: CursorEntry): void => {
    if (entries.get(name)?.definition !== entry.definition) follow(name, entry.definition)
    entries.set(name, entry)
    store.set(name, cursorSnapshot(entry))
  }
  const showEntities = (
    name: string,
    entry: CursorEntry,
    keys: ReadonlySet<string>,
    gone: ReadonlySet<string>,
  ): void => {
    if (gone.size > 0) send(name, { type: 'removed', keys: gone })
    const now = entries.get(name) ?? entry
    const next = withEntities(now, needs.entities, keys)
    if (next !== now) put(name, next)
  }
  const define: CursorRunner['define'] = (name, definition, typed) => {
    const entry = entries.get(name)
    if (!entry) return
    const signature = signatureOf(
      definition,
      runner.subqueries.resolve,
      needs.schemas.get(askedPath(definition)).version,
    )
    if (definition !== entry.definition) put(name, { ...entry, definition })
    if (signature !== entry.state.signature)
      send(name, {
        type: 'change',
        signature,
        limit: definition.limit ?? Number.POSITIVE_INFINITY,
        sequences: sequencesOf(definition),
        typed,
      })
  }
  const follow = createFollowing(needs, () => runner)
  const send = (name: string, event: CursorEvent<Facets>): void => {
    const entry = entries.get(name)
    if (!entry) return
    const { state, effects } = stepCursor(entry.state, event)
    needs.trace?.({ noun: 'cursor', name, event: event.type, from: entry.state.status, to: state.status })
    if (event.type === 'answered' && state.status === 'loaded' && entry.state.request?.kind === 'first')
      loadedAt.set(name, needs.clock.nowMs())
    if (state !== entry.state) put(name, withState(entry, state, needs.entities))
    for (const effect of effects) run(name, effect)
    stepped(runner, name, event.type === 'change' ? event.typed : undefined)
  }
  const run = createEffects({ needs, runner: () => runner, settle: waiters.settle })
  needs.entities.onChange((keys) => {
    const gone = new Set<string>()
    for (const key of keys) if (needs.entities.get(key).status === 'not_found') gone.add(key)
    for (const [name, entry] of entries) showEntities(name, entry, keys, gone)
  })
  const runner: CursorRunner = {
    store,
    put,
    send,
    define,
    loadedAtMs: (name) => loadedAt.get(name) ?? Number.NEGATIVE_INFINITY,
    entryOf: (name) => entries.get(name),
    names: () => [...entries.keys()],
    forget(name) {
      send(name, { type: 'unregister' })
      follow(name, undefined)
      entries.delete(name)
      loadedAt.delete(name)
      store.delete(name)
    },
    sendAndWait: (name, event) =>
      new Promise((resolve, reject) => {
        send(name, { ...event, waiter: waiters.add(resolve, reject) })
      }),
    subqueries: noSubqueries,
  }
  return runner
}

/**
 * Listens to the schema and the cursors that a definition depends on, in place of those before; undefined: to
 * none any more.
 */
function createFollowing({ schemas }: CursorNeeds, runner: () => CursorRunner) {
  const stops = new Map<string, readonly (() => void)[]>()
  return (name: string, definition: FullDefinition | undefined): void => {
    const { store, subqueries, entryOf, define } = runner()
    const hear = (): void => {
      const entry = entryOf(name)
      if (entry) define(name, entry.definition, false)
    }
    const before = stops.get(name) ?? []
    if (definition)
      stops.set(name, [
        schemas.subscribe(askedPath(definition), hear),
        ...subqueries.sourcesOf(definition).map((source) => store.subscribe(source, hear)),
      ])
    else stops.delete(name)
    for (const stop of before) stop()
  }
}

interface EffectNeeds {
  readonly needs: CursorNeeds
  readonly runner: () => CursorRunner
  readonly settle: (waiters: readonly number[], error: Failure | null) => void
}

/** Carries effects out; what comes of them are events. */
function createEffects({ needs, runner, settle }: EffectNeeds): (name: string, effect: CursorEffect) => void {
  const aborts = new Map<string, AbortController>()

  const resolveSchema = async (name: string): Promise<void> => {
    const { entryOf, send } = runner()
    const pathOf = (): string => askedPath(entryOf(name)?.definition ?? { path: '' })
    const path = pathOf()
    try {
      await needs.schemas.resolve(path).catch(async (error: unknown) => {
        // A path that was written before a part of it was known: whoever wrote it may have mended it by now.
        if (!path.includes('/undefined') || name.startsWith('~')) throw error
        await wait(needs.clock, typingDelayMs)
        await needs.schemas.refresh(pathOf())
      })
      send(name, { type: 'resolved' })
    } catch (error) {
      needs.log?.('error', 'Failed to resolve cursor', error)
      send(name, { type: 'unresolved', error: toFailure(error) })
    }
  }
  const load = async (name: string, effect: SendEffect): Promise<void> => {
    const requestId = effect.request.id
    const key = `${name}#${requestId}`
    const controller = new AbortController()
    aborts.set(key, controller)
    const event = await loadPage(
      needs,
      runner().subqueries,
      runner().entryOf(name),
      effect,
      controller.signal,
    ).then(
      (page) => ({ type: 'answered', requestId, ...page }) as const,
      (error: unknown) => ({ type: 'failed', requestId, error: toFailure(error) }) as const,
    )
    // A cursor that was registered again counts its requests again: what belongs to the one before is not its
    // business.
    if (aborts.get(key) !== controller) return
    aborts.delete(key)
    runner().send(name, event)
  }
  const abort = (key: string): void => {
    aborts.get(key)?.abort()
    aborts.delete(key)
  }
  return (name, effect) => {
    if (effect.type === 'settle') settle(effect.waiters, effect.error)
    else if (effect.type === 'abort') abort(`${name}#${effect.requestId}`)
    else if (effect.type === 'resolve') void resolveSchema(name)
    else void load(name, effect)
  }
}

type SendEffect = CursorEffect & { readonly type: 'send' }

async function loadPage(
  needs: CursorNeeds,
  subqueries: Subqueries,
  entry: CursorEntry | undefined,
  { request, token, typed }: SendEffect,
  signal: AbortSignal,
): Promise<{ echo: string | undefined; page: Page<Facets> }> {
  // The definition of now: what was typed meanwhile has superseded this request.
  if (!entry) throw new ClientError('error.canceled')
  const { definition } = entry
  const path = askedPath(definition)
  // Another selection of resources is another schema, and one that was read for another cursor may have gone.
  if (needs.schemas.get(path).status !== 'resolved') await needs.schemas.resolve(path)
  const schema = needs.schemas.get(path)
  if (schema.status !== 'resolved')
    throw new ClientError('schema_unresolved', { name: definition.name, path })
  if (typed) await wait(needs.clock, typingDelayMs, signal)
  await subqueries.ready(definition, signal)
  if (signal.aborted) throw new ClientError('error.canceled')
  const askedAt = needs.entities.mark()
  const { signature, sequence, kind } = request
  const page = { signature, token, sequence, isFirst: kind === 'first', resolve: subqueries.resolve }
  const answer = await find(needs, pageRequest(definition, schema, page), signal).catch(
    async (error: unknown) => {
      // A field that went away while the cursor was open: the schema of now has the cursor ask again, and its
      // failure says what is missing.
      if (isApiError(error, 'unknown_field')) await needs.schemas.refresh(path).catch(() => undefined)
      if (signal.aborted) throw new ClientError('error.canceled')
      throw error
    },
  )
  return { echo: answer.state, page: takePage(needs, definition, answer, askedAt, kind === 'first') }
}

/** Puts the entities of a page into their store; what is known to be deleted meanwhile is no hit. */
function takePage(
  { entities }: CursorNeeds,
  { group }: FullDefinition,
  answer: ListAnswer,
  askedAt: number,
  isFirst: boolean,
): Page<Facets> {
  const take = (data: readonly unknown[]): readonly Hit[] => {
    const records = data.filter((entity): entity is EntityData => typeof entity === 'object')
    const keys = entities.acceptList(records, askedAt)
    return records
      .map((entity, index) => ({ uuid: entity.$uuid, key: keys[index] ?? '' }))
      .filter(({ key }) => entities.get(key).data !== null)
  }
  const {
    response: { total, data, groups: given, nextGroups, documentHits },
    links,
  } = answer
  const groups = given?.map(({ group: value, count, data: own, nextData = null, complete }): GroupPage => ({
    key: String(value.id),
    value,
    hits: take(own),
    nextData,
    count,
    complete,
  }))
  return {
    hits: groups ? groups.flatMap(({ hits }) => hits) : take(data),
    total,
    facets: isFirst ? facetsOf(answer) : null,
    documentHits,
    token: (group === undefined ? links.nextResultsToken : nextGroups) ?? null,
    ...(groups ? { groups } : {}),
  }
}

function find(
  needs: CursorNeeds,
  parameters: CallParameters<typeof calls.findEntities>,
  signal?: AbortSignal,
): Promise<ListAnswer> {
  const long = addressOf(calls.findEntities, parameters).length > maxAddressLength
  return needs.transport.call(long ? calls.findEntitiesAsPost : calls.findEntities, parameters, { signal })
}
