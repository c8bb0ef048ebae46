import { ClientError, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'

/**
 * A part of a tree to be loaded: its first page, the next one, its first page with what is known below it
 * left in place, or the children of a node.
 */
export interface TreeFetch {
  readonly part: 'first' | 'next' | 'roots' | number
}

interface Wanted extends TreeFetch {
  readonly waiters: readonly number[]
}

/** All that decides what a tree does next; `Content` is what was loaded. */
export interface TreeState<Content> {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly signature: string
  readonly lastSignature: string | null
  readonly hasSchema: boolean
  readonly content: Content
  readonly running: (Wanted & { readonly requestId: number }) | null
  /** Postponed fetches, each part once, replayed one by one. @source data-layer §4 Tree */
  readonly queue: readonly Wanted[]
  readonly lastRequestId: number
}

export type TreeEvent<Content> =
  | { readonly type: 'registered' | 'resolved' | 'unregister' }
  | { readonly type: 'unresolved'; readonly error: Failure }
  | { readonly type: 'fetch'; readonly part: TreeFetch['part']; readonly waiter?: number }
  | { readonly type: 'change'; readonly signature: string }
  | { readonly type: 'answered'; readonly requestId: number; readonly content: (before: Content) => Content }
  | { readonly type: 'failed'; readonly requestId: number; readonly error: Failure }

export type TreeEffect =
  | { readonly type: 'resolve' }
  | { readonly type: 'send'; readonly requestId: number; readonly part: TreeFetch['part'] }
  | { readonly type: 'abort'; readonly requestId: number }
  | { readonly type: 'settle'; readonly waiters: readonly number[]; readonly error: Failure | null }

export interface TreeStep<Content> {
  readonly state: TreeState<Content>
  readonly effects: readonly TreeEffect[]
}

/** A tree before anything happened to it. */
export function newTree<Content>(signature: string, content: Content): TreeState<Content> {
  return {
    status: 'registering',
    error: null,
    signature,
    lastSignature: null,
    hasSchema: false,
    content,
    running: null,
    queue: [],
    lastRequestId: 0,
  }
}

/**
 * One step of a tree: pure. What a status does not name, it ignores.
 * @source data-layer §4 Tree: registered, resolving, resolved, then initial or fetching, then loaded, or
 * error
 */
export function stepTree<Content>(state: TreeState<Content>, event: TreeEvent<Content>): TreeStep<Content> {
  switch (event.type) {
    case 'registered':
      return state.status === 'registering' ? stay({ ...state, status: 'registered' }) : stay(state)
    case 'fetch':
      return want(state, event.part, event.waiter)
    case 'resolved':
      return state.status === 'resolving'
        ? play({ ...state, status: 'resolved', hasSchema: true })
        : stay(state)
    case 'unresolved':
      return state.status === 'resolving' ? failAll(state, event.error) : stay(state)
    case 'change':
      return change(state, event.signature)
    case 'answered':
      return event.requestId === state.running?.requestId
        ? answer(state, state.running, event.content)
        : stay(state)
    case 'failed':
      return event.requestId === state.running?.requestId ? failAll(state, event.error) : stay(state)
    case 'unregister': {
      const { state: gone, effects } = failAll(state, new ClientError('error.canceled'))
      return { state: { ...gone, status: 'unknown', error: null }, effects: [...abort(state), ...effects] }
    }
  }
}

function stay<Content>(state: TreeState<Content>, effects: readonly TreeEffect[] = []): TreeStep<Content> {
  return { state, effects }
}

function abort({ running }: TreeState<unknown>): readonly TreeEffect[] {
  return running ? [{ type: 'abort', requestId: running.requestId }] : []
}

/**
 * A fetch is started, or postponed while another is under way; whoever asks for what is on its way already
 * waits with it.
 */
function want<Content>(
  state: TreeState<Content>,
  part: TreeFetch['part'],
  waiter: number | undefined,
): TreeStep<Content> {
  const added = waiter === undefined ? [] : [waiter]
  const { running } = state
  if (running?.part === part)
    return stay({ ...state, running: { ...running, waiters: [...running.waiters, ...added] } })
  const known = state.queue.some((wanted) => wanted.part === part)
  const queue = known
    ? state.queue.map((wanted) =>
        wanted.part === part ? { ...wanted, waiters: [...wanted.waiters, ...added] } : wanted,
      )
    : [...state.queue, { part, waiters: added }]
  const asked = { ...state, queue }
  if (running || state.status === 'resolving' || state.status === 'registering' || state.status === 'unknown')
    return stay(asked)
  return state.hasSchema
    ? play(asked)
    : stay({ ...asked, status: 'resolving', error: null }, [{ type: 'resolve' }])
}

/**
 * Starts the fetch that waits longest. Before anything was loaded, and after a change, it begins with the
 * first page.
 */
function play<Content>(state: TreeState<Content>): TreeStep<Content> {
  const isFresh = state.lastSignature !== state.signature
  const [oldest] = state.queue
  if (!oldest) return stay(state)
  const next: Wanted = isFresh
    ? (state.queue.find(({ part }) => part === 'first') ?? { part: 'first', waiters: [] })
    : oldest
  const requestId = state.lastRequestId + 1
  return stay(
    {
      ...state,
      status: state.lastSignature === null ? 'initial' : 'fetching',
      error: null,
      lastRequestId: requestId,
      running: { ...next, requestId },
      queue: state.queue.filter((wanted) => wanted !== next),
    },
    [{ type: 'send', requestId, part: next.part }],
  )
}

function answer<Content>(
  state: TreeState<Content>,
  { waiters }: Wanted,
  content: (before: Content) => Content,
): TreeStep<Content> {
  const loaded: TreeState<Content> = {
    ...state,
    status: 'loaded',
    error: null,
    running: null,
    lastSignature: state.signature,
    content: content(state.content),
  }
  const settled: readonly TreeEffect[] = waiters.length > 0 ? [{ type: 'settle', waiters, error: null }] : []
  const { state: next, effects } = play(loaded)
  return { state: next, effects: [...settled, ...effects] }
}

/** A failure goes to all who wait, and the queue ends with it. */
function failAll<Content>(state: TreeState<Content>, error: Failure): TreeStep<Content> {
  const waiters = [...(state.running?.waiters ?? []), ...state.queue.flatMap((wanted) => wanted.waiters)]
  const settled: readonly TreeEffect[] = waiters.length > 0 ? [{ type: 'settle', waiters, error }] : []
  return stay({ ...state, status: 'error', error, running: null, queue: [] }, settled)
}

/**
 * A loaded tree that asks something else is registered again; one under way begins again, for all who wait.
 * @source data-layer §4 Tree
 */
function change<Content>(state: TreeState<Content>, signature: string): TreeStep<Content> {
  if (signature === state.signature) return stay(state)
  const { running } = state
  if (running) {
    const waiters = [...running.waiters, ...state.queue.flatMap((wanted) => wanted.waiters)]
    const { state: next, effects } = play({
      ...state,
      signature,
      running: null,
      queue: [{ part: 'first', waiters }],
    })
    return { state: next, effects: [...abort(state), ...effects] }
  }
  const isSettled = state.status === 'loaded' || state.status === 'error'
  return stay({ ...state, signature, ...(isSettled ? { status: 'registered' as const, error: null } : {}) })
}
