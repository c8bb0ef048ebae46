import type { BrowserContext } from 'playwright-core'

/** A press, tap or key of a person, from it to the next paint. */
interface Interaction {
  /** Kind of its longest event: `click`, `keydown`. */
  readonly event: string
  readonly path: string
  readonly durationMs: number
}

/** What a page reports about one event of an interaction. */
interface Reported extends Interaction {
  /** Of the page, and of the interaction within it. */
  readonly key: string
}

const interactions = new Map<string, Interaction>()
const binding = 'reportInteraction'

/**
 * Follows how long the pages of a context take from what a person does to the next paint. What is shorter
 * than 16 ms, a frame, is not reported by the browser.
 * @source W3C Event Timing
 */
export async function followInteractions(context: BrowserContext): Promise<void> {
  await context.exposeBinding(binding, (_source, reported: Reported) => {
    const known = interactions.get(reported.key)
    if (!known || known.durationMs < reported.durationMs) interactions.set(reported.key, reported)
  })
  await context.addInitScript((name) => {
    const page = Math.random()
    const report = (globalThis as unknown as Record<string, (reported: Reported) => void>)[name]
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId)
          report?.({
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
export function summarizeInteractions(): string | undefined {
  const sorted = listInteractions()
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]?.durationMs ?? 0
  const slowest = sorted
    .slice(-3)
    .map(({ event, path, durationMs }) => `${durationMs} ms ${event} at ${path}`)
  return sorted.length === 0
    ? undefined
    : `${sorted.length} interactions to next paint: median ${at(0.5)} ms, p98 ${at(0.98)} ms, longest ${slowest.toReversed().join(', ')}`
}
