import type { Routes } from '../../access/handler.ts'
import { listOwnThreads } from '../comments/own-threads.ts'
import { decideReviews } from './decide-reviews.ts'
import { getTodoCounts, listOwnReviews, listReviews, listToReview } from './list-reviews.ts'
import { findReviewers, submitForReview } from './submit-for-review.ts'

/** Requests for approval, and what there is to do. @source decision 0210 */
export const reviewRoutes: Routes<
  | 'submitForReview'
  | 'decideReviews'
  | 'findReviewers'
  | 'listReviews'
  | 'getTodoCounts'
  | 'listToReview'
  | 'listOwnReviews'
  | 'listOwnThreads'
> = {
  submitForReview,
  decideReviews,
  findReviewers,
  listReviews,
  getTodoCounts,
  listToReview,
  listOwnReviews,
  listOwnThreads,
}
