import type { Cart } from '@cartouche/contract'
import { Avatar, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import classes from './cart.module.css'

/** Whose cart it is, and who works on it beside its owner. */
export function CartPeople({
  cart: { owner, collaborators, permissions, isMine },
  onOpen,
}: {
  readonly cart: Cart
  readonly onOpen: () => void
}) {
  const intl = useIntl()
  const people = [
    { id: owner.id, label: intl.formatMessage({ id: 'cart.owner' }, { name: owner.name }), name: owner.name },
    ...collaborators.map(({ id, name }) => ({ id, label: name, name })),
  ]
  return (
    <ul className={classes.people} aria-label={intl.formatMessage({ id: 'cart.people' })}>
      {people.slice(0, 6).map(({ id, label, name }) => (
        <li key={id}>
          <Tooltip label={label}>
            <Avatar size={26} radius="xl" name={name} color="gray" aria-hidden />
          </Tooltip>
          <VisuallyHidden>{label}</VisuallyHidden>
        </li>
      ))}
      {people.length > 6 && (
        <li>
          <Text fz="sm" c="dimmed">
            +{people.length - 6}
          </Text>
        </li>
      )}
      {people.length === 1 && (
        <li>
          <Text fz="sm" c="dimmed" truncate maw={200}>
            <FormattedMessage id="cart.by" values={{ name: owner.name }} />
          </Text>
        </li>
      )}
      {(permissions.people || (!isMine && collaborators.length > 0)) && (
        <li>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconUsers size={14} stroke={1.7} aria-hidden />}
            onClick={onOpen}
          >
            <FormattedMessage id="cart.people" />
          </Button>
        </li>
      )}
    </ul>
  )
}
