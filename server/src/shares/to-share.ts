import type { Share } from '@cartouche/contract'
import type { StoredShare } from './shares.sql.ts'

/** A share as its owner sees it. `baseUrl`: of this server, as the owner's client knows it. */
export function toShare(share: StoredShare, baseUrl: string): Share {
  return {
    id: share.id, cart: share.cart_id, name: share.name, description: share.description, actions: [...share.actions], hasPassword: share.password_hash !== null,
    createdAt: share.created_at.toISOString(), expires: share.expires_at.toISOString(), url: `${baseUrl}/s/${share.id}`,
    opened: share.opened, lastOpenedAt: share.last_opened_at?.toISOString() ?? null,
  }
}
