import type { ImportJob } from '@cartouche/contract'
import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

export interface DeleteImportDialogProps {
  readonly job: ImportJob
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Names the import and what is lost with it, then deletes. Files on their way are stopped. */
export function DeleteImportDialog({ job, onClose, onDeleted }: DeleteImportDialogProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const open = job.$moreChildren_$items.total - (job.counts['validated'] ?? 0)
  const remove = async (): Promise<void> => {
    setBusy(true)
    for (const { id } of imports.uploads.get(String(job.id)).files) imports.cancelUpload(job.id, id)
    try {
      await imports.deleteJob(job.id)
      onDeleted()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="import.delete.title" values={{ name: job.name }} />}
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage id="import.delete.text" values={{ count: open }} />
        </Text>
        {failure === null ? null : <Alert color="red">{errorText(intl, failure)}</Alert>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red.9" loading={busy} onClick={() => void remove()}>
            <FormattedMessage id="import.delete" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
