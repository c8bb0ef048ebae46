import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

interface ListEndProps {
  /** Says that more is coming; undefined while nothing is asked for. */
  readonly coming: ReactNode
  /** Says that more could not be loaded; undefined where nothing failed. */
  readonly failed: ReactNode
  readonly onRetry: () => void
}

/** What stands after the last row that is loaded: more is coming, or could not be loaded. */
export function ListEnd({ coming, failed, onRetry }: ListEndProps) {
  if (coming) return coming
  if (!failed) return null
  return (
    <>
      {failed}
      <Button size="compact-sm" variant="light" onClick={onRetry}>
        <FormattedMessage id="action.retry" />
      </Button>
    </>
  )
}
