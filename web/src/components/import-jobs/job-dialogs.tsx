import { DeleteImportDialog } from './delete-import-dialog.tsx'
import type { JobAct } from './job-acts.ts'
import { PutUnderDialog } from './put-under-dialog.tsx'
import { RenameImportDialog } from './rename-import-dialog.tsx'
import { TakeOutDialog } from './take-out-dialog.tsx'
import { TransferImportDialog } from './transfer-import-dialog.tsx'

interface JobDialogsProps {
  /** What is asked; null: nothing. */
  readonly act: JobAct | null
  readonly onClose: () => void
  /** After imports were deleted, before the dialog closes. */
  readonly onDeleted?: () => void
}

/** The dialog of what is to be done with imports. */
export function JobDialogs({ act, onClose, onDeleted }: JobDialogsProps) {
  if (act === null) return null
  const { what, jobs } = act
  const [job] = jobs
  switch (what) {
    case 'rename':
      return <RenameImportDialog job={job} onClose={onClose} />
    case 'transfer':
      return <TransferImportDialog jobs={jobs} onClose={onClose} />
    case 'putUnder':
      return <PutUnderDialog job={job} onClose={onClose} />
    case 'takeOut':
      return <TakeOutDialog job={job} onClose={onClose} />
    case 'delete':
      return (
        <DeleteImportDialog
          jobs={jobs}
          onClose={onClose}
          onDeleted={() => {
            onDeleted?.()
            onClose()
          }}
        />
      )
  }
}
