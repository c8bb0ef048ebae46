import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'

/** What cannot be shown, and why. */
export function Refused({ text }: { readonly text: ReactNode }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      text={text}
      label={<FormattedMessage id="nav.browse" />}
      onAction={() => void navigate({ to: '/browse' })}
    />
  )
}
