import { importsOf, type ImportJob, type ImportJobListSnapshot } from '@cartouche/client'
import { useClient, useImportJobs } from '@cartouche/react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ItemTable } from '../../../components/gallery/item-table.tsx'
import { ListEnd } from '../../../components/gallery/list-end.tsx'
import type { JobAct } from '../../../components/import-jobs/job-acts.ts'
import { JobDialogs } from '../../../components/import-jobs/job-dialogs.tsx'
import { useSelection } from '../../../components/selection/use-selection.ts'
import { RecordSkeletons } from '../records/record-list.tsx'
import { importColumns } from './import-columns.ts'
import { ImportJobRow } from './import-job-row.tsx'
import { ImportsSelection } from './imports-selection.tsx'
import { ImportsToolbar } from './imports-toolbar.tsx'
import { importsDefinition, isFiltered, readImportsAddress } from './imports-address.ts'
import { useImportsState } from './use-imports-state.ts'
import classes from '../records/records.module.css'

/** The imports of all people: found, ordered, opened, handed on, archived and deleted. */
export function ImportsSection() {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const navigate = useNavigate()
  const hrefOf = useHrefs()
  const { state, change } = useImportsState()
  const definition = useMemo(() => importsDefinition(state), [state])
  const list = useImportJobs(definition)
  const selection = useSelection()
  const [act, setAct] = useState<JobAct | null>(null)
  // What was archived or restored here leaves the list at once.
  const jobs = list.jobs.filter(
    ({ activated }) => state.archived === 'all' || activated === (state.archived === 'active'),
  )
  const total = list.total - (list.jobs.length - jobs.length)
  const retry = (): void => void imports.fetchJobs(definition.name).catch(() => undefined)
  const next = (): void => void imports.fetchNextJobs(definition.name).catch(() => undefined)
  const columns = useMemo(() => importColumns(intl), [intl])
  const isStale = list.status === 'invalid' || list.status === 'fetching'
  return (
    <section className={classes.records} aria-label={intl.formatMessage({ id: 'import.all' })}>
      <ImportsToolbar state={state} change={change} total={isThere(list) ? total : undefined} />
      {list.status === 'error' && list.jobs.length === 0 ? (
        <ErrorViewOf error={list.error} onRetry={retry} />
      ) : !isThere(list) ? (
        <RecordSkeletons />
      ) : jobs.length === 0 && !isStale && !list.hasNext ? (
        <NoImports
          isFiltered={isFiltered(state)}
          onClear={() => change(readImportsAddress({ order: state.order }))}
        />
      ) : (
        <div className={classes.body} data-stale={isStale || undefined} aria-busy={isStale}>
          <ItemTable<ImportJob>
            label={intl.formatMessage({ id: 'import.all' })}
            items={jobs}
            total={total}
            hasNext={list.hasNext && list.status === 'loaded'}
            onNext={next}
            end={
              <ListEnd
                coming={list.status === 'next' && <FormattedMessage id="imports.more" />}
                failed={list.status === 'error' && <FormattedMessage id="imports.moreFailed" />}
                onRetry={next}
              />
            }
            onOpen={({ id }) => void navigate({ to: '/import', search: { job: String(id) } })}
            selection={selection}
            scrollKey={definition.name}
            resetKey={JSON.stringify(definition)}
            order={state.order}
            onOrder={(order) => change({ order })}
            columns={columns}
            columnsSetting="import-columns"
            row={({ item, pace: _pace, ...row }) => (
              <ImportJobRow {...row} job={item} href={hrefOf(item)} onAct={setAct} />
            )}
          />
        </div>
      )}
      <ImportsSelection jobs={jobs} selection={selection} onAct={setAct} />
      <JobDialogs act={act} onClose={() => setAct(null)} onDeleted={selection.clear} />
    </section>
  )
}

/** Whether the list was read once, whatever it asks now. */
function isThere({ status, jobs }: ImportJobListSnapshot): boolean {
  return jobs.length > 0 || status === 'loaded' || status === 'fetching' || status === 'next'
}

/** The address of each import: a middle click opens it in another tab. */
function useHrefs(): (job: ImportJob) => string {
  const router = useRouter()
  return ({ id }) => router.buildLocation({ to: '/import', search: { job: String(id) } }).href
}

function NoImports({ isFiltered: isSearched, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      text={<FormattedMessage id={isSearched ? 'browse.empty.title' : 'imports.none'} />}
      label={<FormattedMessage id="browse.empty.clear" />}
      onAction={isSearched ? onClear : undefined}
    />
  )
}
