import {
  sharedUploadsOf,
  type FailedUpload,
  type SentFile,
  type UploadFile,
  type VisitedShare,
} from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Button, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { BytesText } from '../../components/asset-text/asset-text.tsx'
import { UploadAction } from '../../components/upload-action/upload-action.tsx'
import { formatBytes } from '../../translations/format.ts'
import { errorText } from '../../translations/error-text.ts'
import classes from './send-files.module.css'

/** The visitor's own files: those that failed, those on their way, and those that have arrived. */
export function SentFiles({ share: { id: shareId, sharer } }: { readonly share: VisitedShare }) {
  const intl = useIntl()
  const queue = sharedUploadsOf(useClient())
  const { files, failed, loadedBytes, totalBytes } = useKey(queue.uploads, shareId)
  const sent = useKey(queue.sent, shareId) ?? []
  const running = files.filter(({ status }) => status !== 'loaded')
  const total = running.length + failed.length + sent.length
  const again = failed.filter(mayHelpAgain)
  if (total === 0) return null
  return (
    <section aria-labelledby="sent-files">
      <div className={classes.listHead}>
        <Text component="output" fw={600} fz="sm" id="sent-files">
          <FormattedMessage id="visit.send.state" values={{ sent: sent.length, total }} />
        </Text>
        {again.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => again.forEach(({ id }) => queue.retry(shareId, id))}
          >
            <FormattedMessage id="import.retryAll" values={{ count: again.length }} />
          </Button>
        )}
      </div>
      {(running.length > 0 || sent.length > 0) && (
        <Text fz="sm" c="dimmed" mb={8}>
          {running.length > 0 ? (
            <FormattedMessage
              id="visit.send.stay"
              values={{ loaded: formatBytes(intl, loadedBytes), all: formatBytes(intl, totalBytes) }}
            />
          ) : (
            <FormattedMessage id="visit.send.done" values={{ name: sharer, count: sent.length }} />
          )}
        </Text>
      )}
      <ul className={classes.list} aria-label={intl.formatMessage({ id: 'visit.send.list' })}>
        {failed.map((file) => (
          <FailedRow
            key={file.id}
            file={file}
            onRetry={mayHelpAgain(file) ? () => queue.retry(shareId, file.id) : undefined}
            onDismiss={() => queue.dismiss(shareId, file.id)}
          />
        ))}
        {running.map((file) => (
          <RunningRow key={file.id} file={file} onCancel={() => queue.cancel(shareId, file.id)} />
        ))}
        {sent.map((file, at) => (
          <SentRow key={sent.length - at} file={file} />
        ))}
      </ul>
    </section>
  )
}

const hopeless: ReadonlySet<string> = new Set([
  'upload_type_refused',
  'upload_program',
  'upload_too_large',
  'upload_empty',
])

/** Whether the same file may be taken another time. */
function mayHelpAgain({ error }: FailedUpload): boolean {
  return error === null || !hopeless.has(error.code)
}

function FailedRow({
  file: { name, sizeBytes, error, message },
  onRetry,
  onDismiss,
}: {
  readonly file: FailedUpload
  readonly onRetry: (() => void) | undefined
  readonly onDismiss: () => void
}) {
  const intl = useIntl()
  return (
    <Row
      Icon={IconAlertTriangle}
      color="red"
      name={name}
      sizeBytes={sizeBytes}
      state={
        <Text component="span" fz="xs" c="var(--mantine-color-error)">
          {error === null ? message : errorText(intl, error)}
        </Text>
      }
    >
      {onRetry && <UploadAction label="import.row.retry" name={name} Icon={IconRefresh} onClick={onRetry} />}
      <UploadAction label="import.row.dismiss" name={name} Icon={IconX} onClick={onDismiss} />
    </Row>
  )
}

function RunningRow({
  file: { name, sizeBytes, status, progress },
  onCancel,
}: {
  readonly file: UploadFile
  readonly onCancel: () => void
}) {
  const intl = useIntl()
  const state =
    status === 'registered'
      ? 'import.state.registered'
      : status === 'invalid'
        ? 'import.state.stopping'
        : 'import.state.sending'
  const label = intl.formatMessage({ id: state }, { percent: progress })
  return (
    <Row
      Icon={IconFile}
      name={name}
      sizeBytes={sizeBytes}
      state={
        <>
          <Text component="span" fz="xs" c="dimmed">
            {label}
          </Text>
          {status !== 'registered' && <Progress size={3} value={progress} aria-label={`${name}: ${label}`} />}
        </>
      }
    >
      <UploadAction label="import.row.cancel" name={name} Icon={IconX} onClick={onCancel} />
    </Row>
  )
}

function SentRow({ file: { name, sizeBytes, at } }: { readonly file: SentFile }) {
  return (
    <Row
      Icon={IconCircleCheck}
      color="green"
      name={name}
      sizeBytes={sizeBytes}
      state={
        <Text component="span" fz="xs" c="dimmed">
          <FormattedMessage
            id="visit.send.sent"
            values={{ at: <FormattedDate value={at} dateStyle="medium" timeStyle="short" /> }}
          />
        </Text>
      }
    />
  )
}

interface RowProps {
  readonly Icon: typeof IconFile
  readonly color?: 'red' | 'green'
  readonly name: string
  readonly sizeBytes: number
  readonly state: ReactNode
  readonly children?: ReactNode
}

function Row({ Icon, color, name, sizeBytes, state, children }: RowProps) {
  return (
    <li className={classes.row}>
      <Icon size={18} stroke={1.7} aria-hidden className={color && classes[color]} />
      <div className={classes.rowText}>
        <Text component="span" fz="sm" className={classes.name} title={name}>
          {name}
        </Text>
        {state}
      </div>
      <Text component="span" fz="sm" c="dimmed" className={classes.size}>
        <BytesText sizeBytes={sizeBytes} />
      </Text>
      {children}
    </li>
  )
}
