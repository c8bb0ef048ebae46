import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { entityKey } from '../entities/entity.ts'
import { liveOf } from '../live/live.ts'
import { readsOf } from '../transport/reads.ts'

/**
 * Live Photos, whose picture and video are two assets: that one of them is there or gone is heard of by who
 * shows the other.
 * @source decision 0256
 */
export interface LivePhotos {
  /** Reads again what is shown of them when they change, until it is stopped. */
  watch(): () => void
  clear(): void
}

/** Live Photos of a client. */
export const livePhotosOf = attach(createLivePhotos)

function createLivePhotos(client: Client): LivePhotos {
  return {
    watch: () =>
      liveOf(client).on('livePhoto', ({ resource, id }) => {
        readsOf(client).invalidate(calls.getLivePhoto)
        const path = `dam/data/${resource}`
        // What nobody has opened is read when it is.
        if (client.entities.get(entityKey(path, id)).data !== null)
          void client.entities.fetch(path, id, { withRights: true })
      }),
    clear: () => undefined,
  }
}
