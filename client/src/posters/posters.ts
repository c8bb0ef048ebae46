import { calls, type CallAnswer, type Poster } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { liveOf } from '../live/live.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import { readsOf } from '../transport/reads.ts'

/**
 * Which moment of a video, or page of a document, is its picture. As a store it counts the changes that were
 * made here or heard of: who shows pictures listens, and asks for their addresses again.
 * @source decision 0218
 */
export interface Posters extends Readable<number> {
  /**
   * Sets it; null: the default picture. Answers what it was before, too.
   * @throws invalid_parameter, rendition_failed, access_denied
   */
  set(object: string, id: number, poster: Poster | null): Promise<CallAnswer<typeof calls.setPoster>>
  /**
   * What distinguishes the pictures of an asset from those that its address showed before, as a parameter of
   * theirs: a page shows what it once loaded. Undefined until another picture was chosen, here or elsewhere.
   */
  revisionOf(object: string, id: number): string | undefined
  /** Hears what others choose, until it is stopped. */
  watch(): () => void
  clear(): void
}

/** Chosen pictures of a client. */
export const postersOf = attach(createPosters)

/** Reads that follow from the picture of an asset. */
const ofPicture = [calls.getPoster, calls.listVariations]

function createPosters(client: Client): Posters {
  const count = createCell(0)
  const revisions = new Map<string, string>()
  const changed = (object: string, id: number): void => {
    const next = count.get() + 1
    // Never the same twice: an address that was shown before may have its former picture still.
    revisions.set(`${object}/${id}`, String(next))
    ofPicture.forEach((call) => readsOf(client).invalidate(call))
    count.set(next)
  }
  return {
    get: count.get,
    subscribe: count.subscribe,
    async set(object, id, poster) {
      const answer = await client.call(calls.setPoster, { object, id: String(id), poster })
      changed(object, id)
      return answer
    },
    revisionOf: (object, id) => revisions.get(`${object}/${id}`),
    watch: () => liveOf(client).on('picture', ({ resource, id }) => changed(resource, id)),
    clear: () => revisions.clear(),
  }
}
