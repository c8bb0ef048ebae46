import type { EntityData, FieldHeader, SchemaSnapshot } from '@cartouche/client'
import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'
import { useIntl } from 'react-intl'
import { linksOf, valueAt } from '../../../components/asset-details/asset-fields.ts'
import { fieldText } from '../../../components/asset-details/field-text.ts'
import { StatusBadge } from '../../../components/asset-text/status-badge.tsx'
import { EntryMenu, type EntryActions } from '../../../components/entries/entry-menu.tsx'
import type { ItemRow } from '../../../components/gallery/item-table.tsx'
import { keepFromRow, NamedRow } from '../../../components/gallery/named-row.tsx'
import { recordsSection } from './record-address.ts'
import classes from './records.module.css'

interface RecordRowProps extends Omit<ItemRow<EntityData>, 'item' | 'pace'> {
  readonly record: EntityData
  readonly schema: SchemaSnapshot
  /** Address of the record: a click opens it here, a middle click in another tab. */
  readonly href: string
  readonly actions: EntryActions
}

/** One row of a list of records. Clicks and keys are handled by the table. */
export const RecordRow = memo(function RecordRow({ record, schema, actions, ...row }: RecordRowProps) {
  const intl = useIntl()
  return (
    <NamedRow
      {...row}
      name={record.name ?? intl.formatMessage({ id: 'entity.number' }, { id: String(record.id) })}
      cell={(field, tabIndex) => (
        <RecordCell field={field} record={record} schema={schema} tabIndex={tabIndex} />
      )}
      menu={(tabIndex) => <EntryMenu entry={record} actions={actions} tabIndex={tabIndex} />}
    />
  )
})

interface RecordCellProps {
  readonly field: string
  readonly record: EntityData
  readonly schema: SchemaSnapshot
  readonly tabIndex: number
}

function RecordCell({ field, record, schema, tabIndex }: RecordCellProps) {
  const intl = useIntl()
  const value = valueAt(record, field)
  const header = schema.fields[field]
  if (field === 'id') return record.id
  if (field === 'status') return <StatusBadge status={value as Parameters<typeof StatusBadge>[0]['status']} />
  if (field === 'owner') return <LinkedRecords resource="user" value={value} tabIndex={tabIndex} />
  if (header === undefined)
    return typeof value === 'string' ? intl.formatDate(value, { dateStyle: 'medium' }) : null
  if (header.type === 'object' || header.type === 'array')
    return <LinkedRecords resource={targetOf(header)} value={value} tabIndex={tabIndex} />
  return fieldText(intl, field, header, value)
}

/** The short name of the resource that a field links to. */
function targetOf({ href = '' }: FieldHeader): string {
  return href.slice(href.lastIndexOf('/') + 1)
}

/** Linked entities, each a link to its record. */
function LinkedRecords({
  resource,
  value,
  tabIndex,
}: {
  readonly resource: string
  readonly value: unknown
  readonly tabIndex: number
}) {
  return linksOf(value).map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <Link
        to="/administration"
        search={{ section: recordsSection, resource, record: String(id) }}
        className={classes.link}
        tabIndex={tabIndex}
        onClick={keepFromRow}
      >
        {name}
      </Link>
    </Fragment>
  ))
}
