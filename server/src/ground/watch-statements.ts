import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { RecentEvents } from './recent-events.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { StatementWatch } from './database/create-pool.ts'

const maxTextLength = 4000
const verbs = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback', 'set'])

/**
 * Counts statements, takes a span of each, and logs those that take `slowMs` or longer: their text, never
 * their parameters.
 */
export function watchStatements({
  metrics,
  tracing,
  log,
  recent,
  slowMs,
}: {
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly log: Log
  readonly recent: RecentEvents
  readonly slowMs: number
}): StatementWatch {
  return (text, run) => {
    const kind = kindOf(text)
    const statement = text.slice(0, maxTextLength)
    const startedMs = performance.now()
    const end = (outcome: 'done' | 'failed'): void => {
      const ms = performance.now() - startedMs
      metrics.statementRun(kind, ms / 1000, outcome)
      if (ms < slowMs) return
      metrics.slowStatement()
      recent.slowStatements.add({ at: new Date().toISOString(), ms: Math.round(ms), statement })
      log.warn({ ms: Math.round(ms), statement }, 'slow statement')
    }
    const asked = tracing.span(
      {
        name: kind,
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.operation.name': kind, 'db.query.text': statement },
      },
      run,
    )
    asked.then(
      () => end('done'),
      () => end('failed'),
    )
    return asked
  }
}

/** The first word of a statement, of few. */
function kindOf(text: string): string {
  // Nearly all begin with their verb: looking for it costs a hundredth of an answer otherwise.
  const first = text.slice(0, text.indexOf(' '))
  if (verbs.has(first)) return first
  const word = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return verbs.has(word) ? word : 'other'
}
