import type { ImportItem } from '@cartouche/client'
import { useCurrentUser } from '@cartouche/react'
import { Alert } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'

/** Says who else is editing some of these files; nothing where nobody is. */
export function LockAlert({ items }: { readonly items: readonly ImportItem[] }) {
  const intl = useIntl()
  const userId = useCurrentUser()?.id
  const others = items.flatMap(({ $lockedby: by }) => (by === null || by.id === userId ? [] : [by.name]))
  if (others.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconPencil size={17} stroke={1.7} aria-hidden />}>
      <FormattedMessage
        id="import.locked.text"
        values={{ names: intl.formatList([...new Set(others)]), count: others.length, of: items.length }}
      />
    </Alert>
  )
}
