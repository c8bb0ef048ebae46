import { importsOf, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { FormattedMessage } from 'react-intl'
import { offerUndo } from '../undo/offer-undo.tsx'
import { PickImportDialog } from './pick-import-dialog.tsx'

/** Puts an import under another one. */
export function PutUnderDialog({ job, onClose }: { readonly job: ImportJob; readonly onClose: () => void }) {
  const imports = importsOf(useClient())
  return (
    <PickImportDialog
      title={<FormattedMessage id="imports.putUnder.title" values={{ name: job.name }} />}
      label={<FormattedMessage id="imports.picker" />}
      action={<FormattedMessage id="imports.putUnder.do" />}
      without={[job.id, ...(job.subjobs ?? []).map(({ id }) => id)]}
      onPick={async ({ id, name: parent }) => {
        await imports.addSubjobs(id, [job.id])
        offerUndo(
          <FormattedMessage id="imports.putUnder.done" values={{ name: job.name, parent }} />,
          () => void imports.removeSubjobs(id, [job.id]).catch(() => undefined),
        )
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
