import { useReadable } from '@cartouche/react'
import { Button, Group, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { offline } from '../../connection/client.ts'
import type { Kept } from '../../offline/offline.ts'
import { formatBytes } from '../../translations/format.ts'
import { Section } from './section.tsx'

/** Whether this device keeps what was seen, how much that is, and the way to delete it. */
export function OfflineSection() {
  const intl = useIntl()
  const state = useReadable(offline)
  const [kept, setKept] = useState<Kept>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    offline.measure().then(setKept, () => undefined)
  }, [state])
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work()
    setKept(await offline.measure().catch(() => undefined))
    setBusy(false)
  }
  const clear = (): Promise<void> =>
    run(async () => {
      await offline.clear()
      notifications.show({ message: <FormattedMessage id="accountPage.offline.cleared" /> })
    })
  if (state === 'unavailable')
    return (
      <Section title="accountPage.offline" text="accountPage.offline.unavailable">
        {null}
      </Section>
    )
  return (
    <Section title="accountPage.offline" text="accountPage.offline.text">
      <Switch
        label={<FormattedMessage id="accountPage.offline.keep" />}
        checked={state === 'on'}
        disabled={busy}
        onChange={({ currentTarget }) => void run(() => offline.setKeeping(currentTarget.checked))}
      />
      {state === 'on' && kept && (
        <Group gap="md">
          <Text fz="sm">
            <FormattedMessage id="accountPage.offline.kept" values={{ pictures: kept.pictures }} />
            {kept.bytes !== undefined && (
              <>
                {' '}
                <FormattedMessage
                  id="accountPage.offline.size"
                  values={{ size: formatBytes(intl, kept.bytes) }}
                />
              </>
            )}
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            loading={busy}
            disabled={kept.pictures + kept.answers === 0}
            onClick={() => void clear()}
          >
            <FormattedMessage id="accountPage.offline.clear" />
          </Button>
        </Group>
      )}
    </Section>
  )
}
