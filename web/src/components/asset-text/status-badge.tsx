import type { Asset } from '@cartouche/contract'
import { Badge } from '@mantine/core'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'

const colors: Readonly<Record<string, string>> = {
  draft: 'gray',
  submitted: 'yellow',
  published: 'green',
  archived: 'gray',
}

/** The workflow status of an asset. */
export function StatusBadge({ status }: { readonly status: Asset['status'] }) {
  const intl = useIntl()
  if (status === undefined) return null
  return (
    <Badge
      size="sm"
      variant="light"
      radius="sm"
      color={colors[status.name] ?? 'gray'}
      fw={500}
      c="var(--mantine-color-text)"
    >
      {textOr(intl, `status.${status.name}`, status.name)}
    </Badge>
  )
}
