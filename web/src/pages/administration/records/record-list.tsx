import type { EntityData, SchemaSnapshot } from '@cartouche/client'
import { Skeleton, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import type { EntryActions } from '../../../components/entries/entry-menu.tsx'
import { actionsFor, OpenEntry, type Open } from '../../../components/entries/open-entry.tsx'
import { useListName } from '../../../components/entries/list-name.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ItemTable } from '../../../components/gallery/item-table.tsx'
import { ListEnd } from '../../../components/gallery/list-end.tsx'
import { useSelection, type SelectionControl } from '../../../components/selection/use-selection.ts'
import { isFiltered, withoutFilters, writeRecordsAddress } from './record-address.ts'
import {
  columnsSetting,
  recordColumns,
  type RecordColumns,
} from '../../../components/export-table/record-columns.ts'
import { RecordFilters } from './record-filters.tsx'
import { RecordOver } from './record-over.tsx'
import { RecordSelection } from './record-selection.tsx'
import { RecordChips } from './record-chips.tsx'
import { ExportButton } from './export-button.tsx'
import { ImportButton } from './import-button.tsx'
import { filterableSchema } from './filterable-schema.ts'
import { RecordRow } from './record-row.tsx'
import { RecordsToolbar } from './records-toolbar.tsx'
import { useRecords, type Records } from './use-records.ts'
import type { ListedResource } from './use-resources.ts'
import classes from './records.module.css'

interface RecordListProps {
  readonly resource: ListedResource
  readonly schema: SchemaSnapshot
}

/** The records of one resource: found, ordered, opened, made, changed and deleted. */
export function RecordList({
  resource,
  schema,
  userPath,
}: RecordListProps & { readonly userPath: string | undefined }) {
  const intl = useIntl()
  const name = useListName(schema)
  const records = useRecords(schema)
  const columns = useMemo(
    () => recordColumns(intl, schema, resource.hasWorkflow),
    [intl, schema, resource.hasWorkflow],
  )
  const filterable = useMemo(() => filterableSchema(intl, schema, userPath), [intl, schema, userPath])
  const selection = useSelection()
  const [over, setOver] = useState<Open | null>(null)
  const { state, change, cursor } = records
  const { record } = state
  const close = (): void => change({ record: '' })
  const refresh = async (): Promise<void> => cursor.actions.refresh()
  const actions = useMemo<EntryActions>(
    () => ({
      ...actionsFor(schema, setOver),
      // What stands above a record is a field of its form here.
      isTree: false,
      edit: ({ id }) => change({ record: String(id) }),
    }),
    [schema, change],
  )
  return (
    <section className={classes.records} aria-label={name}>
      <RecordsToolbar schema={schema} records={records}>
        <RecordFilters schema={filterable} records={records} />
        <ExportButton schema={schema} records={records} columns={columns} />
        {(schema.create || schema.security['objectactions/multiupdate'] === true) && (
          <ImportButton schema={schema} onSaved={refresh} />
        )}
      </RecordsToolbar>
      <RecordChips schema={filterable} records={records} />
      <RecordTable
        columns={columns}
        schema={schema}
        records={records}
        selection={selection}
        actions={actions}
      />
      <RecordSelection schema={schema} records={records} selection={selection} />
      {/^\d+$/.test(record) && (
        <RecordOver key={record} schema={schema} id={Number(record)} onClose={close} onChanged={refresh} />
      )}
      <OpenEntry
        schema={schema}
        open={record === 'new' ? { what: 'form', entry: null, parent: null } : over}
        onClose={() => (record === 'new' ? close() : setOver(null))}
        onMove={() => {}}
        onChanged={refresh}
      />
    </section>
  )
}

interface RecordTableProps extends Pick<RecordListProps, 'schema'> {
  readonly columns: RecordColumns
  readonly records: Records
  readonly selection: SelectionControl
  readonly actions: EntryActions
}

/** The list in its states: coming, failed, empty, there. What is loaded stays while the new comes. */
function RecordTable({ columns, schema, records, selection, actions }: RecordTableProps) {
  const { state, change, cursor, order } = records
  const hrefOf = useHrefs(records)
  const name = useListName(schema)
  const isStale = cursor.lastSignature !== cursor.signature
  if (cursor.status === 'error' && (!cursor.hasData || isStale))
    return <ErrorViewOf error={cursor.error} onRetry={cursor.actions.refresh} />
  if (!cursor.hasData) return <RecordSkeletons />
  if (cursor.total === 0 && !isStale)
    return isFiltered(state) ? (
      <EmptyState
        text={<FormattedMessage id="browse.empty.title" />}
        label={<FormattedMessage id="browse.empty.clear" />}
        onAction={() => change(withoutFilters(state))}
      />
    ) : (
      <EmptyState
        text={<FormattedMessage id="entries.none" values={{ name }} />}
        label={<FormattedMessage id="entries.addFirst" />}
        onAction={schema.create ? () => change({ record: 'new' }) : undefined}
      />
    )
  return (
    <div className={classes.body} data-stale={isStale || undefined} aria-busy={isStale}>
      <ItemTable<EntityData>
        label={name}
        items={cursor.data}
        total={cursor.total}
        hasNext={cursor.hasNext && cursor.status === 'loaded'}
        onNext={cursor.actions.next}
        end={
          <ListEnd
            coming={cursor.status === 'next' && <FormattedMessage id="records.more" />}
            failed={
              cursor.status === 'error' && cursor.hasNext && <FormattedMessage id="records.moreFailed" />
            }
            onRetry={cursor.actions.next}
          />
        }
        onOpen={actions.edit}
        openId={/^\d+$/.test(state.record) ? Number(state.record) : undefined}
        selection={selection}
        scrollKey={cursor.name}
        resetKey={cursor.lastSignature ?? ''}
        order={order}
        onOrder={(next) => change({ search: { ...state.search, order: next } })}
        columns={columns.known}
        usualColumns={columns.usual}
        columnsSetting={columnsSetting(schema.resource)}
        row={({ item, ...row }) => (
          <RecordRow {...row} record={item} schema={schema} href={hrefOf(item)} actions={actions} />
        )}
      />
    </div>
  )
}

/** The address of each record: a middle click opens it in another tab. */
function useHrefs({ state }: Records): (record: EntityData) => string {
  const router = useRouter()
  return useMemo(() => {
    const search = writeRecordsAddress({ ...state, record: '' })
    const { pathname, searchStr } = router.buildLocation({ to: '/administration', search })
    return ({ id }) => `${pathname}${searchStr}&record=${id}`
  }, [router, state])
}

/** Stands for a list that is coming. */
export function RecordSkeletons() {
  return (
    <Stack p="md">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={32} />
      ))}
    </Stack>
  )
}
