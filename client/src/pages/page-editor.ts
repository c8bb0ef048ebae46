import { partPath, type PartStep } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { nounError, toFailure } from '../failure.ts'
import { createKeyedStore, readKey, type Readable } from '../store/keyed-store.ts'
import { createWaiters } from '../store/waiters.ts'
import { makeRequest } from './page-calls.ts'
import type { PageConflict } from './page-conflicts.ts'
import { ancestorsOf, pagePart, parentsOf } from './page-contents.ts'
import { recordOf, shownPlacement } from './page-edits.ts'
import { pageErrors } from './page-errors.ts'
import { stepPage } from './page-machine.ts'
import {
  newPage,
  type PageEffect,
  type PageEvent,
  type PageState,
  type PartValues,
  type PageWork,
} from './page-state.ts'
import { viewPage, type PageSnapshot } from './page-view.ts'

/** What can be edited of a page itself. */
export type PageValues = Pick<PartValues, 'name' | 'path' | 'public' | 'props' | 'translations' | 'children'>
/** What can be edited of a widget. */
export type WidgetValues = Omit<PartValues, 'path' | 'public'>

/** Where a widget moves to. */
export interface WidgetPlace {
  /** The widget that it will stand in; null for the page. */
  readonly owner: number | null
  readonly slot: string
  /** The order of what stands there, the widget among it: see `edit`. */
  readonly children: readonly number[]
}

/** How widgets are assigned. */
export interface AssignOptions {
  /** What stands there keeps its order; what is added comes where it is named. */
  readonly keepOrder?: boolean
}

/**
 * One page, or one component: what is shown of it, and what can be done with it. What is edited is shown at
 * once and sent by `save`. All that is sent goes one after the other. Whoever asks meanwhile gets an answer
 * when it was done; everything rejects with what the call rejects with.
 */
export interface PageEditor extends Readable<PageSnapshot> {
  readonly id: number
  /** Reads it, with all that stands in it. What is not saved stays. */
  fetch(): Promise<void>
  /**
   * Edits a widget. `children` names the order of what stands in it: widgets of the page that stand elsewhere
   * move there, what is not named stays, after the others.
   * @throws page_unread, widget_unknown, widget_in_itself
   */
  edit(widgetId: number, values: WidgetValues): void
  /** Edits the page itself. @throws page_unread, widget_unknown, widget_in_itself */
  editPage(values: PageValues): void
  /**
   * Moves a widget into a slot of a widget, or of the page (null), where an order names it; one step to undo.
   * @throws page_unread, widget_unknown, widget_in_itself
   */
  move(widgetId: number, place: WidgetPlace): void
  undo(): void
  redo(): void
  /**
   * Decides conflicts of the snapshot: `mine` stays to be saved over theirs; `theirs` takes its place, as an
   * edit that can be undone.
   */
  resolve(conflicts: readonly PageConflict[], choice: 'mine' | 'theirs'): void
  /** Forgets what is not saved. */
  discard(): void
  /**
   * Writes what is not saved, and that alone. What is edited meanwhile stays unsaved. Where it fails, so does
   * what was not written yet: `writeError` says why.
   * After `version_conflict` it is read again: what only one person changed is put together, what two changed
   * is in `conflicts`.
   * @throws page_closed, page_contested, version_conflict, access_denied, entity_not_found, invalid_parameter
   */
  save(): Promise<void>
  /**
   * Says at once which widgets stand in a widget, or in the page (null): widgets of the page move there,
   * components and widgets of other pages are copied in.
   * @throws page_closed, access_denied, entity_not_found, invalid_parameter
   */
  assign(widgetId: number | null, ids: readonly number[], options?: AssignOptions): Promise<void>
  /** Gives widgets positions in this order. @throws page_closed, access_denied, entity_not_found */
  sort(ids: readonly number[]): Promise<void>
  /** Deletes a widget with all that stands in it. @throws page_closed, entity_not_found */
  delete(widgetId: number): Promise<void>
  /**
   * Stores the file of a property, of a widget or of the page (null), in the place of the one that it had.
   * @throws page_closed, upload_empty, upload_too_large, storage_full
   */
  attach(widgetId: number | null, name: string, file: File): Promise<void>
  /** Saves and publishes; `Pages.publish` reads the original, too. */
  publish(): Promise<void>
}

/** The pages and components of a client, each as one editor. */
export interface PageEditors {
  open(root: PartStep): PageEditor
  clear(): void
}

/** Runs the machines of all pages: takes events in, carries effects out. */
export function createPageEditors(client: Client): PageEditors {
  const { log, trace } = client.options
  const roots = new Map<string, PartStep>()
  const states = new Map<string, PageState>()
  const editors = new Map<string, PageEditor>()
  const aborts = new Map<string, AbortController>()
  const waiters = createWaiters()
  const rootOf = (key: string): PartStep => roots.get(key) ?? { resource: 'page', id: 0 }
  const stateOf = (key: string): PageState => states.get(key) ?? newPage(rootOf(key))
  const store = createKeyedStore<PageSnapshot>((key) => viewPage(newPage(rootOf(key))))

  const send = (key: string, event: PageEvent): void => {
    const before = stateOf(key)
    const { state, effects } = stepPage(before, event)
    trace?.({ noun: 'page', name: key, event: event.type, from: before.status, to: state.status })
    if (state !== before) {
      states.set(key, state)
      store.set(key, viewPage(state, store.get(key)))
    }
    for (const effect of effects) act(key, effect)
  }
  const act = (key: string, effect: PageEffect): void => {
    if (effect.type === 'settle') waiters.settle(effect.waiters, effect.error)
    else if (effect.type === 'abort') aborts.get(`${key}/${effect.id}`)?.abort()
    else if (effect.type === 'dropped')
      log('warn', `What was edited of the widgets ${effect.parts.join(', ')} is gone: they were deleted`)
    else void request(key, effect)
  }
  const request = async (
    key: string,
    { id, request: asked }: PageEffect & { type: 'send' },
  ): Promise<void> => {
    const abort = new AbortController()
    aborts.set(`${key}/${id}`, abort)
    const event = await makeRequest(
      { client, root: rootOf(key), base: stateOf(key).base, signal: abort.signal },
      asked,
    ).then(
      (answer): PageEvent => ({ type: 'answered', request: id, answer }),
      (error: unknown): PageEvent => ({ type: 'failed', request: id, error: toFailure(error) }),
    )
    aborts.delete(`${key}/${id}`)
    send(key, event)
  }
  const ask = (key: string, work: PageWork): Promise<void> =>
    new Promise((done, reject) => {
      send(key, { type: 'ask', work, waiter: waiters.add(done, reject) })
    })
  return {
    open(root) {
      const key = partPath(root)
      const known = editors.get(key)
      if (known) return known
      roots.set(key, root)
      const editor = createEditor(client, root, {
        ...readKey(store, key),
        state: () => stateOf(key),
        send: (event) => send(key, event),
        ask: (work) => ask(key, work),
      })
      editors.set(key, editor)
      return editor
    },
    clear() {
      for (const key of states.keys()) send(key, { type: 'forget' })
    },
  }
}

interface Machine extends Readable<PageSnapshot> {
  state(): PageState
  send(event: PageEvent): void
  ask(work: PageWork): Promise<void>
}

function createEditor(client: Client, root: PartStep, machine: Machine): PageEditor {
  const edit = (part: number, values: PartValues): void => {
    requireEdit(root, machine.state(), part, values.children)
    machine.send({ type: 'edit', part, values })
  }
  return {
    id: root.id,
    get: machine.get,
    subscribe: machine.subscribe,
    fetch: () => machine.ask({ kind: 'read' }),
    edit,
    editPage: (values) => edit(pagePart, values),
    move(widgetId, { owner, slot, children }) {
      const part = owner ?? pagePart
      requireEdit(root, machine.state(), widgetId)
      requireEdit(root, machine.state(), part, children)
      const also = { part: widgetId, values: { slot } }
      machine.send({ type: 'edit', part, values: { children }, also })
    },
    undo: () => machine.send({ type: 'undo' }),
    redo: () => machine.send({ type: 'redo' }),
    resolve: (conflicts, choice) =>
      machine.send({
        type: 'resolve',
        choice,
        values: conflicts.map(({ widget, field, property }) => ({
          part: widget ?? pagePart,
          field,
          property,
        })),
      }),
    discard: () => machine.send({ type: 'discard' }),
    save: () => machine.ask({ kind: 'save' }),
    async assign(widgetId, ids, { keepOrder = false } = {}) {
      const owner = widgetId ?? pagePart
      await machine.ask({
        kind: 'assign',
        owner,
        ids: keepOrder ? inOrder(client, machine.state(), owner, ids) : ids,
      })
    },
    sort: (ids) => machine.ask({ kind: 'sort', ids }),
    delete: (id) => machine.ask({ kind: 'delete', id }),
    attach: (widgetId, name, file) =>
      machine.ask({ kind: 'attach', owner: widgetId ?? pagePart, name, file }),
    publish: () => machine.ask({ kind: 'publish' }),
  }
}

/** @throws page_unread, widget_unknown, widget_in_itself */
function requireEdit(
  root: PartStep,
  { base, unsaved }: PageState,
  part: number,
  children: readonly number[] = [],
): void {
  if (!base) throw nounError(pageErrors, 'page_unread', { id: root.id })
  const unknown = [part, ...children].find((id) => !recordOf(base, id))
  if (unknown !== undefined) throw nounError(pageErrors, 'widget_unknown', { page: root.id, id: unknown })
  const above = ancestorsOf(parentsOf(shownPlacement(base, unsaved)), part)
  const inItself = children.find((id) => id === pagePart || above.includes(id))
  if (inItself !== undefined) throw nounError(pageErrors, 'widget_in_itself', { id: inItself })
}

/**
 * What stands there in the order in which it stands, and what is added where it is named. Of several that are
 * added at once, nobody can know from the answer which is which.
 * @source data-layer §5: keep-order assignment
 */
function inOrder(
  client: Client,
  { base, unsaved }: PageState,
  owner: number,
  ids: readonly number[],
): readonly number[] {
  const there = (base && shownPlacement(base, unsaved).get(owner)) ?? []
  const added = ids.filter((id) => !there.includes(id))
  if (added.length > 1)
    client.options.log('warn', `${added.length} widgets are added at once in an order that is to be kept`)
  const order = there.filter((id) => ids.includes(id))
  for (const id of added) order.splice(ids.indexOf(id), 0, id)
  return order
}
