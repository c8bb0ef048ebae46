import { isCanceled, type SchemaSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readColumns } from '../../../components/gallery/column-choice.ts'
import { useViewSetting } from '../../../components/view-settings/use-view-setting.ts'
import { saveAs } from '../../../components/save-as/save-as.ts'
import { errorText } from '../../../translations/error-text.ts'
import { separatorOf } from './csv.ts'
import { exportRecords } from './export-records.ts'
import { columnsSetting, type RecordColumns } from './record-columns.ts'
import type { Records } from './use-records.ts'

interface ExportButtonProps {
  readonly schema: SchemaSnapshot
  readonly records: Records
  readonly columns: RecordColumns
}

/** How far an export is; null while there is none. */
type Running = { readonly done: number; readonly total: number; readonly failure: unknown } | null

/** Saves what the list shows, all pages of it, as a table for spreadsheets; long ones can be stopped. */
export function ExportButton({ schema, records, columns }: ExportButtonProps) {
  const intl = useIntl()
  const client = useClient()
  const [running, setRunning] = useState<Running>(null)
  const [chosen] = useViewSetting<string>(columnsSetting(schema.resource), '')
  const stop = useRef<AbortController | null>(null)
  const { definition, total } = records.cursor
  const run = async (): Promise<void> => {
    const abort = new AbortController()
    stop.current = abort
    setRunning({ done: 0, total, failure: null })
    try {
      const shown = readColumns(chosen, columns.known, columns.usual)
      const table = await exportRecords(client, {
        definition,
        schema,
        columns: shown.flatMap(({ field }) => columns.known.find((one) => one.field === field) ?? []),
        separator: separatorOf(intl.locale),
        signal: abort.signal,
        onProgress: (done, all) => setRunning({ done, total: all, failure: null }),
      })
      saveAs(table, `${schema.label}.csv`)
      setRunning(null)
    } catch (failure) {
      setRunning((now) => (isCanceled(failure) || now === null ? null : { ...now, failure }))
    }
  }
  const close = (): void => {
    stop.current?.abort()
    setRunning(null)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTableExport size={16} stroke={1.7} aria-hidden />}
        disabled={!records.cursor.hasData || total === 0}
        onClick={() => void run()}
      >
        <FormattedMessage id="records.export" />
      </Button>
      <Modal
        opened={running !== null}
        onClose={close}
        title={<FormattedMessage id="records.export.title" values={{ name: schema.label }} />}
      >
        {running !== null && (
          <Stack gap="sm">
            {running.failure === null ? (
              <Text aria-live="polite">
                <FormattedMessage
                  id="records.export.running"
                  values={{ done: running.done, total: running.total }}
                />
              </Text>
            ) : (
              <Alert color="red" role="alert">
                {errorText(intl, running.failure)}
              </Alert>
            )}
            {running.failure === null && (
              <Progress
                value={(100 * running.done) / Math.max(1, running.total)}
                aria-label={intl.formatMessage({ id: 'editMany.progress' })}
              />
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <FormattedMessage id={running.failure === null ? 'editMany.stop' : 'action.close'} />
              </Button>
              {running.failure !== null && (
                <Button onClick={() => void run()}>
                  <FormattedMessage id="action.retry" />
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}
