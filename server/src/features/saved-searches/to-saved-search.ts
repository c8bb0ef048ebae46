import type { SavedSearch } from '@cartouche/contract'
import type { StoredSavedSearch } from './saved-searches.sql.ts'

/** A saved search as it travels to one person. @source portal §3: isMine, isPrivatelyShared */
export function toSavedSearch(stored: StoredSavedSearch, userId: number): SavedSearch {
  const { id, name, description, type, owner, subscribers, version, data } = stored
  return {
    id,
    name,
    description,
    type,
    owner,
    subscribers: [...subscribers],
    created: stored.created_at.toISOString(),
    modified: stored.modified_at.toISOString(),
    version,
    isMine: owner.id === userId,
    isPrivate: stored.is_private,
    isPrivatelyShared: subscribers.some((person) => person.id !== owner.id),
    data: { ...data },
  }
}
