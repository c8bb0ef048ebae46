import { Modal, Stack } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { ImportPicker, type PickedImport } from './import-picker.tsx'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

interface PickImportDialogProps {
  readonly title: ReactNode
  readonly label: ReactNode
  /** What is done with the import that is chosen. */
  readonly action: ReactNode
  /** Imports that cannot be chosen. */
  readonly without: readonly number[]
  readonly onPick: (picked: PickedImport) => Promise<void>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for another import, and does something with it; a failure is shown in the dialog. */
export function PickImportDialog({
  title,
  label,
  action,
  without,
  onPick,
  onDone,
  onClose,
}: PickImportDialogProps) {
  useReturnFocus()
  const [picked, setPicked] = useState<PickedImport | null>(null)
  const { busy, failure, run } = useJobWork()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (picked !== null) run(() => onPick(picked), onDone)
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ImportPicker label={label} value={picked} onChange={setPicked} without={without} />
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={picked === null}>
            {action}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
