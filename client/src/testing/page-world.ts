import fc from 'fast-check'
import { ApiError } from '@cartouche/contract/wire'
import { ClientError, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import {
  contentsOf,
  parentsOf,
  place,
  withBelow,
  without,
  type PageContents,
} from '../pages/page-contents.ts'
import { openConflicts } from '../pages/page-conflicts.ts'
import { baseValue, isSame, recordOf, shownPlacement, shownValue } from '../pages/page-edits.ts'
import { stepPage } from '../pages/page-machine.ts'
import { toPage, toWidget } from '../pages/page-record.ts'
import {
  newPage,
  type PageAnswer,
  type PageEvent,
  type PageRequest,
  type PageState,
  type PageWork,
  type PartValues,
} from '../pages/page-state.ts'
import { MachineWorld, type Legal } from './machine-world.ts'

const legal: Legal = {
  unknown: ['unknown', 'resolving'],
  resolving: ['resolving', 'loaded', 'error', 'unknown'],
  loaded: ['loaded', 'fetching', 'error', 'unknown'],
  fetching: ['fetching', 'loaded', 'error', 'unknown'],
  error: ['error', 'fetching', 'resolving', 'unknown'],
}

interface InFlight {
  readonly id: number
  readonly request: PageRequest
  /** What the server answered; null until it has done what was asked. */
  outcome: PageAnswer | Failure | null
}

/** Widgets that there are in the beginning: 2 and 3 in 1, beside 4. */
const first: readonly (readonly [number, string])[] = [
  [1, 'clubwedpagedesc_9'],
  [2, 'clubwedpagedesc_9_clubwedwidget_1'],
  [3, 'clubwedpagedesc_9_clubwedwidget_1'],
  [4, 'clubwedpagedesc_9'],
]

/**
 * A page with a server of its own that answers late, out of order, with failures, or writes without an
 * answer.
 */
export class PageWorld extends MachineWorld {
  state: PageState = newPage({ resource: 'page', id: 9 })
  server: PageContents = contentsOf(
    toPage({ id: 9, $uuid: '', $resource: 'page', $version: 1, name: 'Page' }),
    first.map(([id, parent]) =>
      toWidget({ id, parent, $uuid: '', $resource: 'pagewidget', $version: 1, position: id, value: 'v0' }),
    ),
    [],
  )
  readonly inFlight: InFlight[] = []
  /** The last value that somebody set here, by part and field. */
  readonly wanted = new Map<string, unknown>()
  /** What somebody else wrote and nobody here has seen yet. */
  readonly unseen = new Set<unknown>()
  private lastValue = 0

  send(event: PageEvent): void {
    const before = this.state
    const { state, effects } = stepPage(before, event)
    this.state = state
    for (const effect of effects) {
      if (effect.type === 'send')
        this.inFlight.push({ id: effect.id, request: effect.request, outcome: null })
      else if (effect.type === 'settle') this.settle(effect)
    }
    const waiting = state.jobs.flatMap(({ waiters }) => waiters)
    const hold = this.hold(event.type, before, state, legal, waiting)
    hold(state.jobs.length === 0 || state.running !== null, 'work that nobody does')
    hold(this.inFlight.filter(({ id }) => id === state.running).length <= 1, 'two requests under way')
    hold(effects.filter(({ type }) => type === 'send').length <= 1, 'two requests at once')
    for (const { part, field, value } of state.unsaved)
      if (field === 'value')
        hold(isSame(this.wanted.get(`${part}`), value), `${part} shows what nobody wanted`)
  }

  ask(work: PageWork): number {
    const waiter = this.issue()
    this.send({ type: 'ask', work, waiter })
    return waiter
  }

  edit(part: number, values: PartValues): void {
    if (!this.state.base || !recordOf(this.state.base, part)) return
    this.see(part)
    if ('value' in values) this.wanted.set(`${part}`, values.value)
    this.send({ type: 'edit', part, values })
  }

  /** Whoever edits has seen what is shown. */
  private see(part: number): void {
    const { base } = this.state
    const shown = shownValue(this.state, part, 'value')
    if (base && isSame(baseValue(base, part, 'value'), shown)) this.unseen.delete(shown)
  }

  /** Chooses, for all that is to be decided, or for the first of it. */
  resolve(choice: 'mine' | 'theirs', max = Infinity): void {
    const open = openConflicts(this.state).slice(0, max)
    for (const { widget, field, theirs } of open) {
      if (field !== 'value') continue
      this.unseen.delete(theirs)
      if (choice === 'theirs') this.wanted.set(`${widget ?? 0}`, theirs)
    }
    const values = open.map(({ widget, ...one }) => ({ ...one, part: widget ?? 0 }))
    this.send({ type: 'resolve', values, choice })
  }

  /** Sets another value than any before. */
  type(part: number): void {
    this.edit(part, { value: `v${++this.lastValue}` })
  }

  undo(type: 'undo' | 'redo'): void {
    const edit = (type === 'undo' ? this.state.past : this.state.future).at(-1) ?? []
    for (const { part, field, before, after } of edit) {
      if (field !== 'value') continue
      this.see(part)
      this.wanted.set(`${part}`, type === 'undo' ? before : after)
    }
    this.send({ type })
  }

  /** The server does what was asked; the answer is on its way. */
  work(index: number): void {
    const waiting = this.inFlight.filter(({ outcome }) => outcome === null)
    const one = waiting[index % waiting.length]
    if (one) one.outcome = this.answerTo(one.request)
  }

  /** An answer comes, whichever; or nobody hears of it. */
  deliver(index: number, isLost = false): void {
    const ready = this.inFlight.filter(({ outcome }) => outcome !== null)
    const one = ready[index % ready.length]
    if (!one?.outcome) return
    this.inFlight.splice(this.inFlight.indexOf(one), 1)
    const { id: request, outcome } = one
    if (isLost) this.send({ type: 'failed', request, error: new ClientError('network') })
    else if (outcome instanceof Error) this.send({ type: 'failed', request, error: outcome })
    else this.send({ type: 'answered', request, answer: outcome })
  }

  /** The server is not there. */
  refuse(index: number): void {
    const one = this.inFlight[index % this.inFlight.length]
    if (!one || one.outcome !== null) return
    one.outcome = new ApiError('unavailable')
  }

  /** Somebody else writes: another field than we do, or the same. */
  elsewhere(part: number, field: 'slot' | 'value' = 'slot'): void {
    const widget = this.server.widgets.get(part)
    if (!widget) return
    const theirs = `e${++this.lastValue}`
    if (field === 'value') this.unseen.add(theirs)
    this.store({ ...widget, [field]: theirs, $version: (widget.$version ?? 0) + 1 })
  }

  private store(widget: ReturnType<typeof toWidget>): void {
    this.server = { ...this.server, widgets: new Map(this.server.widgets).set(widget.id, widget) }
  }

  private answerTo(request: PageRequest): PageAnswer | Failure {
    const { server } = this
    switch (request.kind) {
      case 'read':
        return { kind: 'read', contents: server }
      case 'write': {
        const widget = server.widgets.get(request.part)
        if (!widget) return new ApiError('entity_not_found')
        if (request.$version !== widget.$version) return new ApiError('version_conflict')
        if ('value' in request.values && this.unseen.has(widget.value))
          throw new Error(`${widget.value} of ${widget.id} is overwritten without a word`)
        const record = { ...widget, ...request.values, $version: (widget.$version ?? 0) + 1 } as typeof widget
        this.store(record)
        return { kind: 'write', record }
      }
      case 'assign': {
        if (request.ids.some((id) => !server.widgets.has(id))) return new ApiError('entity_not_found')
        const children = place(server.children, request.owner, request.ids)
        const ids = children.get(request.owner) ?? []
        this.server = { ...server, children }
        for (const id of ids) {
          const widget = this.server.widgets.get(id)
          if (widget) this.store({ ...widget, $version: (widget.$version ?? 0) + 1 })
        }
        return { kind: 'assign', ids }
      }
      case 'delete':
        if (!server.widgets.has(request.id)) return new ApiError('entity_not_found')
        this.server = without(server, withBelow(server.children, request.id))
        return { kind: 'delete' }
      default:
        return { kind: 'publish' }
    }
  }
}

/** Answers all that is under way, one after the other, until nobody waits. */
export function drainPage(world: PageWorld): void {
  while (world.inFlight.length > 0) {
    world.work(0)
    world.deliver(0)
  }
}

/** What is shown equals what the server holds, under what is not saved. */
function holdShown({ state, server }: PageWorld): void {
  if (!state.base) return
  for (const [id, widget] of server.widgets) {
    if (!isSame(state.base.widgets.get(id), widget)) throw new Error(`${id} is not what the server holds`)
  }
  const shown = shownPlacement(state.base, state.unsaved)
  for (const [id, owner] of parentsOf(server.children)) {
    const isMoved = state.unsaved.some(({ field }) => field === 'children')
    if (!isMoved && parentsOf(shown).get(id) !== owner) throw new Error(`${id} stands elsewhere`)
  }
}

const part = fc.integer({ min: 1, max: 4 })
const index = fc.nat(5)
type Act = (world: PageWorld) => void
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: part.map(
      (id): Act =>
        (world) =>
          world.type(id),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(4), fc.uniqueArray(part, { maxLength: 3 })).map(
      ([owner, children]): Act =>
        (world) =>
          world.edit(owner, { children }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('undo', 'redo').map(
      (type): Act =>
        (world) =>
          world.undo(type),
    ),
  },
  { weight: 3, arbitrary: fc.constant<Act>((world) => world.ask({ kind: 'save' })) },
  { weight: 2, arbitrary: fc.constant<Act>((world) => world.ask({ kind: 'read' })) },
  {
    weight: 1,
    arbitrary: part.map(
      (id): Act =>
        (world) =>
          world.ask({ kind: 'delete', id }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(part, fc.constantFrom('slot', 'value')).map(
      ([id, field]): Act =>
        (world) =>
          world.elsewhere(id, field),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('mine', 'theirs'), fc.constantFrom(1, Infinity)).map(
      ([choice, max]): Act =>
        (world) =>
          world.resolve(choice, max),
    ),
  },
  {
    weight: 8,
    arbitrary: index.map(
      (at): Act =>
        (world) =>
          world.work(at),
    ),
  },
  {
    weight: 8,
    arbitrary: index.map(
      (at): Act =>
        (world) =>
          world.deliver(at),
    ),
  },
  {
    weight: 1,
    arbitrary: index.map(
      (at): Act =>
        (world) =>
          world.deliver(at, true),
    ),
  },
  {
    weight: 1,
    arbitrary: index.map(
      (at): Act =>
        (world) =>
          world.refuse(at),
    ),
  },
)

/**
 * Whatever is edited, saved, read, answered late or lost: in the end, when all was read and saved, the server
 * holds the last value of every widget that is there, and what is shown is what it holds.
 */
export const pageProperty = fc.property(fc.array(acts, { maxLength: 60 }), (sequence) => {
  const world = new PageWorld()
  world.ask({ kind: 'read' })
  drainPage(world)
  for (const act of sequence) act(world)
  drainPage(world)
  world.ask({ kind: 'read' })
  drainPage(world)
  holdShown(world)
  const statuses: readonly LoadStatus[] = ['loaded']
  if (!statuses.includes(world.state.status)) throw new Error(`it ends ${world.state.status}`)
  // What somebody else wrote stays, until it was decided.
  world.ask({ kind: 'save' })
  drainPage(world)
  world.resolve('mine')
  const wanted = new Set(
    world.state.unsaved.flatMap(({ part: id, field }) => (field === 'value' ? [id] : [])),
  )
  world.ask({ kind: 'save' })
  drainPage(world)
  holdShown(world)
  if (world.state.unsaved.length > 0) throw new Error('something is not saved')
  for (const [id, value] of world.wanted) {
    const widget = world.server.widgets.get(Number(id))
    // Somebody else may have written after what was saved here.
    const isTheirs = !wanted.has(Number(id)) && String(widget?.value).startsWith('e')
    if (widget && widget.value !== value && !isTheirs)
      throw new Error(`${id}: ${widget.value} in place of ${String(value)}`)
  }
})
