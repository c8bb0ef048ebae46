import { useSession } from '@cartouche/react'
import { useState } from 'react'
import type { MentionedPerson } from './mention-text.ts'

/** What was written and not sent, and the people who were picked in it. */
export interface Draft {
  readonly typed: string
  readonly picked: readonly MentionedPerson[]
}

const none: Draft = { typed: '', picked: [] }

/**
 * A draft that outlives a closed tab, of this person on this machine. `before`: what is changed; nothing is
 * kept of it while it is as it was.
 */
export function useCommentDraft(
  of: string,
  before: Draft = none,
): { readonly draft: Draft; readonly setDraft: (draft: Draft) => void; readonly forget: () => void } {
  const key = `cartouche-comment/${useSession().user?.id ?? 0}/${of}`
  const [draft, setDraft] = useState(() => read(key) ?? before)
  return {
    draft,
    setDraft(next) {
      setDraft(next)
      write(key, next.typed === before.typed || next.typed.trim() === '' ? null : next)
    },
    forget: () => write(key, null),
  }
}

function read(key: string): Draft | undefined {
  try {
    const kept = JSON.parse(window.localStorage.getItem(key) ?? 'null') as Partial<Draft> | null
    return typeof kept?.typed === 'string' && Array.isArray(kept.picked)
      ? { typed: kept.typed, picked: kept.picked }
      : undefined
  } catch {
    return undefined
  }
}

/** A browser that keeps nothing keeps no drafts. */
function write(key: string, draft: Draft | null): void {
  try {
    if (draft === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Nothing is lost but the draft of a closed tab.
  }
}
