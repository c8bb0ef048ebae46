import { z } from 'zod'
import { Comment } from '../comments/comment-calls.ts'
import { defineCall } from '../define-call.ts'
import { flag, id, ids, instant } from '../parameters.ts'
import { maxReviewed, maxReviewers, maxReviewText } from './review-limits.ts'

const Person = z.object({ id: z.number(), name: z.string() })
const text = z
  .string()
  .trim()
  .max(maxReviewText)
  .refine((value) => !value.includes('\0'), 'it holds a character that no text has')
  .default('')
const assets = ids.pipe(z.array(z.number()).min(1).max(maxReviewed))

/** `withdrawn`: the asset was archived before it was decided. */
export const reviewStates = ['waiting', 'approved', 'rejected', 'withdrawn'] as const
export type ReviewState = (typeof reviewStates)[number]

/** What somebody decided of an asset. `isVoid`: a new version of the file came since. */
export const ReviewDecision = z.object({
  id: z.number(),
  by: Person,
  verdict: z.enum(['approve', 'reject']),
  reason: z.string(),
  /** The version of the file. */
  version: z.number().nullable(),
  at: z.string(),
  isVoid: z.boolean(),
})
export type ReviewDecision = z.output<typeof ReviewDecision>

/** An asset of a request. */
export const ReviewItem = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(reviewStates),
  reason: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
  /** When a new version of the file made what was decided void. */
  reopenedAt: z.string().nullable(),
  /** Who approved it, where all must. */
  approvedBy: z.array(Person),
})
export type ReviewItem = z.output<typeof ReviewItem>

/** Assets that were submitted together. Without reviewers, whoever may publish and reject decides. */
export const ReviewRequest = z.object({
  id: z.number(),
  requester: Person.nullable(),
  note: z.string(),
  dueAt: z.string().nullable(),
  /** Whether all reviewers must approve, or any one decides. */
  needsAll: z.boolean(),
  createdAt: z.string(),
  reviewers: z.array(Person),
  items: z.array(ReviewItem),
})
export type ReviewRequest = z.output<typeof ReviewRequest>

/** `total`: how many assets there are; the first of them are listed. */
const Requests = z.object({ requests: z.array(ReviewRequest), total: z.number() })

export const submitForReview = defineCall({
  name: 'submitForReview',
  method: 'POST',
  path: '/rest/reviews',
  access: 'asset/submit',
  summary:
    'Submit drafts, and ask named people for a decision until a day; the workflow action submits alone',
  source: 'decision 0210',
  input: z.object({
    assets,
    reviewers: z.array(id).max(maxReviewers).default([]),
    due: instant.optional(),
    note: text,
    needsAll: flag.default(false),
  }),
  answers: ReviewRequest,
  status: 201,
  errors: ['entity_not_found', 'access_denied', 'action_not_possible', 'invalid_parameter'],
})

export const decideReviews = defineCall({
  name: 'decideReviews',
  method: 'POST',
  path: '/rest/reviews/decide',
  access: 'asset/publish',
  summary: 'Approve or reject assets that wait for a decision; a rejection has a reason',
  source: 'decision 0210',
  input: z.object({ assets, verdict: z.enum(['approve', 'reject']), reason: text }),
  answers: z.object({
    /** Published, or back with whoever submitted them. */
    decided: z.array(z.number()),
    /** Approved by the caller, and waiting for others. */
    waiting: z.array(z.number()),
    /** Decided by somebody else meanwhile, or not the caller's to decide. */
    skipped: z.array(z.number()),
  }),
  errors: ['entity_not_found', 'access_denied', 'review_reason_missing'],
})

export const findReviewers = defineCall({
  name: 'findReviewers',
  method: 'GET',
  path: '/rest/reviews/reviewers',
  access: 'asset/submit',
  summary: 'People who may be asked to review these assets: those who may publish and reject each of them',
  source: 'decision 0210',
  input: z.object({ assets, text: z.string().max(100).default('') }),
  answers: z.array(Person),
  errors: ['entity_not_found', 'access_denied'],
})

export const listReviews = defineCall({
  name: 'listReviews',
  method: 'GET',
  path: '/wedia/dam/reviews/{object}/{id}',
  access: 'entity/view',
  summary: 'The request that an asset is in or was in last, and all that was decided of it, the latest first',
  source: 'decision 0210',
  input: z.object({ object: z.string().max(64), id: z.string().max(64) }),
  answers: z.object({ request: ReviewRequest.nullable(), decisions: z.array(ReviewDecision) }),
  errors: ['entity_not_found', 'access_denied'],
})

export const getTodoCounts = defineCall({
  name: 'getTodoCounts',
  method: 'GET',
  path: '/rest/todo',
  access: 'signed-in',
  summary: 'How much there is to do: assets to review, own submissions that were rejected, open threads',
  source: 'decision 0210',
  input: z.object({}),
  answers: z.object({ toReview: z.number(), rejected: z.number(), threads: z.number() }),
  errors: [],
})

export const listToReview = defineCall({
  name: 'listToReview',
  method: 'GET',
  path: '/rest/todo/reviews',
  access: 'signed-in',
  summary: 'What waits for a decision of the caller, by deadline',
  source: 'decision 0210',
  input: z.object({}),
  answers: Requests,
  errors: [],
})

export const listOwnReviews = defineCall({
  name: 'listOwnReviews',
  method: 'GET',
  path: '/rest/todo/own',
  access: 'signed-in',
  summary: 'What the caller submitted and what was decided of it, the latest first',
  source: 'decision 0210',
  input: z.object({}),
  answers: Requests,
  errors: [],
})

export const listOwnThreads = defineCall({
  name: 'listOwnThreads',
  method: 'GET',
  path: '/rest/todo/threads',
  access: 'signed-in',
  summary: 'Open threads that name the caller, that they take part in, or that are on an asset of theirs',
  source: 'decision 0209',
  input: z.object({}),
  answers: z.object({
    threads: z.array(
      z.object({
        resource: z.string(),
        id: z.number(),
        name: z.string(),
        /** Whether it names the caller. */
        isMentioned: z.boolean(),
        first: Comment,
        last: Comment,
        replies: z.number(),
      }),
    ),
    total: z.number(),
  }),
  errors: [],
})
