import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readImportsAddress, writeImportsAddress, type ImportsState } from './imports-address.ts'

/** What the list of all imports shows, and the way to have it show something else. */
export interface ImportsControl {
  readonly state: ImportsState
  /** Goes to the address with these changes. `replace`: without a step for Back. */
  readonly change: (changes: Partial<ImportsState>, options?: { readonly replace?: boolean }) => void
}

/** Reads the list's state from the address, which is its one source. */
export function useImportsState(): ImportsControl {
  const navigate = useNavigate()
  const state = useSearch({
    from: '/frame/administration',
    select: readImportsAddress,
    structuralSharing: true,
  })
  const change = useCallback<ImportsControl['change']>(
    (changes, { replace = false } = {}) =>
      void navigate({
        to: '/administration',
        search: writeImportsAddress({ ...state, ...changes }),
        replace,
      }),
    [navigate, state],
  )
  return { state, change }
}
