import {
  attach,
  createCell,
  reverseSearchOf,
  toFailure,
  type Client,
  type Failure,
  type Forgetful,
  type Readable,
  type SimilarAsset,
} from '@cartouche/client'

/** As many as one answer holds. */
export const mostSimilar = 100

/** A search by a picture of one's own, which is in the memory of this page alone. */
export interface PictureSearch {
  readonly status: 'none' | 'sending' | 'searching' | 'stopped' | 'found' | 'failed'
  readonly picture: File | null
  /** 0 to 100. */
  readonly sentPercent: number
  /** The most alike first. */
  readonly found: readonly SimilarAsset[]
  readonly error: Failure | null
}

/** The one search by a picture that an application shows at a time. */
export interface PictureSearches extends Readable<PictureSearch>, Forgetful {
  /** Searches for a picture; one that is under way is given up. Never rejects: see its status. */
  search(picture: File): Promise<void>
  /** Gives up what is under way; the picture stays. */
  stop(): void
}

/** The search by a picture of a client. */
export const pictureSearchOf = attach(createPictureSearches)

const none: PictureSearch = { status: 'none', picture: null, sentPercent: 0, found: [], error: null }

function createPictureSearches(client: Client): PictureSearches {
  const cell = createCell(none)
  let running: AbortController | undefined
  const giveUp = (): void => {
    running?.abort()
    running = undefined
  }
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    async search(picture) {
      giveUp()
      const own = new AbortController()
      running = own
      const show = (change: Partial<PictureSearch>): void => {
        if (running === own) cell.set({ ...cell.get(), ...change })
      }
      cell.set({ ...none, status: 'sending', picture })
      const onProgress = (loadedBytes: number, totalBytes: number): void => {
        const sentPercent = Math.min(100, Math.floor((100 * loadedBytes) / Math.max(1, totalBytes)))
        show({ sentPercent, status: sentPercent === 100 ? 'searching' : 'sending' })
      }
      const options = { max: mostSimilar, signal: own.signal, onProgress }
      await reverseSearchOf(client)
        .findSimilarTo(picture, options)
        .then(
          (found) => show({ status: 'found', found }),
          (error: unknown) => show({ status: 'failed', error: toFailure(error) }),
        )
    },
    stop() {
      giveUp()
      const { status } = cell.get()
      if (status === 'sending' || status === 'searching')
        cell.set({ ...cell.get(), status: 'stopped', sentPercent: 0 })
    },
    clear() {
      giveUp()
      cell.set(none)
    },
  }
}
