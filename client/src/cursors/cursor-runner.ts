import { calls, type CallParameters, type EntityData, type ListAnswer } from '@cartouche/contract'
import { wait, type Clock } from '../clock.ts'
import type { EntityStore } from '../entities/entities.ts'
import { ClientError, toFailure, type Failure } from '../failure.ts'
import type { Schemas } from '../schemas/schema.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import { addressOf } from '../transport/build-request.ts'
import type { Transport } from '../transport/transport.ts'
import { cursorSnapshot, unknownCursor, viewChanges, viewHits, type CursorEntry, type Facets } from './cursor-entry.ts'
import { stepCursor, type CursorEffect, type CursorEvent } from './cursor-machine.ts'
import { facetsOf, pageRequest, wordsRequest } from './cursor-request.ts'
import { maxWords, typingDelayMs } from './cursor-words.ts'
import type { CursorSnapshot } from './cursor.ts'

/** What cursors work with. */
export interface CursorNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly schemas: Pick<Schemas, 'get' | 'resolve'>
  readonly entities: Pick<EntityStore, 'get' | 'subscribe' | 'mark' | 'acceptList' | 'onChange'>
  readonly clock: Clock
}

/** Runs the machines of all cursors: takes events in, carries effects out. */
export interface CursorRunner {
  readonly store: Pick<KeyedStore<CursorSnapshot>, 'get' | 'subscribe'>
  entryOf(name: string): CursorEntry | undefined
  names(): readonly string[]
  /** Puts an entry in place: a new cursor, another definition, other words. */
  put(name: string, entry: CursorEntry): void
  forget(name: string): void
  send(name: string, event: CursorEvent<Facets>): void
  /** Sends an event and answers when the cursor has settled. @throws what it settles with */
  sendAndWait(name: string, type: 'resolve' | 'fetch' | 'refresh' | 'next'): Promise<void>
  /** Completions of the last word of a text. */
  askWords(name: string, input: string): Promise<readonly string[]>
}

/** Longer addresses travel as a body. */
const maxAddressLength = 1800

/** Creates the runner. `stepped` hears of every step, after its effects. */
export function createCursorRunner(needs: CursorNeeds, stepped: (runner: CursorRunner, name: string) => void): CursorRunner {
  const entries = new Map<string, CursorEntry>()
  const store = createKeyedStore<CursorSnapshot>(unknownCursor)
  const waiters = createWaiters()
  const put = (name: string, entry: CursorEntry): void => {
    const before = store.get(name)
    const shown = entries.get(name)?.state.hits
    const { hits } = entry.state
    entries.set(name, entry)
    store.set(name, cursorSnapshot(entry, shown === hits ? before : viewHits(hits, needs.entities, before, shown)))
  }
  const showEntities = (name: string, entry: CursorEntry, keys: ReadonlySet<string>): void => {
    const gone = [...keys].filter((key) => needs.entities.get(key).status === 'not_found')
    if (gone.length > 0) send(name, { type: 'removed', keys: new Set(gone) })
    const now = entries.get(name) ?? entry
    const before = store.get(name)
    const view = viewChanges(now.state.hits, needs.entities, before, keys)
    if (view.data !== before.data) store.set(name, cursorSnapshot(now, view))
  }
  const send = (name: string, event: CursorEvent<Facets>): void => {
    const entry = entries.get(name)
    if (!entry) return
    const { state, effects } = stepCursor(entry.state, event)
    if (state !== entry.state) put(name, { ...entry, state })
    for (const effect of effects) run(name, effect)
    stepped(runner, name)
  }
  const run = createEffects({ needs, entryOf: (name) => entries.get(name), send, settle: waiters.settle })
  needs.entities.onChange((keys) => {
    for (const [name, entry] of entries) showEntities(name, entry, keys)
  })
  const runner: CursorRunner = {
    store, put, send,
    entryOf: (name) => entries.get(name),
    names: () => [...entries.keys()],
    forget(name) {
      send(name, { type: 'unregister' })
      entries.delete(name)
      store.delete(name)
    },
    sendAndWait: (name, type) => new Promise((resolve, reject) => {
      send(name, { type, waiter: waiters.add(resolve, reject) })
    }),
    askWords: (name, input) => askWords(needs, entries.get(name), input),
  }
  return runner
}

async function askWords(needs: CursorNeeds, entry: CursorEntry | undefined, input: string): Promise<readonly string[]> {
  if (!entry) return []
  const schema = await needs.schemas.resolve(entry.definition.path)
  const answer = await find(needs, wordsRequest(entry.definition, schema, input, maxWords))
  return answer.response.data.filter((word) => typeof word === 'string')
}

interface EffectNeeds extends Pick<CursorRunner, 'entryOf' | 'send'> {
  readonly needs: CursorNeeds
  readonly settle: (waiters: readonly number[], error: Failure | null) => void
}

/** Carries effects out; what comes of them are events. */
function createEffects({ needs, entryOf, send, settle }: EffectNeeds): (name: string, effect: CursorEffect) => void {
  const aborts = new Map<string, AbortController>()

  const resolveSchema = async (name: string): Promise<void> => {
    try {
      await needs.schemas.resolve(entryOf(name)?.definition.path ?? '')
      send(name, { type: 'resolved' })
    } catch (error) {
      send(name, { type: 'unresolved', error: toFailure(error) })
    }
  }
  const load = async (name: string, { request, token, typed }: CursorEffect & { readonly type: 'send' }): Promise<void> => {
    const key = `${name}#${request.id}`
    const controller = new AbortController()
    aborts.set(key, controller)
    const event = await loadPage(needs, entryOf(name), { signature: request.signature, token, typed, signal: controller.signal }).then(
      (page) => ({ type: 'answered', requestId: request.id, ...page }) as const,
      (error: unknown) => ({ type: 'failed', requestId: request.id, error: toFailure(error) }) as const,
    )
    // A cursor that was registered again counts its requests anew: what belongs to the one before is not its business.
    if (aborts.get(key) !== controller) return
    aborts.delete(key)
    send(name, event)
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

interface PageWanted {
  readonly signature: string
  readonly token: string | null
  readonly typed: boolean
  readonly signal: AbortSignal
}

async function loadPage(needs: CursorNeeds, entry: CursorEntry | undefined, { signature, token, typed, signal }: PageWanted) {
  // The definition of now: what was typed meanwhile has superseded this request.
  if (!entry) throw new ClientError('error.canceled')
  const { definition } = entry
  const schema = needs.schemas.get(definition.path)
  if (schema.status !== 'resolved') throw new ClientError('schema_unresolved', { name: definition.name, path: definition.path })
  if (typed) await wait(needs.clock, typingDelayMs, signal)
  const askedAt = needs.entities.mark()
  const answer = await find(needs, pageRequest(definition, schema, signature, token), signal)
  const data = answer.response.data.filter((entity): entity is EntityData => typeof entity === 'object')
  const keys = needs.entities.acceptList(data, askedAt)
  const hits = data.map((entity, index) => ({ uuid: entity.$uuid, key: keys[index] ?? '' }))
  return { echo: answer.state, page: { hits, total: answer.response.total, token: answer.links.nextResultsToken ?? null, facets: token === null ? facetsOf(answer) : null } }
}

function find(needs: CursorNeeds, parameters: CallParameters<typeof calls.findEntities>, signal?: AbortSignal): Promise<ListAnswer> {
  const long = addressOf(calls.findEntities, parameters).length > maxAddressLength
  return needs.transport.call(long ? calls.findEntitiesAsPost : calls.findEntities, parameters, { signal })
}

function createWaiters() {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Failure) => void }>()
  let last = 0
  return {
    add(resolve: () => void, reject: (error: Failure) => void): number {
      waiting.set(++last, { resolve, reject })
      return last
    },
    settle(ids: readonly number[], error: Failure | null): void {
      for (const id of ids) {
        const waiter = waiting.get(id)
        waiting.delete(id)
        if (error) waiter?.reject(error)
        else waiter?.resolve()
      }
    },
  }
}
