import type { ImportJob } from '@cartouche/client'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCornerDownRight,
  IconCornerUpLeft,
  IconCursorText,
  IconDots,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { canChange, canDelete, type JobAct } from './job-acts.ts'
import { useArchive } from './use-archive.tsx'

interface JobMenuProps {
  readonly job: ImportJob
  readonly onAct: (act: JobAct) => void
  /** Of a row that Tab passes by. */
  readonly tabIndex?: number
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What can be done with a whole import; nothing to whoever may change nothing of it. */
export function JobMenu({ job, onAct, tabIndex = 0 }: JobMenuProps) {
  const intl = useIntl()
  const archive = useArchive()
  if (!canChange(job) && !canDelete(job)) return null
  const ask = (what: JobAct['what']) => () => onAct({ what, jobs: [job] })
  const Archive = job.activated ? IconArchive : IconArchiveOff
  return (
    <Menu position="bottom-end" width={260} withinPortal>
      <Menu.Target>
        <ActionIcon
          size={28}
          tabIndex={tabIndex}
          aria-label={intl.formatMessage({ id: 'entries.menu' }, { name: job.name })}
        >
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canChange(job) && (
          <>
            <Menu.Item leftSection={<IconCursorText {...icon} />} onClick={ask('rename')}>
              <FormattedMessage id="entries.rename" />
            </Menu.Item>
            <Menu.Item leftSection={<IconUserShare {...icon} />} onClick={ask('transfer')}>
              <FormattedMessage id="imports.transfer" />
            </Menu.Item>
            <Menu.Item leftSection={<IconCornerDownRight {...icon} />} onClick={ask('putUnder')}>
              <FormattedMessage id="imports.putUnder" />
            </Menu.Item>
            {(job.subjobs ?? []).length > 0 && (
              <Menu.Item leftSection={<IconCornerUpLeft {...icon} />} onClick={ask('takeOut')}>
                <FormattedMessage id="imports.takeOut" />
              </Menu.Item>
            )}
            <Menu.Item leftSection={<Archive {...icon} />} onClick={() => void archive([job], job.activated)}>
              <FormattedMessage id={job.activated ? 'imports.archive' : 'imports.restore'} />
            </Menu.Item>
          </>
        )}
        {canDelete(job) && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={ask('delete')}
          >
            <FormattedMessage id="import.delete" />
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
