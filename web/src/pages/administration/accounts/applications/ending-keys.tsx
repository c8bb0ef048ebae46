import { calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Anchor, Badge, Text, VisuallyHidden } from '@mantine/core'
import { IconAlarm } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'

/** Keys that end within 14 days and have no successor, each leading to its application. */
export function EndingKeys() {
  const intl = useIntl()
  const { data } = useRead(calls.listEndingKeys, {}, { freshMs: 0 })
  if (data === undefined || data.length === 0) return null
  return (
    <Alert
      mx={16}
      mt="md"
      mb={4}
      color="yellow"
      variant="light"
      icon={<IconAlarm size={18} stroke={1.7} aria-hidden />}
    >
      <Text fz="sm" fw={600}>
        <FormattedMessage id="keys.ending" values={{ count: data.length }} />
      </Text>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {data.map(({ id, name, application, expiresAt }) => (
          <li key={id}>
            <Anchor
              inherit
              c="inherit"
              underline="always"
              renderRoot={(props) => (
                <Link
                  to="/administration"
                  search={{ section: 'applications', account: String(application.id) }}
                  {...props}
                />
              )}
            >
              <FormattedMessage
                id="keys.ending.one"
                values={{
                  application: application.name,
                  name: name || intl.formatMessage({ id: 'keys.first' }),
                  date: <FormattedDate value={expiresAt ?? ''} dateStyle="long" />,
                }}
              />
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** How many keys end soon, beside the link to applications. */
export function EndingKeysBadge() {
  const client = useClient()
  return client.session.can('application/update') ? <Count /> : null
}

function Count() {
  const intl = useIntl()
  const { data } = useRead(calls.listEndingKeys, {})
  if (data === undefined || data.length === 0) return null
  const label = intl.formatMessage({ id: 'keys.ending' }, { count: data.length })
  return (
    <Badge variant="default" size="sm" circle title={label}>
      <span aria-hidden>{data.length}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Badge>
  )
}
