import { use } from 'react'
import { readKey, type KeyedReadable, type LoadStatus, type Readable } from '@cartouche/client'

/** How a hook waits for what it shows. */
export interface SuspenseOption {
  /**
   * Suspends the component until there is something to show, or it failed; what is shown stays while it is
   * read again. Failures are not thrown: the snapshot has them, as without.
   */
  readonly suspense?: boolean | undefined
}

/**
 * What is awaited: whether a snapshot has something to show, and what has it read. Effects do not run in a
 * component that was never shown.
 */
export interface Awaited<Snapshot> {
  readonly isThere: (snapshot: Snapshot) => boolean
  readonly start: () => unknown
}

/** A wait that is over is kept: a component that suspended in it asks for it once more when it goes on. */
interface Wait {
  readonly promise: Promise<void>
  isOver: boolean
}

/**
 * Waits by owner and key: a component that suspends before it was ever shown remembers nothing, so that they
 * are kept beside the store.
 */
const waits = new WeakMap<object, Map<string, Wait>>()

/** Suspends until a key of a store has something to show, or failed. */
export function suspendKey<Snapshot extends { readonly status: LoadStatus }>(
  store: KeyedReadable<Snapshot>,
  key: string,
  awaited: Awaited<Snapshot>,
): void {
  suspend(store, key, readKey(store, key), awaited)
}

/** Suspends until something that is read has something to show, or failed. */
export function suspend<Snapshot extends { readonly status: LoadStatus }>(
  owner: object,
  key: string,
  readable: Readable<Snapshot>,
  { isThere, start }: Awaited<Snapshot>,
): void {
  const isSettled = (): boolean => readable.get().status === 'error' || isThere(readable.get())
  const ofOwner = waits.get(owner) ?? new Map<string, Wait>()
  waits.set(owner, ofOwner)
  const known = ofOwner.get(key)
  // What was there once and is read again does not go; what was forgotten is awaited again.
  if (isSettled() || (known && !(known.isOver && readable.get().status === 'unknown'))) {
    if (known) use(known.promise)
    return
  }
  const wait = waitFor(readable, isSettled)
  ofOwner.set(key, wait)
  start()
  use(wait.promise)
}

function waitFor(readable: Readable<unknown>, isSettled: () => boolean): Wait {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait: Wait = { promise, isOver: false }
  const stop = readable.subscribe(() => {
    if (!isSettled()) return
    stop()
    wait.isOver = true
    resolve()
  })
  return wait
}
