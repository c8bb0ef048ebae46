import { calls, type CallAnswer, type CallParameters } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { entityKey } from '../entities/entity.ts'
import { isCanceled, toFailure } from '../failure.ts'
import { keepCurrent } from '../live/keep-current.ts'
import { liveOf } from '../live/live.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import { readsOf } from '../transport/reads.ts'

export type TodoCounts = CallAnswer<typeof calls.getTodoCounts>
export type ReviewOptions = Omit<CallParameters<typeof calls.submitForReview>, 'assets'>
export type DecidedReviews = CallAnswer<typeof calls.decideReviews>
type People = CallAnswer<typeof calls.findReviewers>

/**
 * Requests for approval, and how much there is to do; null until that is known. Lists are plain reads
 * (`listToReview`, `listOwnReviews`, `listOwnThreads`, `listReviews`), read again after each change.
 * @source decision 0210
 */
export interface Reviews extends Readable<TodoCounts | null>, Forgetful {
  /** Reads the counts; lists that are shown are read again. */
  refresh(): Promise<void>
  /** Keeps counts and lists in step with the server. Answers how to stop. */
  watch(): () => void
  /** Submits drafts, and asks people for a decision. @throws action_not_possible, invalid_parameter */
  submit(assets: readonly number[], options?: ReviewOptions): Promise<void>
  /**
   * Approves or rejects assets that wait. What somebody else decided meanwhile is `skipped`.
   * @throws review_reason_missing, access_denied
   */
  decide(assets: readonly number[], verdict: 'approve' | 'reject', reason?: string): Promise<DecidedReviews>
  /** People who may be asked to review all of these assets, by a part of their name. */
  findReviewers(assets: readonly number[], text: string): Promise<People>
}

/** The reviews of a client. */
export const reviewsOf = attach(createReviews)

const lists = [calls.listToReview, calls.listOwnReviews, calls.listOwnThreads, calls.listReviews]
const assetPath = 'dam/data/asset'

function createReviews(client: Client): Reviews {
  const cell = createCell<TodoCounts | null>(null)
  // However many look, one asks.
  const watching = { count: 0, stop: () => {} }
  const refresh = async (): Promise<void> => {
    lists.forEach((call) => readsOf(client).invalidate(call))
    try {
      cell.set(await client.call(calls.getTodoCounts, {}))
    } catch (error) {
      throw toFailure(error)
    }
  }
  const quietly = (): Promise<void> =>
    refresh().catch((error: unknown) => {
      if (!isCanceled(error)) client.options.log('warn', 'What there is to do could not be read', error)
    })
  /** The status of an asset changes with a decision: those that are shown are read again. */
  const changed = async (ids: readonly number[]): Promise<void> => {
    await Promise.all([
      quietly(),
      ...ids
        .filter((id) => client.entities.get(entityKey(assetPath, id)).data !== null)
        .slice(0, 50)
        .map((id) => client.entities.fetch(assetPath, id, { withRights: true }).catch(() => undefined)),
    ])
  }
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    refresh,
    watch() {
      watching.count++
      if (watching.count === 1) watching.stop = watch(client, quietly)
      return () => {
        watching.count--
        if (watching.count === 0) watching.stop()
      }
    },
    async submit(assets, options = {}) {
      await client.call(calls.submitForReview, { ...options, assets: [...assets] })
      await changed(assets)
    },
    async decide(assets, verdict, reason = '') {
      const decided = await client.call(calls.decideReviews, { assets: [...assets], verdict, reason })
      await changed(assets)
      return decided
    },
    findReviewers: (assets, text) => client.call(calls.findReviewers, { assets: assets.join(','), text }),
    clear: () => cell.set(null),
  }
}

function watch(client: Client, look: () => Promise<void>): () => void {
  const live = liveOf(client)
  return keepCurrent(client, look, [live.on('todo', () => void look())])
}
