import { importsOf, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

/** Renames an import. */
export function RenameImportDialog({
  job,
  onClose,
}: {
  readonly job: ImportJob
  readonly onClose: () => void
}) {
  useReturnFocus()
  const imports = importsOf(useClient())
  const [name, setName] = useState(job.name)
  const { busy, failure, run } = useJobWork()
  const rename = (event: FormEvent): void => {
    event.preventDefault()
    run(() => imports.changeJob(job.id, { name: name.trim() }), onClose)
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="imports.rename.title" />}>
      <form onSubmit={rename} noValidate>
        <Stack gap="md">
          <TextInput
            label={<FormattedMessage id="imports.column.name" />}
            data-autofocus
            required
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
          />
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={name.trim() === ''}>
            <FormattedMessage id="entries.rename" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
