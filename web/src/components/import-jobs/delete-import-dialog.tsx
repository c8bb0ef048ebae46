import { importsOf, isApiError, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { openFiles, type JobAct } from './job-acts.ts'
import { useArchive } from './use-archive.tsx'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

export interface DeleteImportDialogProps extends Pick<JobAct, 'jobs'> {
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/**
 * Names imports and what is lost with them, then deletes. Files on their way are stopped. Where files are
 * being published, it offers to archive.
 */
export function DeleteImportDialog({ jobs, onClose, onDeleted }: DeleteImportDialogProps) {
  useReturnFocus()
  const imports = importsOf(useClient())
  const archive = useArchive()
  const { busy, failure, run } = useJobWork()
  const isPublishing = isApiError(failure, 'import_item_not_ready')
  const remove = async ({ id: jobId }: ImportJob): Promise<void> => {
    for (const { id } of imports.uploads.get(String(jobId)).files) imports.cancelUpload(jobId, id)
    await imports.deleteJob(jobId, { orArchive: false }).catch((error: unknown) => {
      // Deleted before a later one was refused: this one is done.
      if (!isApiError(error, 'entity_not_found')) throw error
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <FormattedMessage id="imports.delete.title" values={{ count: jobs.length, name: jobs[0].name }} />
      }
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage
            id="import.delete.text"
            values={{ jobs: jobs.length, count: jobs.reduce((sum, job) => sum + openFiles(job), 0) }}
          />
        </Text>
        {isPublishing ? (
          <Alert color="yellow" role="alert">
            <FormattedMessage id="imports.delete.busy" />
          </Alert>
        ) : (
          <WorkFailure failure={failure} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          {isPublishing && (
            <Button loading={busy} onClick={() => run(() => archive(jobs, true), onClose)}>
              <FormattedMessage id="imports.delete.archive" />
            </Button>
          )}
          <Button
            color="red"
            loading={busy}
            onClick={() =>
              run(async () => {
                for (const job of jobs) await remove(job)
              }, onDeleted)
            }
          >
            <FormattedMessage id="imports.delete" values={{ count: jobs.length }} />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
