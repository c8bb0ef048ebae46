import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { AssetRow } from './asset-row.tsx'
import { tableColumns, usualFields } from './asset-columns.tsx'
import type { GalleryProps } from './gallery.ts'
import { ItemTable } from './item-table.tsx'

interface Sorting {
  /** `field asc` or `field desc`. */
  readonly order: string
  readonly onOrder: (order: string) => void
}

/** Assets as a table, each name with its picture. */
export function AssetTable({ assets, hrefOf, ticket, ...props }: GalleryProps & Sorting) {
  const intl = useIntl()
  const columns = useMemo(
    () => tableColumns.map((column) => ({ ...column, label: intl.formatMessage({ id: column.label }) })),
    [intl],
  )
  const usual = useMemo(() => columns.filter(({ field }) => usualFields.has(field)), [columns])
  return (
    <ItemTable
      {...props}
      items={assets}
      label={intl.formatMessage({ id: 'browse.grid' })}
      columns={columns}
      usualColumns={usual}
      columnsSetting="list-columns"
      row={({ item, ...row }) => (
        <AssetRow
          {...row}
          asset={item}
          href={hrefOf(item)}
          ticket={ticket}
          withMenu={props.actions !== undefined}
        />
      )}
    />
  )
}
