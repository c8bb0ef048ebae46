import type { EntityData, FieldHeader, SchemaSnapshot } from '@cartouche/client'
import { Link } from '@tanstack/react-router'
import { Fragment, memo, type SyntheticEvent } from 'react'
import { useIntl } from 'react-intl'
import { linksOf, valueAt } from '../../../components/asset-details/asset-fields.ts'
import { fieldText } from '../../../components/asset-details/field-text.ts'
import { StatusBadge } from '../../../components/asset-text/status-badge.tsx'
import { EntryMenu, type EntryActions } from '../../../components/entries/entry-menu.tsx'
import type { ItemRow } from '../../../components/gallery/item-table.tsx'
import tableClasses from '../../../components/gallery/asset-table.module.css'
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
export const RecordRow = memo(function RecordRow({
  record,
  schema,
  href,
  actions,
  index,
  fields,
  isSelected,
  isCurrent,
}: RecordRowProps) {
  const intl = useIntl()
  const name = record.name ?? intl.formatMessage({ id: 'entity.number' }, { id: String(record.id) })
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
          aria-label={intl.formatMessage({ id: 'asset.select' }, { name })}
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
              <span className={tableClasses.text}>{name}</span>
            </a>
          ) : (
            <RecordCell field={field} record={record} schema={schema} tabIndex={tabIndex} />
          )}
        </td>
      ))}
      <td className={tableClasses.rowMenu}>
        <RowMenu record={record} actions={actions} tabIndex={tabIndex} />
      </td>
    </tr>
  )
})

interface RowMenuProps {
  readonly record: EntityData
  readonly actions: EntryActions
  readonly tabIndex: number
}

/** What can be done with a record; a click on it opens nothing. */
function RowMenu({ record, actions, tabIndex }: RowMenuProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it keeps clicks of the menu within from the row, and does nothing itself
    <span onClick={keep} onPointerDown={keep} onKeyDown={keep}>
      <EntryMenu entry={record} actions={actions} tabIndex={tabIndex} />
    </span>
  )
}

/** The row would take what is meant for what stands in it. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation()
}

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
        onClick={keep}
      >
        {name}
      </Link>
    </Fragment>
  ))
}
