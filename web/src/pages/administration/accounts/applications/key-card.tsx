import type { ApplicationKey } from '@cartouche/client'
import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { FormattedMessage, useIntl, type FormatDateOptions } from 'react-intl'
import { FactLine } from '../../../../theme/fact-line.tsx'
import classes from '../../people.module.css'

/** What can be done with a key. */
export type KeyAction = 'rotate' | 'edit' | 'revoke'

const colours = { active: 'green', ending: 'yellow', replaced: 'gray', expired: 'gray' } as const
/** What is over, or ends by itself, is not renewed. */
const actions = {
  active: ['rotate', 'edit', 'revoke'],
  ending: ['rotate', 'edit', 'revoke'],
  replaced: ['revoke'],
  expired: ['edit', 'revoke'],
} as const satisfies Record<ApplicationKey['state'], readonly KeyAction[]>
const labels = { rotate: 'accounts.rotate', edit: 'action.edit', revoke: 'keys.revoke' } as const

interface KeyCardProps {
  readonly apiKey: ApplicationKey
  /** As it is shown. */
  readonly name: string
  readonly onAct: (action: KeyAction) => void
}

/** A key: how it is called, when it ends and was used last, and what can be done with it. */
export function KeyCard({
  apiKey: { key, state, createdAt, expiresAt, lastUsedOn },
  name,
  onAct,
}: KeyCardProps) {
  const intl = useIntl()
  const day = (instant: string, options?: FormatDateOptions): string =>
    intl.formatDate(instant, { dateStyle: 'medium', ...options })
  const facts = [
    intl.formatMessage({ id: 'keys.created' }, { date: day(createdAt) }),
    expiresAt === null
      ? intl.formatMessage({ id: 'keys.expires.never' })
      : intl.formatMessage(
          { id: state === 'expired' ? 'keys.expired' : 'keys.expires.on' },
          { date: day(expiresAt, { timeStyle: 'short' }) },
        ),
    lastUsedOn === null
      ? intl.formatMessage({ id: 'keys.unused' })
      : intl.formatMessage({ id: 'keys.used' }, { date: day(lastUsedOn, { timeZone: 'UTC' }) }),
  ]
  return (
    <fieldset className={classes.grant} style={{ margin: 0 }} aria-label={name}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Badge variant="dot" color={colours[state]} fw={500} radius="sm" style={{ flex: 'none' }}>
          <FormattedMessage id={`keys.state.${state}`} />
        </Badge>
      </Group>
      <Code style={{ overflowWrap: 'anywhere', alignSelf: 'flex-start' }}>{key}</Code>
      <FactLine facts={facts} />
      <Group gap="xs">
        {actions[state].map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'revoke' ? 'light' : 'default'}
            {...(action === 'revoke' ? { color: 'red' } : {})}
            aria-label={intl.formatMessage({ id: `keys.action.${action}` }, { name })}
            onClick={() => onAct(action)}
          >
            <FormattedMessage id={labels[action]} />
          </Button>
        ))}
      </Group>
    </fieldset>
  )
}
