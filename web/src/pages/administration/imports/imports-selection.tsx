import type { ImportJob } from '@cartouche/client'
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { canChange, canDelete, type JobAct } from '../../../components/import-jobs/job-acts.ts'
import { useArchive } from '../../../components/import-jobs/use-archive.tsx'
import type { SelectionControl } from '../../../components/selection/use-selection.ts'
import classes from '../records/records.module.css'

interface ImportsSelectionProps {
  readonly jobs: readonly ImportJob[]
  readonly selection: SelectionControl
  readonly onAct: (act: JobAct) => void
}

/** What can be done with the selected imports; floats over the foot of the list. */
export function ImportsSelection({ jobs, selection, onAct }: ImportsSelectionProps) {
  const intl = useIntl()
  const archive = useArchive()
  const selected = jobs.filter(({ id }) => selection.selection.ids.has(id))
  const [first, ...others] = selected
  if (first === undefined) return null
  const all = [first, ...others] as const
  const active = selected.filter(({ activated }) => activated)
  const isArchiving = active.length > 0
  return (
    <section
      className={classes.selection}
      data-selection-bar
      aria-label={intl.formatMessage({ id: 'selection.bar' })}
    >
      <Text fw={600} aria-live="polite">
        <FormattedMessage id="selection.count" values={{ count: selected.length }} />
      </Text>
      {selected.every(canChange) && (
        <>
          <Button size="xs" variant="default" onClick={() => onAct({ what: 'transfer', jobs: all })}>
            <FormattedMessage id="imports.transfer" />
          </Button>
          <Button size="xs" variant="default" onClick={() => void archive(selected, isArchiving)}>
            <FormattedMessage id={isArchiving ? 'imports.archive' : 'imports.restore'} />
          </Button>
        </>
      )}
      {selected.every(canDelete) && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => onAct({ what: 'delete', jobs: all })}
        >
          <FormattedMessage id="imports.delete" values={{ count: selected.length }} />
        </Button>
      )}
      <Tooltip label={<FormattedMessage id="selection.clear" />}>
        <ActionIcon onClick={selection.clear} aria-label={intl.formatMessage({ id: 'selection.clear' })}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </section>
  )
}
