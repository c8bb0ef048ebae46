import { importsOf, type ImportJob, type ImportJobListSnapshot } from '@cartouche/client'
import { useClient, useCurrentUser, useImportJobs } from '@cartouche/react'
import { Badge, Button, Checkbox, Group, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { JobAct } from '../../components/import-jobs/job-acts.ts'
import { JobDialogs } from '../../components/import-jobs/job-dialogs.tsx'
import { JobMenu } from '../../components/import-jobs/job-menu.tsx'
import { formatAgo } from '../../translations/format.ts'
import classes from './import.module.css'

/** The person's own imports of before, newest first, each with how far it is; a click goes on with it. */
export function EarlierImports() {
  const imports = importsOf(useClient())
  const userId = useCurrentUser()?.id ?? 0
  const [withArchived, setWithArchived] = useState(false)
  const definition = useMemo(
    () => ({
      name: 'own imports',
      query: { jobowner: { eq: userId }, ...(withArchived ? { activated: { in: [true, false] } } : {}) },
      maxItems: 0,
    }),
    [userId, withArchived],
  )
  const { jobs: listed, status, hasNext } = useImportJobs(definition)
  const [act, setAct] = useState<JobAct | null>(null)
  // What was archived or handed on here leaves the list at once.
  const jobs = listed.filter(
    ({ activated, jobowner }) => (withArchived || activated) && jobowner.id === userId,
  )
  const load = (): void => void imports.fetchJobs(definition.name).catch(() => undefined)
  const loadNext = (): void => void imports.fetchNextJobs(definition.name).catch(() => undefined)
  return (
    <>
      <Checkbox
        mb="sm"
        checked={withArchived}
        onChange={(event) => setWithArchived(event.currentTarget.checked)}
        label={<FormattedMessage id="imports.archived.include" />}
      />
      {jobs.length === 0 ? (
        <NoneThere status={status} onRetry={load} />
      ) : (
        <ul className={classes.jobs}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} onAct={setAct} />
          ))}
        </ul>
      )}
      {hasNext && (
        <Button variant="default" mt="sm" loading={status === 'next'} onClick={loadNext}>
          <FormattedMessage id="action.showMore" />
        </Button>
      )}
      <JobDialogs act={act} onClose={() => setAct(null)} />
    </>
  )
}

/** What stands where no import is listed: none yet, none there, or a failure. */
function NoneThere({
  status,
  onRetry,
}: {
  readonly status: ImportJobListSnapshot['status']
  readonly onRetry: () => void
}) {
  if (status === 'error')
    return (
      <Group gap="sm">
        <Text>
          <FormattedMessage id="import.earlier.failed" />
        </Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      </Group>
    )
  return status === 'loaded' ? (
    <Text c="dimmed">
      <FormattedMessage id="import.earlier.none" />
    </Text>
  ) : (
    <Skeleton height={120} />
  )
}

function JobRow({ job, onAct }: { readonly job: ImportJob; readonly onAct: (act: JobAct) => void }) {
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
  return (
    <li className={classes.job}>
      <Link to="/import" search={{ job: String(job.id) }} className={classes.jobLink}>
        <span className={classes.jobName}>
          {job.name}{' '}
          {!job.activated && (
            <Badge size="sm" variant="light" color="gray" radius="sm" fw={500}>
              <FormattedMessage id="imports.archived" />
            </Badge>
          )}
        </span>
        <Text component="span" fz="sm" c="dimmed" className={classes.jobFacts}>
          <FormattedMessage
            id="import.earlier.changed"
            values={{ date: formatAgo(intl, job.modified ?? job.created) }}
          />
          {' · '}
          <FormattedMessage id="import.earlier.counts" values={{ total: job.$moreChildren_$items.total }} />
          {counts.map(([id, count]) => (
            <span key={id}>
              {' '}
              · <FormattedMessage id={id} values={{ count }} />
            </span>
          ))}
        </Text>
      </Link>
      <JobMenu job={job} onAct={onAct} />
    </li>
  )
}
