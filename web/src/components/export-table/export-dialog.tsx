import { isCanceled, type SchemaSnapshot, type SearchDownload } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import type { TableColumn } from '../gallery/table-column.ts'
import { saveAs } from '../save-as/save-as.ts'
import { separatorOf } from './csv.ts'
import { exportRecords } from './export-records.ts'

interface ExportDialogProps {
  readonly schema: SchemaSnapshot
  readonly search: SearchDownload
  readonly total: number
  readonly columns: readonly TableColumn[]
  /** Name of the file, without `.csv`. */
  readonly name: string
  readonly onClose: () => void
}

/** Saves all hits of a search as a table for spreadsheets, and shows how far it is; closing it stops that. */
export function ExportDialog({ schema, search, total, columns, name, onClose }: ExportDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const [attempt, setAttempt] = useState(1)
  const [progress, setProgress] = useState({ done: 0, total })
  const [failure, setFailure] = useState<unknown>(null)
  const run = useEffectEvent(async (signal: AbortSignal) => {
    const table = await exportRecords(client, {
      search,
      schema,
      columns,
      separator: separatorOf(intl.locale),
      signal,
      onProgress: (done, all) => setProgress({ done, total: all }),
    })
    saveAs(table, `${name}.csv`)
    onClose()
  })
  useEffect(() => {
    const abort = new AbortController()
    run(abort.signal).catch((error: unknown) => {
      if (!isCanceled(error)) setFailure(error)
    })
    return () => abort.abort()
  }, [attempt])
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="records.export.title" values={{ name }} />}>
      <Stack gap="sm">
        {failure === null ? (
          <>
            <Text aria-live="polite">
              <FormattedMessage id="records.export.running" values={progress} />
            </Text>
            <Progress
              value={(100 * progress.done) / Math.max(1, progress.total)}
              aria-label={intl.formatMessage({ id: 'editMany.progress' })}
            />
          </>
        ) : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id={failure === null ? 'editMany.stop' : 'action.close'} />
          </Button>
          {failure !== null && (
            <Button
              onClick={() => {
                setFailure(null)
                setAttempt(attempt + 1)
              }}
            >
              <FormattedMessage id="action.retry" />
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
