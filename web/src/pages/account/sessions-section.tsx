import { sessionListOf, type ListedSession } from '@cartouche/client'
import { useClient, useSessionList } from '@cartouche/react'
import { Alert, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FactLine } from '../../theme/fact-line.tsx'
import { errorText } from '../../translations/error-text.ts'
import { deviceName, isPhone } from './device-name.ts'
import { Section } from './section.tsx'

/** Where the person is signed in; each session is ended by itself, or all others at once. */
export function SessionsSection() {
  const intl = useIntl()
  const list = sessionListOf(useClient())
  const { data, error } = useSessionList()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState('')
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.fetch().catch(() => undefined)
  }, [list])
  const run = async (key: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(key)
    setFailure(null)
    await work().catch(setFailure)
    setBusy('')
  }
  const end = (session: ListedSession): Promise<void> =>
    run(session.id, async () => {
      await list.end(session.id)
      // The button that had the focus is gone with its row.
      rows.current?.focus()
    })
  const endOthers = (): Promise<void> =>
    run('others', async () => {
      const count = await list.endOthers()
      rows.current?.focus()
      notifications.show({ message: <FormattedMessage id="accountPage.sessions.ended" values={{ count }} /> })
    })
  const wrong = failure ?? (data === null ? error : null)
  return (
    <Section title="accountPage.sessions" text="accountPage.sessions.text">
      {wrong === null ? null : (
        <Alert color="red" role="alert">
          {errorText(intl, wrong)}
        </Alert>
      )}
      {data === null ? (
        error === null ? (
          <Skeleton h={56} />
        ) : (
          <Button variant="default" w="fit-content" onClick={() => void list.fetch().catch(() => undefined)}>
            <FormattedMessage id="action.retry" />
          </Button>
        )
      ) : (
        <>
          <ul
            ref={rows}
            tabIndex={-1}
            aria-label={intl.formatMessage({ id: 'accountPage.sessions' })}
            style={{ listStyle: 'none', display: 'grid', gap: 12, margin: 0, padding: 0, outline: 'none' }}
          >
            {data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={busy === session.id}
                onEnd={() => void end(session)}
              />
            ))}
          </ul>
          {data.length > 1 && (
            <Button
              variant="default"
              w="fit-content"
              loading={busy === 'others'}
              onClick={() => void endOthers()}
            >
              <FormattedMessage id="accountPage.sessions.endOthers" />
            </Button>
          )}
        </>
      )}
    </Section>
  )
}

function SessionRow({
  session,
  busy,
  onEnd,
}: {
  readonly session: ListedSession
  readonly busy: boolean
  readonly onEnd: () => void
}) {
  const intl = useIntl()
  const { device, network, method, startedAt, seenAt, own } = session
  const name = deviceName(device) || intl.formatMessage({ id: 'accountPage.sessions.unknown' })
  const at = (instant: string): string =>
    intl.formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' })
  const Device = isPhone(device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Device size={22} stroke={1.5} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <Stack gap={0} style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Text>{name}</Text>
          {own && (
            <Badge variant="light">
              <FormattedMessage id="accountPage.sessions.own" />
            </Badge>
          )}
        </Group>
        <FactLine
          facts={[
            intl.formatMessage({ id: 'accountPage.sessions.seen' }, { date: at(seenAt) }),
            intl.formatMessage({ id: 'accountPage.sessions.started' }, { date: at(startedAt) }),
          ]}
        />
        <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {network === '' ? null : <>{network} · </>}
          <FormattedMessage id={`accountPage.method.${method}`} />
        </Text>
      </Stack>
      {!own && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          onClick={onEnd}
          aria-label={intl.formatMessage({ id: 'accountPage.sessions.endNamed' }, { name })}
        >
          <FormattedMessage id="accountPage.sessions.end" />
        </Button>
      )}
    </Group>
  )
}
