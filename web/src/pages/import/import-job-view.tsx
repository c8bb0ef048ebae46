import { importsOf, type ImportJobSnapshot } from '@cartouche/client'
import { useClient, useImportCommands, useImportJob, useSession, useUploads } from '@cartouche/react'
import { Alert, Button, Drawer, Skeleton } from '@mantine/core'
import { shallowEqual, useDidUpdate, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { takeLostFocus } from '../../components/empty-state/take-lost-focus.ts'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { CommandsDrawer } from './commands/commands-drawer.tsx'
import { RunningCommands } from './commands/running-commands.tsx'
import { DescribePanel } from './describe-panel.tsx'
import { AllDuplicates, isSkipped, useDuplicates, type Duplicates } from './duplicate-choices.tsx'
import { duplicateProblem } from './import-filter.ts'
import { ImportFilters } from './import-filters.tsx'
import { ImportHead } from './import-head.tsx'
import { isDescribable, isSelectable, isShown, itemsWith, rowsOf, selectableIds } from './import-rows.ts'
import { ImportTable } from './import-table.tsx'
import { Unzip } from './import-start.tsx'
import { MoveItemsDialog } from './move-items-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { PublishBar } from './publish-bar.tsx'
import { useDescribe } from './use-describe.tsx'
import { RemoveItemsDialog } from './remove-items-dialog.tsx'
import { SelectRest } from './select-rest.tsx'
import { UploadStatus } from './upload-status.tsx'
import { useImportFilter, type ImportFilterControl } from './use-import-filter.ts'
import { useRemoveItems } from './use-remove-items.ts'
import type { TakeFiles } from './use-take-files.ts'
import classes from './import.module.css'

interface ImportJobViewProps {
  readonly jobId: number
  readonly files: TakeFiles
  /** Whether the page before has gone with the focus in it. */
  readonly takesFocus: boolean
}

/** One import, once it is there. */
export function ImportJobView(props: ImportJobViewProps) {
  return <LoadedImport {...props} control={useImportFilter(props.jobId)} />
}

interface LoadedImportProps extends ImportJobViewProps {
  readonly control: ImportFilterControl
}

function LoadedImport({ jobId, files, takesFocus, control }: LoadedImportProps) {
  const imports = importsOf(useClient())
  const navigate = useNavigate()
  const job = useShownJob(jobId)
  if (job.status === 'not_found')
    return (
      <EmptyState
        isPage
        text={<FormattedMessage id="import.missing" />}
        label={<FormattedMessage id="import.all" />}
        onAction={() => void navigate({ to: '/import', search: {} })}
      />
    )
  if (job.job === null)
    return job.status === 'error' ? (
      <ErrorViewOf error={job.error} onRetry={() => void imports.fetchJob(jobId)} />
    ) : (
      <Skeleton m="lg" height={320} />
    )
  return <OpenImport job={job} entity={job.job} files={files} takesFocus={takesFocus} control={control} />
}

/** An import as it is drawn: that its next page was asked for changes nothing of it, and no render is due. */
function useShownJob(jobId: number): ImportJobSnapshot {
  const job = useImportJob(jobId)
  const imports = importsOf(useClient())
  const locale = useSession().user?.locale
  // Names of fields come in the reader's language.
  useDidUpdate(() => void imports.fetchJob(jobId).catch(() => undefined), [locale])
  const now: ImportJobSnapshot = job.status === 'next' ? { ...job, status: 'loaded' } : job
  const [shown, setShown] = useState(now)
  if (shallowEqual(shown, now)) return shown
  setShown(now)
  return now
}

interface OpenImportProps {
  readonly job: ImportJobSnapshot
  readonly entity: NonNullable<ImportJobSnapshot['job']>
  readonly files: TakeFiles
  readonly takesFocus: boolean
  readonly control: ImportFilterControl
}

/**
 * One import: its files at the left, the description of the selected ones at the right, publishing at the
 * foot.
 */
const OpenImport = memo(function OpenImport({ job, entity, files, takesFocus, control }: OpenImportProps) {
  const intl = useIntl()
  const { id: jobId } = job
  const imports = importsOf(useClient())
  const uploads = useUploads(jobId)
  const changes = useImportCommands(jobId, job.commands)
  const selection = useSelection()
  const duplicates = useDuplicates(job)
  const removal = useRemoveItems(jobId)
  const [moving, setMoving] = useState<readonly number[]>([])
  const [isHistory, history] = useDisclosure(false)
  const [isSheet, sheet] = useDisclosure(false)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const rows = useRows(job, uploads, control, duplicates)
  const allCheck = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLDivElement>(null)
  const order = useMemo(() => selectableIds(rows), [rows])
  const chosen = job.items.filter((item) => selection.selection.ids.has(item.id) && isSelectable(item))
  const selected = chosen.filter(isDescribable)
  const hasChosen = chosen.length > 0
  // Files that are processed again are selected again afterwards: the sheet does not open by itself then.
  if (isSheet && !hasChosen) sheet.close()
  // The button that opens the sheet goes with the last file, and the focus with it.
  useEffect(() => (hasChosen ? () => takeLostFocus(main.current) : undefined), [hasChosen])
  // Here, as the panel is another one in a narrower window.
  const describe = useDescribe(jobId, selected)
  const showItems = (ids: readonly number[]): void => {
    history.close()
    control.showOnly(ids)
    selection.set({ ids: new Set(ids), anchor: ids[0] ?? null })
  }
  const panel = (
    <DescribePanel
      job={job}
      items={selected}
      chosen={chosen}
      describe={describe}
      onSelect={(ids) => selection.set({ ids: new Set(ids), anchor: ids[0] ?? null })}
      onRemove={() => removal.ask(chosen.map(({ id }) => id))}
      onMove={() => setMoving(chosen.map(({ id }) => id))}
      onProcess={sheet.close}
    />
  )
  return (
    <div className={classes.page}>
      <div className={classes.main} ref={main} tabIndex={-1}>
        <div>
          <ImportHead
            job={entity}
            files={files}
            takesFocus={takesFocus}
            isChanging={changes.commands.some(({ done }) => !done)}
            onChanges={history.open}
          />
        </div>
        <div>
          <UploadStatus jobId={jobId} />
          <RunningCommands jobId={jobId} commands={changes.commands} />
          {job.status === 'error' && (
            <Alert color="red" m="sm">
              <FormattedMessage id="import.failed" />{' '}
              <Button size="compact-sm" variant="default" onClick={() => void imports.fetchJob(jobId)}>
                <FormattedMessage id="action.retry" />
              </Button>
            </Alert>
          )}
          <ImportFilters job={job} uploads={uploads} control={control} duplicates={duplicates}>
            <Unzip files={files} />
            <AllDuplicates duplicates={duplicates} />
          </ImportFilters>
          <SelectRest
            key={JSON.stringify([job.query, job.fulltext])}
            job={job}
            order={order}
            selection={selection}
            onDone={() => allCheck.current?.focus()}
          />
        </div>
        <ImportTable
          jobId={jobId}
          job={job}
          rows={rows}
          order={order}
          allCheck={allCheck}
          selection={selection}
          onRemove={removal.ask}
          onShowAll={() => {
            control.clear()
            main.current?.focus({ preventScroll: true })
          }}
          duplicates={duplicates}
        />
        <PublishBar
          jobId={jobId}
          job={job}
          selected={selected}
          duplicates={duplicates}
          shown={control.isFiltered ? itemsOf(rows) : null}
        />
        {!isWide && hasChosen && (
          <Button variant="default" className={classes.describe} onClick={sheet.open}>
            <FormattedMessage
              id={selected.length > 0 ? 'import.panel.describe' : 'import.panel.show'}
              values={{ count: chosen.length }}
            />
          </Button>
        )}
      </div>
      {isWide && (
        <aside
          className={classes.panel}
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'import.panel' })}
        >
          {panel}
        </aside>
      )}
      <Drawer
        opened={!isWide && isSheet}
        onClose={sheet.close}
        // What opened it goes with the last file that can be described.
        onExitTransitionEnd={() => {
          if (!hasChosen) main.current?.focus({ preventScroll: true })
        }}
        position="right"
        size="min(100%, 420px)"
        title={<FormattedMessage id="import.panel" />}
        padding={0}
        styles={{ header: { paddingInline: 12 } }}
      >
        {panel}
      </Drawer>
      <CommandsDrawer
        jobId={jobId}
        snapshot={changes}
        headers={job.headers}
        opened={isHistory}
        onClose={history.close}
        onShowItems={showItems}
      />
      {describe.conflict && (
        <ConflictDialog job={job} conflict={describe.conflict} onClose={describe.settle} />
      )}
      {moving.length > 0 && (
        <MoveItemsDialog
          jobId={jobId}
          ids={moving}
          onClose={() => setMoving([])}
          onMoved={() => {
            setMoving([])
            selection.clear()
          }}
        />
      )}
      {removal.ids.length > 0 && (
        <RemoveItemsDialog
          items={itemsWith(job.items, removal.ids)}
          onClose={() => removal.ask([])}
          onRemove={() => {
            selection.clear()
            removal.remove()
          }}
        />
      )}
    </div>
  )
})

function itemsOf(rows: ReturnType<typeof rowsOf>): ReadonlySet<number> {
  return new Set(rows.flatMap((row) => (row.kind === 'item' ? [row.item.id] : [])))
}

/** The lines that are shown; those from before stay while others are searched for. */
function useRows(
  job: ImportJobSnapshot,
  uploads: Parameters<typeof rowsOf>[1],
  { filter, only, isFiltered }: ImportFilterControl,
  duplicates: Duplicates,
): ReturnType<typeof rowsOf> {
  const { items, validated } = job
  const found = useMemo(() => {
    const onlyIds = new Set(only)
    return rowsOf({ items, validated }, uploads).filter(
      (row) =>
        isShown(row, filter.state, isFiltered && filter.state === 'all') &&
        (filter.problem !== duplicateProblem || (row.kind === 'item' && duplicates.ids.has(row.item.id))) &&
        (filter.state !== 'open' || row.kind !== 'item' || !isSkipped(duplicates, row.item.id)) &&
        (onlyIds.size === 0 || (row.kind === 'item' && onlyIds.has(row.item.id))),
    )
  }, [items, validated, uploads, filter, only, isFiltered, duplicates])
  const [shown, setShown] = useState(found)
  const isSearching = job.status === 'fetching' && job.items.length + job.validated.length === 0
  if (!isSearching && shown !== found) setShown(found)
  return isSearching ? shown : found
}
