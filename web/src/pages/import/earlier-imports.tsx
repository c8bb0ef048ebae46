import type { ImportJob } from '@cartouche/contract'
import { importsOf } from '@cartouche/client'
import { useClient, useImportJobs } from '@cartouche/react'
import { ActionIcon, Button, Group, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { DeleteImportDialog } from './delete-import-dialog.tsx'
import classes from './import.module.css'

/** The imports of before, newest first, each with how far it is; a click goes on with it. */
export function EarlierImports() {
  const imports = importsOf(useClient())
  const { jobs, status, hasNext } = useImportJobs()
  const [deleted, setDeleted] = useState<ImportJob | null>(null)
  if (jobs.length === 0 && status === 'error') {
    return (
      <Group gap="sm">
        <Text>
          <FormattedMessage id="import.earlier.failed" />
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void imports.fetchJobs().catch(() => undefined)}
        >
          <FormattedMessage id="action.retry" />
        </Button>
      </Group>
    )
  }
  if (jobs.length === 0)
    return status === 'loaded' ? (
      <Text c="dimmed">
        <FormattedMessage id="import.earlier.none" />
      </Text>
    ) : (
      <Skeleton height={120} />
    )
  return (
    <>
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} onDelete={() => setDeleted(job)} />
        ))}
      </ul>
      {hasNext && (
        <Button
          variant="default"
          mt="sm"
          loading={status === 'next'}
          onClick={() => void imports.fetchNextJobs().catch(() => undefined)}
        >
          <FormattedMessage id="action.showMore" />
        </Button>
      )}
      {deleted && (
        <DeleteImportDialog
          job={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => setDeleted(null)}
        />
      )}
    </>
  )
}

function JobRow({ job, onDelete }: { readonly job: ImportJob; readonly onDelete: () => void }) {
  const intl = useIntl()
  const { waiting = 0, analyzing = 0, ready = 0, broken = 0, validating = 0, validated = 0 } = job.counts
  const counts = (
    [
      ['import.count.done', validated],
      ['import.count.open', ready],
      ['import.count.busy', waiting + analyzing + validating],
      ['import.count.broken', broken],
    ] as const
  ).filter(([, count]) => count > 0)
  const label = intl.formatMessage({ id: 'import.delete.named' }, { name: job.name })
  return (
    <li className={classes.job}>
      <Link to="/import" search={{ job: String(job.id) }} className={classes.jobLink}>
        <span className={classes.jobName}>{job.name}</span>
        <Text component="span" fz="sm" c="dimmed" className={classes.jobFacts}>
          <FormattedDate value={job.created} dateStyle="medium" timeStyle="short" /> ·{' '}
          <FormattedMessage id="import.earlier.counts" values={{ total: job.$moreChildren_$items.total }} />
          {counts.map(([id, count]) => (
            <span key={id}>
              {' '}
              · <FormattedMessage id={id} values={{ count }} />
            </span>
          ))}
        </Text>
      </Link>
      <Tooltip label={<FormattedMessage id="import.delete" />}>
        <ActionIcon onClick={onDelete} aria-label={label}>
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
