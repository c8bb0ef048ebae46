import { hashKey, QueryClient, QueryObserver, type QueryObserverResult } from '@tanstack/query-core'
import type { Call, CallAnswer, CallParameters } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Readable } from '../store/keyed-store.ts'
import type { Transport } from './transport.ts'

/** A snapshot of a plain read. */
export interface ReadSnapshot<Data> {
  readonly status: LoadStatus
  readonly data: Data | undefined
  readonly error: Failure | null
}

/**
 * How long an answer is good enough to be shown without asking again, milliseconds; 30000 unless said
 * otherwise.
 */
export interface ReadFor {
  readonly freshMs?: number
}

/** Reads that change rarely, each kept under its call and parameters. */
export interface Reads {
  /** The answer, from the cache while it is fresh. */
  read<C extends Call>(call: C, parameters: CallParameters<C>, options?: ReadFor): Promise<CallAnswer<C>>
  /**
   * The read as something to subscribe to; while anybody does, it is read and read again when it is
   * invalidated.
   */
  observe<C extends Call>(
    call: C,
    parameters: CallParameters<C>,
    options?: ReadFor,
  ): Readable<ReadSnapshot<CallAnswer<C>>>
  /** Makes answers of a call old; of all calls where none is named. */
  invalidate(call?: Call, parameters?: Readonly<Record<string, unknown>>): void
  /** Forgets all answers, and asks again for those that are shown: another person comes. */
  clear(): void
}

const defaultFreshMs = 30_000

/** The plain reads of a client: config, renditions, profiles. */
export const readsOf = attach(createReads)

/**
 * Creates the request cache for plain reads, on `@tanstack/query-core`.
 * @source DESIGN "Dependencies": data layer
 */
function createReads(transport: Pick<Transport, 'call'>): Reads {
  // The transport makes reads again by itself, and at a person's request, not by the window's focus.
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })
  const observed = new Map<string, Observed>()
  const queryOf = <C extends Call>(
    call: C,
    parameters: CallParameters<C>,
    { freshMs = defaultFreshMs }: ReadFor = {},
  ) => ({
    queryKey: [call.name, parameters] as readonly unknown[],
    staleTime: freshMs,
    // Without the cache's signal: a component that comes, goes and comes again shall not ask twice.
    queryFn: () => transport.call(call, parameters),
  })
  return {
    read: async (call, parameters, options) => cache.fetchQuery(queryOf(call, parameters, options)),
    observe<C extends Call>(call: C, parameters: CallParameters<C>, options?: ReadFor) {
      const query = queryOf(call, parameters, options)
      const key = hashKey([query.queryKey, query.staleTime])
      const known = observed.get(key) ?? observedOf(new QueryObserver(cache, query))
      if (!observed.has(key)) prune(observed)
      observed.set(key, known)
      // Kept under call and parameters: what is found is of the type of the call.
      return known.readable as Readable<ReadSnapshot<CallAnswer<C>>>
    },
    invalidate(call, parameters) {
      void cache.invalidateQueries(
        call ? { queryKey: parameters ? [call.name, parameters] : [call.name] } : {},
      )
    },
    clear: () => void cache.resetQueries(),
  }
}

interface Observed {
  readonly readable: Readable<unknown>
  readonly isHeard: () => boolean
}

/** Reads that are kept to be observed; beyond, those that nobody listens to go. */
const maxObserved = 500

function prune(observed: Map<string, Observed>): void {
  if (observed.size < maxObserved) return
  for (const [key, { isHeard }] of observed) if (!isHeard()) observed.delete(key)
}

function observedOf<Data>(observer: QueryObserver<Data>): Observed {
  return { readable: readableOf(observer), isHeard: () => observer.hasListeners() }
}

function readableOf<Data>(observer: QueryObserver<Data>): Readable<ReadSnapshot<Data>> {
  let seen: QueryObserverResult<Data> | undefined
  let snapshot: ReadSnapshot<Data> = { status: 'unknown', data: undefined, error: null }
  return {
    get() {
      const result = observer.getCurrentResult()
      if (result !== seen)
        snapshot = {
          status: statusOf(result),
          data: result.data,
          error: result.error ? toFailure(result.error) : null,
        }
      seen = result
      return snapshot
    },
    subscribe: (listener) => observer.subscribe(listener),
  }
}

function statusOf(result: QueryObserverResult): LoadStatus {
  if (result.isFetching) return result.data === undefined ? 'initial' : 'fetching'
  if (result.isError) return 'error'
  return result.isSuccess ? 'loaded' : 'registered'
}
