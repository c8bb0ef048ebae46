import type { ReactNode, SyntheticEvent } from 'react'
import { useIntl } from 'react-intl'
import type { ItemRow } from './item-table.tsx'
import classes from './asset-table.module.css'

interface NamedRowProps extends Pick<ItemRow<unknown>, 'index' | 'fields' | 'isSelected' | 'isCurrent'> {
  readonly name: string
  /** Address of what the row is of: a middle click opens it in another tab. */
  readonly href: string
  /** Stands after the name. */
  readonly badge?: ReactNode
  /** The value of a column other than `name`. `tabIndex`: of whatever can have the focus in it. */
  readonly cell: (field: string, tabIndex: number) => ReactNode
  readonly menu: (tabIndex: number) => ReactNode
}

/**
 * A row of a table of things by name: select, the name as a link, its columns, a menu. Clicks and keys are
 * handled by the table.
 */
export function NamedRow({
  index,
  fields,
  isSelected,
  isCurrent,
  name,
  href,
  badge,
  cell,
  menu,
}: NamedRowProps) {
  const intl = useIntl()
  const tabIndex = isCurrent ? 0 : -1
  return (
    <tr role="row" data-index={index} data-selected={isSelected || undefined} aria-rowindex={index + 2}>
      <td role="cell" className={classes.checkCell}>
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
        <td role="cell" key={field} data-column={field}>
          {field === 'name' ? (
            <a href={href} data-act="open" className={classes.name} tabIndex={tabIndex} draggable={false}>
              <span className={classes.text}>{name}</span>
              {badge}
            </a>
          ) : (
            cell(field, tabIndex)
          )}
        </td>
      ))}
      <td role="cell" className={classes.rowMenu}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it keeps clicks of the menu within from the row, and does nothing itself */}
        <span onClick={keepFromRow} onPointerDown={keepFromRow} onKeyDown={keepFromRow}>
          {menu(tabIndex)}
        </span>
      </td>
    </tr>
  )
}

/** The row would take what is meant for what stands in it. */
export function keepFromRow(event: SyntheticEvent): void {
  event.stopPropagation()
}
