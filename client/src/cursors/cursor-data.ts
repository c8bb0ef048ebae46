import type { Client } from '../client.ts'
import { attach } from '../attach.ts'
import { ClientError, nounError } from '../failure.ts'
import { isInProgress } from '../load-status.ts'
import { namesCursors, type Constraint } from '../query/constraint.ts'
import { cursorDataErrors } from './cursor-data-errors.ts'
import type { FullDefinition } from './cursor.ts'

/** How long a query waits for the data of a cursor that it names, milliseconds. @source data-layer §9 */
const longestWaitMs = 60_000

/**
 * Lets constraints of a client's cursors name other cursors, by the suffix `cursordata` of their operator:
 * `in:cursordata` with the value `selection` is `in` with the ids of the data of the cursor `selection`. What
 * is waited for is awaited by listening, never by polling. Called once, before the first such constraint.
 * @throws cursor_unregistered, cursor_data_late as the failure of a cursor that names another which is not
 * there, or brings nothing in time
 * @source data-layer §5: operator suffixes; §9: limits; DESIGN: no polling where an event can be awaited
 */
export const cursorDataOf = attach((client) => {
  client.cursors.resolveWith({
    resolve: (constraints) =>
      Object.fromEntries(
        Object.entries(constraints).map(([name, constraint]) => [name, resolved(client, constraint)]),
      ),
    sourcesOf,
    async ready(definition, signal) {
      for (const source of sourcesOf(definition)) await dataOf(client, source, signal)
    },
  })
  return { clear: () => undefined }
})

function sourcesOf({ constraints }: Pick<FullDefinition, 'constraints'>): readonly string[] {
  return [
    ...new Set(
      Object.values(constraints)
        .filter(namesCursors)
        .flatMap(({ values }) => values.map(String)),
    ),
  ]
}

function resolved({ cursors }: Client, constraint: Constraint): Constraint {
  if (!namesCursors(constraint)) return constraint
  const sources = constraint.values.map((name) => cursors.get(String(name)))
  if (!sources.every(({ hasData }) => hasData)) return constraint
  const ids = [...new Set(sources.flatMap(({ data }) => data.map(({ id }) => id)))]
  // Nothing in the data of the other cursor: nothing here, not everything. No entity has the id 0.
  return {
    ...constraint,
    operator: constraint.operator.slice(0, constraint.operator.lastIndexOf(':')),
    values: ids.length > 0 ? ids : [0],
  }
}

/** Waits until a cursor has data, and has it fetch them. */
async function dataOf(
  { cursors, options: { clock } }: Client,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  const { status } = cursors.get(source)
  if (status === 'unknown') throw nounError(cursorDataErrors, 'cursor_unregistered', { name: source })
  if (cursors.get(source).hasData) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stopHearing = cursors.subscribe(source, () => {
    const now = cursors.get(source)
    if (now.hasData) resolve()
    else if (now.status === 'error')
      reject(now.error ?? nounError(cursorDataErrors, 'cursor_data_late', { name: source }))
    else if (now.status === 'unknown')
      reject(nounError(cursorDataErrors, 'cursor_unregistered', { name: source }))
  })
  const stopClock = clock.after(longestWaitMs, () =>
    reject(nounError(cursorDataErrors, 'cursor_data_late', { name: source })),
  )
  const canceled = (): void => reject(new ClientError('error.canceled'))
  signal.addEventListener('abort', canceled, { once: true })
  // Its failure is heard of by listening.
  if (!isInProgress(status)) void cursors.fetch(source).catch(() => undefined)
  await promise.finally(() => {
    signal.removeEventListener('abort', canceled)
    stopHearing()
    stopClock()
  })
}
