import { importsOf, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { offerUndo } from '../undo/offer-undo.tsx'
import { ImportPicker, type PickedImport } from './import-picker.tsx'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

/** Puts an import under another one. */
export function PutUnderDialog({ job, onClose }: { readonly job: ImportJob; readonly onClose: () => void }) {
  const imports = importsOf(useClient())
  const [parent, setParent] = useState<PickedImport | null>(null)
  const { busy, failure, run } = useJobWork()
  const put = (event: FormEvent): void => {
    event.preventDefault()
    if (parent === null) return
    run(
      () => imports.addSubjobs(parent.id, [job.id]),
      () => {
        offerUndo(
          <FormattedMessage id="imports.putUnder.done" values={{ name: job.name, parent: parent.name }} />,
          () => void imports.removeSubjobs(parent.id, [job.id]).catch(() => undefined),
        )
        onClose()
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="imports.putUnder.title" values={{ name: job.name }} />}
    >
      <form onSubmit={put} noValidate>
        <Stack gap="md">
          <ImportPicker
            label={<FormattedMessage id="imports.picker" />}
            value={parent}
            onChange={setParent}
            without={[job.id, ...(job.subjobs ?? []).map(({ id }) => id)]}
          />
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={parent === null}>
            <FormattedMessage id="imports.putUnder.do" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
