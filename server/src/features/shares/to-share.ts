import type { LinkRequest, Share } from '@cartouche/contract'
import { uploadTermsOf, type CountedShare } from './shares.sql.ts'

/**
 * A share as its owner sees it. `baseUrl`: of this server, as the owner's client knows it; `requests`: who
 * waits for another one in its place.
 */
export function toShare(share: CountedShare, baseUrl: string, requests: readonly LinkRequest[] = []): Share {
  return {
    id: share.id,
    cart: share.cart_id,
    name: share.name,
    description: share.description,
    actions: [...share.actions],
    showsReplies: share.shows_replies,
    mode: share.mode,
    profile: share.profile,
    profiles: share.profiles && [...share.profiles],
    hasPassword: share.password_hash !== null,
    createdAt: share.created_at.toISOString(),
    expires: share.expires_at.toISOString(),
    url: shareAddress(baseUrl, share.id),
    state: share.state,
    uses: share.uses,
    maxUses: share.uses_max,
    opened: share.opened,
    lastOpenedAt: share.last_opened_at?.toISOString() ?? null,
    requests: [...requests],
    uploads: uploadsOf(share),
  }
}

function uploadsOf(share: CountedShare): Share['uploads'] {
  const terms = uploadTermsOf(share)
  return terms && { ...terms, files: share.sent_files, sizeBytes: share.sent_bytes, job: share.upload_job_id }
}

/** The page of this server that opens a share. */
export function shareAddress(baseUrl: string, id: string): string {
  return `${baseUrl}/s/${id}`
}
