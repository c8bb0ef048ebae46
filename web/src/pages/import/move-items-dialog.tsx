import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { PickImportDialog } from '../../components/import-jobs/pick-import-dialog.tsx'
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
  const undo = async (targetId: number, commands: readonly string[]): Promise<void> => {
    try {
      await imports.undoCommands(targetId, commands)
      await imports.fetchJob(jobId)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  return (
    <PickImportDialog
      title={<FormattedMessage id="import.move.title" values={{ count: ids.length }} />}
      label={<FormattedMessage id="import.move.to" />}
      action={<FormattedMessage id="import.move.do" />}
      without={[jobId]}
      onPick={async ({ id, name }) => {
        const commands = await imports.moveItems(jobId, ids, id)
        offerUndo(
          <FormattedMessage id="import.move.done" values={{ count: ids.length, name }} />,
          () => void undo(id, commands),
        )
      }}
      onDone={onMoved}
      onClose={onClose}
    />
  )
}
