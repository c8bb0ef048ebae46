import type { ApplicationKey } from '@cartouche/client'
import { Badge, Button, Code, Group, Text } from '@mantine/core'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
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
      <Text fz="sm" c="dimmed">
        <FormattedMessage
          id="keys.created"
          values={{ date: <FormattedDate value={createdAt} dateStyle="medium" /> }}
        />
        {' · '}
        {expiresAt === null ? (
          <FormattedMessage id="keys.expires.never" />
        ) : (
          <FormattedMessage
            id={state === 'expired' ? 'keys.expired' : 'keys.expires.on'}
            values={{ date: <FormattedDate value={expiresAt} dateStyle="medium" timeStyle="short" /> }}
          />
        )}
        {' · '}
        {lastUsedOn === null ? (
          <FormattedMessage id="keys.unused" />
        ) : (
          <FormattedMessage
            id="keys.used"
            values={{ date: <FormattedDate value={lastUsedOn} dateStyle="medium" timeZone="UTC" /> }}
          />
        )}
      </Text>
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
