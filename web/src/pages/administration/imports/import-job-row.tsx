import type { ImportJob } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ItemRow } from '../../../components/gallery/item-table.tsx'
import { NamedRow } from '../../../components/gallery/named-row.tsx'
import type { JobAct } from '../../../components/import-jobs/job-acts.ts'
import { JobMenu } from '../../../components/import-jobs/job-menu.tsx'
import { textOr } from '../../../translations/error-text.ts'
import { formatAgo } from '../../../translations/format.ts'

interface ImportJobRowProps extends Omit<ItemRow<ImportJob>, 'item' | 'pace'> {
  readonly job: ImportJob
  /** Address of the import: a middle click opens it in another tab. */
  readonly href: string
  readonly onAct: (act: JobAct) => void
}

/** One row of the list of all imports. Clicks and keys are handled by the table. */
export const ImportJobRow = memo(function ImportJobRow({ job, onAct, ...row }: ImportJobRowProps) {
  return (
    <NamedRow
      {...row}
      name={job.name}
      badge={
        !job.activated && (
          <Badge size="sm" variant="light" color="gray" radius="sm" fw={500} flex="none">
            <FormattedMessage id="imports.archived" />
          </Badge>
        )
      }
      cell={(field) => <JobCell field={field} job={job} />}
      menu={(tabIndex) => <JobMenu job={job} onAct={onAct} tabIndex={tabIndex} />}
    />
  )
})

function JobCell({ field, job }: { readonly field: string; readonly job: ImportJob }) {
  const intl = useIntl()
  switch (field) {
    case 'jobowner':
      return job.jobowner.name
    case 'status':
      return textOr(intl, `imports.status.${job.status.name}`, job.status.name)
    case 'count':
      return intl.formatNumber(job.count ?? job.$moreChildren_$items.total)
    case 'subjobs':
      return (job.subjobs ?? []).map(({ name }) => name).join(', ')
    default:
      return <Instant instant={field === 'created' ? job.created : (job.modified ?? job.created)} />
  }
}

/** How long ago, and exactly when on pointing at it. */
function Instant({ instant }: { readonly instant: string }) {
  const intl = useIntl()
  return (
    <time dateTime={instant} title={intl.formatDate(instant, { dateStyle: 'full', timeStyle: 'short' })}>
      {formatAgo(intl, instant)}
    </time>
  )
}
