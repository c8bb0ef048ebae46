import { createCell, type Readable } from './store/keyed-store.ts'

/** One step of a machine: what happened to whom, and from which status to which. */
export interface Transition {
  readonly noun: 'cursor' | 'tree' | 'batch' | 'page'
  readonly name: string
  readonly event: string
  readonly from: string
  readonly to: string
}

/** Hears of every step of every machine; given to `createClient` as `trace`. */
export type Trace = (transition: Transition) => void

/** The last steps of all machines, for development. */
export interface Inspector extends Readable<readonly Transition[]> {
  readonly trace: Trace
  clear(): void
}

/**
 * Creates an inspector: `const inspector = createInspector(); createClient({ trace: inspector.trace })`.
 * `size`: steps that are kept.
 */
export function createInspector(size = 200): Inspector {
  const cell = createCell<readonly Transition[]>([])
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    trace: (transition) => cell.update((steps) => [...steps.slice(1 - size), transition]),
    clear: () => cell.set([]),
  }
}
