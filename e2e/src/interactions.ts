import type { BrowserContext } from 'playwright-core'

/** A press, tap or key of a person, from it to the next paint. */
interface Interaction {
  /** Kind of its longest event: `click`, `keydown`. */
  readonly event: string
  readonly path: string
  readonly durationMs: number
}

/** What a page tells of one event of an interaction. */
interface Told extends Interaction {
  /** Of the page, and of the interaction within it. */
  readonly key: string
}

const interactions = new Map<string, Interaction>()
const binding = 'tellInteraction'

/**
 * Follows how long the pages of a context take from what a person does to the next paint. What is shorter
 * than 16 ms, a frame, is not told by the browser.
 * @source W3C Event Timing
 */
export async function followInteractions(context: BrowserContext): Promise<void> {
  await context.exposeBinding(binding, (_source, told: Told) => {
    const known = interactions.get(told.key)
    if (!known || known.durationMs < told.durationMs) interactions.set(told.key, told)
  })
  await context.addInitScript((name) => {
    const page = Math.random()
    const tell = (globalThis as unknown as Record<string, (told: Told) => void>)[name]
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId)
          tell?.({
            key: `${page} ${entry.interactionId}`,
            event: entry.name,
            path: location.pathname,
            durationMs: entry.duration,
          })
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  }, binding)
}

/** All interactions of the journeys so far, the shortest first. */
export function listInteractions(): readonly Interaction[] {
  return [...interactions.values()].toSorted((a, b) => a.durationMs - b.durationMs)
}

/** How long interactions took in all journeys, in one line; undefined where there were none. */
export function tellInteractions(): string | undefined {
  const sorted = listInteractions()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]?.durationMs ?? 0
  const slowest = sorted
    .slice(-3)
    .map(({ event, path, durationMs }) => `${durationMs} ms ${event} at ${path}`)
  return sorted.length === 0
    ? undefined
    : `${sorted.length} interactions to next paint: median ${at(0.5)} ms, p98 ${at(0.98)} ms, longest ${slowest.toReversed().join(', ')}`
}
