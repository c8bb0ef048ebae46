import { useMemo } from 'react'
import { draftsOf, entityKey, type Changes, type DraftSnapshot, type Drafts } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/** The actions of one draft. */
export interface DraftActions {
  readonly edit: (values: Changes) => void
  readonly reset: (fields?: readonly string[]) => void
  readonly save: (options?: Parameters<Drafts['save']>[2]) => ReturnType<Drafts['save']>
  readonly simulate: () => ReturnType<Drafts['simulate']>
}

/**
 * The edits of one entity that are not saved. An id that is no number is an entity that is still to be
 * created.
 */
export function useDraft(
  path: string,
  id: number | string,
): DraftSnapshot & { readonly actions: DraftActions } {
  const drafts = draftsOf(useClient())
  const snapshot = useKey(drafts, entityKey(path, id))
  const actions = useMemo(
    (): DraftActions => ({
      edit: (values) => drafts.edit(path, id, values),
      reset: (fields) => drafts.reset(path, id, fields),
      save: (options) => drafts.save(path, id, options),
      simulate: () => drafts.simulate(path, id),
    }),
    [drafts, path, id],
  )
  return useMemo(() => ({ ...snapshot, actions }), [snapshot, actions])
}
