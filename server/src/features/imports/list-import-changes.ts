import { setTimeout as sleep } from 'node:timers/promises'
import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { readCommands } from './import-commands.ts'
import { requireJob } from './read-jobs.ts'

const longestWaitSeconds = 30
const lookEveryMs = 250

/**
 * Which commands of an import are done: those named, or the last hundred. With `longPolling` (seconds, 30 at
 * most) it answers when all are done or the time is over.
 * @throws entity_not_found
 */
export async function listImportChanges(
  context: Context,
  { id, commandIds, longPolling = 0 }: CallInput<Calls['listImportChanges']>,
): Promise<CallAnswer<Calls['listImportChanges']>> {
  await requireJob(context, id, 'view')
  const until = performance.now() + Math.min(Math.max(longPolling, 0), longestWaitSeconds) * 1000
  for (;;) {
    const data = await readCommands(context, id, commandIds)
    if (data.every(({ done }) => done) || performance.now() >= until || context.signal.aborted)
      return { response: { data } }
    await sleep(Math.min(lookEveryMs, until - performance.now()))
  }
}
