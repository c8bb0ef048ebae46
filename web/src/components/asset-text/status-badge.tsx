import type { Asset } from '@cartouche/contract'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import classes from './status-badge.module.css'

/** The workflow status of an asset. Plain, as every row of a table has one. */
export function StatusBadge({ status }: { readonly status: Asset['status'] }) {
  const intl = useIntl()
  if (status === undefined) return null
  return (
    <span className={classes.badge} data-status={status.name}>
      {textOr(intl, `status.${status.name}`, status.name)}
    </span>
  )
}
