import type { ImportJob } from '@cartouche/client'
import { useCurrentUser } from '@cartouche/react'
import { ActionIcon, Alert, Badge, Button, Group, Indicator, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { JobAct } from '../../components/import-jobs/job-acts.ts'
import { JobDialogs } from '../../components/import-jobs/job-dialogs.tsx'
import { JobMenu } from '../../components/import-jobs/job-menu.tsx'
import { useArchive } from '../../components/import-jobs/use-archive.tsx'
import { takeLostFocus } from '../../components/empty-state/take-lost-focus.ts'
import { FileChoosers } from '../../components/file-choosers/file-choosers.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TakeFiles } from './use-take-files.ts'
import classes from './import.module.css'

interface ImportHeadProps {
  readonly job: ImportJob
  readonly files: TakeFiles
  /** Whether its name has the focus where that went with the page before. */
  readonly takesFocus: boolean
  /** Whether a command runs. */
  readonly isChanging: boolean
  readonly onChanges: () => void
}

/** The name of an import, where files are added to it, and what can be done with it as a whole. */
export function ImportHead({ job, files, takesFocus, isChanging, onChanges }: ImportHeadProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const userId = useCurrentUser()?.id
  const [act, setAct] = useState<JobAct | null>(null)
  return (
    <>
      <header className={classes.head}>
        <Tooltip label={<FormattedMessage id="import.all" />}>
          <ActionIcon
            renderRoot={(props) => <Link to="/import" search={{}} {...props} />}
            aria-label={intl.formatMessage({ id: 'import.all' })}
          >
            <IconArrowLeft size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Title order={1} className={classes.title} tabIndex={-1} ref={takesFocus ? takeLostFocus : undefined}>
          {job.name}
          {job.jobowner.id !== userId && (
            <Text component="span" fz="sm" fw={400} c="dimmed" ml="sm">
              <FormattedMessage id="imports.ownedBy" values={{ name: job.jobowner.name }} />
            </Text>
          )}
        </Title>
        {job.activated && (
          <Group gap={6} className={classes.headActions}>
            <FileChoosers adds onFiles={(chosen) => void files.take(chosen)} />
          </Group>
        )}
        <Tooltip label={<FormattedMessage id="import.changes" />}>
          <Indicator disabled={!isChanging} processing size={9}>
            <ActionIcon
              variant="default"
              size={36}
              onClick={onChanges}
              aria-label={intl.formatMessage({ id: 'import.changes' })}
            >
              <IconHistory size={17} stroke={1.7} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
        <JobMenu job={job} onAct={setAct} />
      </header>
      {!job.activated && <ArchivedNotice job={job} />}
      <JobDialogs
        act={act}
        onClose={() => setAct(null)}
        onDeleted={() => void navigate({ to: '/import', search: {} })}
      />
    </>
  )
}

function ArchivedNotice({ job }: { readonly job: ImportJob }) {
  const archive = useArchive()
  return (
    <Alert color="gray" m="sm">
      <Group gap="sm">
        <Badge size="sm" variant="light" color="gray" radius="sm" fw={500}>
          <FormattedMessage id="imports.archived" />
        </Badge>
        <FormattedMessage id="imports.archived.text" />
        <Button size="compact-sm" variant="default" onClick={() => void archive([job], false)}>
          <FormattedMessage id="imports.restore" />
        </Button>
      </Group>
    </Alert>
  )
}
