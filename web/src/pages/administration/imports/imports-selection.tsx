import type { ImportJob } from '@cartouche/client'
import { IconArchive, IconArchiveOff, IconTrash, IconUserShare } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { canChange, canDelete, type JobAct } from '../../../components/import-jobs/job-acts.ts'
import { useArchive } from '../../../components/import-jobs/use-archive.tsx'
import { SelectionBar } from '../../../components/selection/selection-bar.tsx'
import { SelectionButton } from '../../../components/selection/selection-button.tsx'
import type { SelectionControl } from '../../../components/selection/use-selection.ts'

interface ImportsSelectionProps {
  readonly jobs: readonly ImportJob[]
  readonly selection: SelectionControl
  readonly onAct: (act: JobAct) => void
}

/** What can be done with the selected imports; floats over the foot of the list. */
export function ImportsSelection({ jobs, selection, onAct }: ImportsSelectionProps) {
  const archive = useArchive()
  const selected = jobs.filter(({ id }) => selection.selection.ids.has(id))
  const [first, ...others] = selected
  if (first === undefined) return null
  const all = [first, ...others] as const
  const active = selected.filter(({ activated }) => activated)
  const isArchiving = active.length > 0
  return (
    <SelectionBar count={selected.length} onClear={selection.clear}>
      {selected.every(canChange) && (
        <>
          <SelectionButton Icon={IconUserShare} onClick={() => onAct({ what: 'transfer', jobs: all })}>
            <FormattedMessage id="imports.transfer" />
          </SelectionButton>
          <SelectionButton
            Icon={isArchiving ? IconArchive : IconArchiveOff}
            onClick={() => void archive(selected, isArchiving)}
          >
            <FormattedMessage id={isArchiving ? 'imports.archive' : 'imports.restore'} />
          </SelectionButton>
        </>
      )}
      {selected.every(canDelete) && (
        <SelectionButton
          Icon={IconTrash}
          c="var(--mantine-color-error)"
          onClick={() => onAct({ what: 'delete', jobs: all })}
        >
          <FormattedMessage id="imports.delete" values={{ count: selected.length }} />
        </SelectionButton>
      )}
    </SelectionBar>
  )
}
