import { calls } from '@cartouche/contract/wire'
import { toFailure } from '../failure.ts'
import { createCell } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { Downloads, PreparedSnapshot } from './download.ts'

const unknown: PreparedSnapshot = { status: 'unknown', error: null, archives: [] }

/** What the server keeps of a person's downloads, whichever device asked for them. @source decision 0027 */
export function createPrepared(
  transport: Pick<Transport, 'call'>,
): Pick<Downloads, 'prepared' | 'fetchPrepared' | 'cancelPrepared'> & { clearPrepared(): void } {
  const prepared = createCell<PreparedSnapshot>(unknown)
  return {
    prepared,
    clearPrepared: () => prepared.set(unknown),
    async fetchPrepared() {
      const { status, archives } = prepared.get()
      prepared.set({ status: status === 'unknown' ? 'initial' : 'fetching', error: null, archives })
      try {
        prepared.set({
          status: 'loaded',
          error: null,
          archives: await transport.call(calls.listArchives, {}),
        })
      } catch (error) {
        prepared.set({ ...prepared.get(), status: 'error', error: toFailure(error) })
      }
    },
    async cancelPrepared(uuid) {
      await transport.call(calls.cancelArchive, { uuid })
      prepared.set({
        ...prepared.get(),
        archives: prepared.get().archives.filter((archive) => archive.uuid !== uuid),
      })
    },
  }
}
