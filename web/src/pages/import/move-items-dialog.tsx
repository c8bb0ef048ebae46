import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogButtons } from '../../components/dialog-buttons/dialog-buttons.tsx'
import { ImportPicker, type PickedImport } from '../../components/import-jobs/import-picker.tsx'
import { useJobWork } from '../../components/import-jobs/use-job-work.ts'
import { WorkFailure } from '../../components/import-jobs/work-failure.tsx'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'

interface MoveItemsDialogProps {
  readonly jobId: number
  readonly ids: readonly number[]
  readonly onClose: () => void
  readonly onMoved: () => void
}

/** Moves files to another import; can be undone. */
export function MoveItemsDialog({ jobId, ids, onClose, onMoved }: MoveItemsDialogProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const [target, setTarget] = useState<PickedImport | null>(null)
  const { busy, failure, run } = useJobWork()
  const undo = async (targetId: number, commands: readonly string[]): Promise<void> => {
    try {
      await imports.undoCommands(targetId, commands)
      await imports.fetchJob(jobId)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  const move = (event: FormEvent): void => {
    event.preventDefault()
    if (target === null) return
    const { id, name } = target
    run(async () => {
      const commands = await imports.moveItems(jobId, ids, id)
      offerUndo(
        <FormattedMessage id="import.move.done" values={{ count: ids.length, name }} />,
        () => void undo(id, commands),
      )
    }, onMoved)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="import.move.title" values={{ count: ids.length }} />}
    >
      <form onSubmit={move} noValidate>
        <Stack gap="md">
          <ImportPicker
            label={<FormattedMessage id="import.move.to" />}
            value={target}
            onChange={setTarget}
            without={[jobId]}
          />
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={target === null}>
            <FormattedMessage id="import.move.do" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
