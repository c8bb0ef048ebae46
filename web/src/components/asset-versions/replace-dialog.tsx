import { versionsOf, type Asset, type AssetVersion } from '@cartouche/client'
import { useClient, useConfig } from '@cartouche/react'
import { Alert, Button, FileInput, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { formatBytes, formatLimit } from '../../translations/format.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { useVersionChange } from './use-version-change.ts'

/** Longest note, as the contract has it. */
const maxNote = 500

interface ReplaceDialogProps {
  readonly asset: Asset
  /** Undefined: the asset has no file. */
  readonly current: AssetVersion | undefined
  readonly onClose: () => void
}

/** Sends a file that takes the place of the asset's, and says why; it can be stopped while it is sent. */
export function ReplaceDialog({ asset, current, onClose }: ReplaceDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const versions = versionsOf(useClient())
  const maxBytes = useConfig().data?.limits.uploadMaxBytes
  const announce = useVersionChange(asset)
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const sending = useRef<AbortController>(null)
  useEffect(() => () => sending.current?.abort(), [])
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (file === null) return
    const { signal } = (sending.current = new AbortController())
    setFailure(null)
    setSent(0)
    try {
      const after = await versions.replace('asset', asset.id, file, {
        note,
        ...(current && { basedOn: current.number }),
        signal,
        onUploadProgress: (loaded, total) => setSent((100 * loaded) / Math.max(1, total)),
      })
      onClose()
      announce('version.replaced', after, current)
    } catch (error) {
      setSent(null)
      if (!signal.aborted) setFailure(error)
    }
  }
  const tooLarge = file !== null && maxBytes !== undefined && file.size > maxBytes
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={sent === null}
      title={<FormattedMessage id="version.replace.title" values={{ name: asset.name }} />}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="version.replace.text" />
          </Text>
          <FileInput
            data-autofocus
            required
            label={<FormattedMessage id="version.replace.file" />}
            placeholder={intl.formatMessage({ id: 'trackDialog.file.choose' })}
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
            value={file}
            disabled={sent !== null}
            error={
              tooLarge &&
              intl.formatMessage(
                { id: 'version.replace.tooLarge' },
                { max: formatLimit(intl, maxBytes), size: formatBytes(intl, file.size) },
              )
            }
            onChange={(chosen) => {
              setFile(chosen)
              setFailure(null)
            }}
          />
          <Textarea
            label={<FormattedMessage id="version.note" />}
            description={<FormattedMessage id="version.note.hint" />}
            value={note}
            maxLength={maxNote}
            autosize
            minRows={2}
            maxRows={6}
            disabled={sent !== null}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {sent !== null && (
            <div>
              <Progress value={sent} aria-label={intl.formatMessage({ id: 'version.replace.sending' })} />
              <Text fz="sm" c="dimmed" mt={4}>
                <FormattedMessage
                  id={sent < 100 ? 'version.replace.sent' : 'version.replace.checking'}
                  values={{ percent: Math.floor(sent) }}
                />
              </Text>
            </div>
          )}
          {failure !== null && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button type="submit" loading={sent !== null} disabled={file === null || tooLarge}>
              <FormattedMessage id="asset.versions.replace" />
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
