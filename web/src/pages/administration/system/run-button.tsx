import { calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'
import { useAct } from '../use-act.ts'
import classes from './system.module.css'

const texts = {
  startBackup: { label: 'system.backups.now', started: 'system.backups.started' },
  startBackupCheck: { label: 'system.check.now', started: 'system.check.started' },
} as const

interface RunButtonProps {
  readonly call: keyof typeof texts
  readonly icon: ReactNode
  /** One is under way: it stays where it is, and does nothing. */
  readonly isBusy: boolean
}

/** Has a backup or a check begun now. */
export function RunButton({ call, icon, isBusy }: RunButtonProps) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.getMaintenance)
  const { label, started } = texts[call]
  const start = async (): Promise<void> => {
    const isStarted = await act(async () => {
      await client.call(calls[call], {})
    })
    if (isStarted) notifications.show({ message: intl.formatMessage({ id: started }) })
  }
  return (
    <div className={classes.act}>
      {failure !== null && (
        <Text fz="sm" c="red" role="alert">
          {errorText(intl, failure)}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={icon}
        loading={busy}
        data-disabled={isBusy || undefined}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void start()
        }}
      >
        <FormattedMessage id={label} />
      </Button>
    </div>
  )
}
