import type { Client } from '../client.ts'
import { ClientError, nounError } from '../failure.ts'
import { cursorDataErrors } from '../cursors/cursor-data-errors.ts'
import type { CursorDefinition, CursorSnapshot } from '../cursors/cursor.ts'

/**
 * Hits of a lookup, and how long one waits for its cursor: 100 tries of 100 ms as one wait.
 * @source data-layer §9
 */
const lookupMax = 5
const longestWaitMs = 100 * 100

/** Finds a few entities by what a person types: to link one. */
export interface LookupCursor {
  /** Name of the cursor: `~lookup/{path}`. What asks it after it ended is ignored. */
  readonly name: string
  /** Types; the cursor loads by itself. */
  search(text: string): void
  /** Ends the lookup with its cursor. */
  stop(): void
}

/** Opens a lookup of at most five entities. @source data-layer §9: lookup cursor max 5 */
export function openLookup(
  { cursors }: Pick<Client, 'cursors'>,
  definition: Omit<CursorDefinition, 'name'> & { readonly name?: string },
): LookupCursor {
  const name = `~lookup/${definition.name ?? definition.path}`
  cursors.ensure({ max: lookupMax, ...definition, name })
  const stop = cursors.watch(name)
  return {
    name,
    search: (text) => cursors.setFulltext(name, text),
    stop() {
      stop()
      cursors.unregister(name)
    },
  }
}

/** Waits until somebody registers a cursor: 10 s at most. @throws cursor_unregistered, error.canceled */
export function whenRegistered(
  { cursors, options: { clock } }: Pick<Client, 'cursors' | 'options'>,
  name: string,
  signal?: AbortSignal,
): Promise<CursorSnapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<CursorSnapshot>()
  const look = (): void => {
    if (cursors.get(name).status !== 'unknown') resolve(cursors.get(name))
  }
  const stopHearing = cursors.subscribe(name, look)
  const stopClock = clock.after(longestWaitMs, () =>
    reject(nounError(cursorDataErrors, 'cursor_unregistered', { name })),
  )
  const canceled = (): void => reject(new ClientError('error.canceled'))
  signal?.addEventListener('abort', canceled, { once: true })
  look()
  return promise.finally(() => {
    signal?.removeEventListener('abort', canceled)
    stopHearing()
    stopClock()
  })
}
