import type { ReviewRequest } from '@cartouche/contract'
import type { RequestItemRow } from './reviews.sql.ts'

/** Rows of items as requests, in the order of the rows. */
export function toRequests(rows: readonly RequestItemRow[]): ReviewRequest[] {
  return [...Map.groupBy(rows, ({ requestId }) => requestId)].flatMap(([id, own]) => {
    const [first] = own
    if (!first) return []
    const { requesterId, requesterName, note, dueAt, needsAll, createdAt, reviewers } = first
    return {
      id,
      requester: requesterId === null ? null : { id: requesterId, name: requesterName ?? '' },
      note,
      dueAt: dueAt?.toISOString() ?? null,
      needsAll,
      createdAt: createdAt.toISOString(),
      reviewers: [...reviewers],
      items: own.map((item) => ({
        id: item.id,
        name: item.name,
        state: item.state,
        reason: item.reason,
        decidedAt: item.decidedAt?.toISOString() ?? null,
        decidedBy: item.decidedBy,
        reopenedAt: item.reopenedAt?.toISOString() ?? null,
        approvedBy: [...item.approvedBy],
      })),
    }
  })
}
