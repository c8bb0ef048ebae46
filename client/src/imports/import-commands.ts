import { calls, type ImportCommand } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { wait } from '../clock.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { jobPollDelayMs } from './watch-import-job.ts'

/** The commands of one import, of all people, the last first: a hundred at most. */
export interface ImportCommandsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** `failures`, the first hundred of each, are there once `fetchFailures` has read them. */
  readonly commands: readonly ImportCommand[]
}

/** What is done and was done with the items of imports, by the import's id, as text. */
export interface ImportCommands extends KeyedReadable<ImportCommandsSnapshot>, Forgetful {
  /**
   * Reads the commands of an import, and again each second until all are done. Never rejects: see the
   * snapshot.
   */
  fetch(jobId: number): Promise<void>
  /** Reads what commands failed with. @throws entity_not_found */
  fetchFailures(jobId: number, commandIds: readonly string[]): Promise<readonly ImportCommand[]>
}

/** The commands of a client's imports. @source data-layer §7 Mass import; decision 0143 */
export const importCommandsOf = attach(createImportCommands)

function createImportCommands(client: Client): ImportCommands {
  const store = createKeyedStore<ImportCommandsSnapshot>(() => ({
    status: 'unknown',
    error: null,
    commands: [],
  }))
  const newest = new Map<string, symbol>()
  const read = async (id: number, commandIds?: readonly string[]): Promise<readonly ImportCommand[]> => {
    const named = commandIds ? { commandIds: [...commandIds] } : {}
    return (await client.call(calls.listImportChanges, { id, ...named })).response.data
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear() {
      newest.clear()
      store.clear()
    },
    async fetch(jobId) {
      const key = String(jobId)
      const mine = Symbol(key)
      newest.set(key, mine)
      store.update(key, (before) => ({ ...before, status: 'fetching', error: null }))
      try {
        for (;;) {
          const commands = await read(jobId)
          // Somebody asks again, or another person came: who asked last goes on.
          if (newest.get(key) !== mine) return
          store.update(key, (before) => ({
            ...before,
            status: 'loaded',
            commands: withFailures(commands, before),
          }))
          if (commands.every(({ done }) => done)) return
          await wait(client.options.clock, jobPollDelayMs)
        }
      } catch (error) {
        if (newest.get(key) === mine)
          store.update(key, (before) => ({ ...before, status: 'error', error: toFailure(error) }))
      }
    },
    async fetchFailures(jobId, commandIds) {
      const found = await read(jobId, commandIds)
      const byId = new Map(found.map((command) => [command.id, command]))
      store.update(String(jobId), (before) => ({
        ...before,
        commands: before.commands.map((command) => byId.get(command.id) ?? command),
      }))
      return found
    },
  }
}

/** The last first, each with the failures that were read before. */
function withFailures(
  commands: readonly ImportCommand[],
  before: ImportCommandsSnapshot,
): readonly ImportCommand[] {
  const failures = new Map(before.commands.map((command) => [command.id, command.failures]))
  return commands
    .toReversed()
    .map((command) => ({ ...command, failures: command.failures ?? failures.get(command.id) }))
}
