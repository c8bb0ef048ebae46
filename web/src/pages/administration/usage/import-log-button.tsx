import { calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, FileButton, List } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'
import { useAct } from '../use-act.ts'

/** Imports logs of a delivery network, which say what websites show assets. */
export function ImportLogButton() {
  const intl = useIntl()
  const client = useClient()
  const { busy, act } = useAct(calls.listTop, calls.listBroadcasts)
  const [sentPercent, setSentPercent] = useState(0)
  const resetChooser = useRef<() => void>(null)
  const send = async (files: readonly File[]): Promise<void> => {
    resetChooser.current?.()
    if (files.length === 0) return
    const form = new FormData()
    for (const file of files) form.append('file', file, file.name)
    const onUploadProgress = (loaded: number, total: number): void =>
      setSentPercent(Math.round((100 * loaded) / total))
    await act(async () => {
      try {
        const { logs } = await client.call(calls.importUsageLog, {}, { form, onUploadProgress })
        notifications.show({ autoClose: false, message: <ImportedLogs logs={logs} /> })
      } catch (error) {
        notifications.show({ color: 'red', message: errorText(intl, error) })
      }
    })
  }
  return (
    <FileButton
      multiple
      accept=".log,.gz,.txt,text/plain"
      resetRef={resetChooser}
      onChange={(files) => void send(files)}
      inputProps={{ 'aria-label': intl.formatMessage({ id: 'usage.log.files' }) }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          disabled={busy}
          leftSection={<IconFileImport size={16} stroke={1.7} aria-hidden />}
        >
          {busy ? (
            <FormattedMessage id="usage.log.sending" values={{ percent: sentPercent }} />
          ) : (
            <FormattedMessage id="usage.log.import" />
          )}
        </Button>
      )}
    </FileButton>
  )
}

interface ImportedLogsProps {
  readonly logs: readonly {
    readonly fileName: string
    readonly lines: number
    readonly counted: number
    readonly isKnown: boolean
  }[]
}

/** What came of each log. */
function ImportedLogs({ logs }: ImportedLogsProps) {
  return (
    <List listStyleType="none" spacing={4}>
      {logs.map(({ fileName, lines, counted, isKnown }) => (
        <List.Item key={fileName}>
          <FormattedMessage
            id={isKnown ? 'usage.log.known' : 'usage.log.imported'}
            values={{ name: fileName, lines, counted }}
          />
        </List.Item>
      ))}
    </List>
  )
}
