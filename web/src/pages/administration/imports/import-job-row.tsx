import type { ImportJob } from '@cartouche/client'
import { Badge } from '@mantine/core'
import { memo, type SyntheticEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import tableClasses from '../../../components/gallery/asset-table.module.css'
import type { ItemRow } from '../../../components/gallery/item-table.tsx'
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
export const ImportJobRow = memo(function ImportJobRow({
  job,
  href,
  onAct,
  index,
  fields,
  isSelected,
  isCurrent,
}: ImportJobRowProps) {
  const intl = useIntl()
  const tabIndex = isCurrent ? 0 : -1
  return (
    <tr data-index={index} data-selected={isSelected || undefined} aria-rowindex={index + 2}>
      <td className={tableClasses.checkCell}>
        <input
          type="checkbox"
          data-act="select"
          tabIndex={-1}
          checked={isSelected}
          readOnly
          aria-label={intl.formatMessage({ id: 'asset.select' }, { name: job.name })}
        />
      </td>
      {fields.map((field) => (
        <td key={field} data-column={field}>
          {field === 'name' ? (
            <a
              href={href}
              data-act="open"
              className={tableClasses.name}
              tabIndex={tabIndex}
              draggable={false}
            >
              <span className={tableClasses.text}>{job.name}</span>
              {!job.activated && (
                <Badge size="sm" variant="light" color="gray" radius="sm" tt="none" fw={500} flex="none">
                  <FormattedMessage id="imports.archived" />
                </Badge>
              )}
            </a>
          ) : (
            <JobCell field={field} job={job} />
          )}
        </td>
      ))}
      <td className={tableClasses.rowMenu}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it keeps clicks of the menu within from the row, and does nothing itself */}
        <span onClick={keep} onPointerDown={keep} onKeyDown={keep}>
          <JobMenu job={job} onAct={onAct} tabIndex={tabIndex} />
        </span>
      </td>
    </tr>
  )
})

/** The row would take what is meant for what stands in it. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation()
}

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
