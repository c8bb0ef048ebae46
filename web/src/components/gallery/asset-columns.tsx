import type { Asset } from '@cartouche/contract'
import { FormattedDate } from 'react-intl'
import type { ReactNode } from 'react'
import type { TextId } from '../../translations/texts.ts'
import { BytesText, NatureText } from '../asset-text/asset-text.tsx'
import { MarkCell } from '../marks/mark-badges.tsx'
import { StatusBadge } from '../asset-text/status-badge.tsx'

/** A column of the table: the field that it shows and sorts by. */
export interface AssetColumn {
  readonly field: string
  /** Its usual width, px; 0: what the others leave. */
  readonly widthPx: number
  readonly label: TextId
  readonly sortable: boolean
  readonly cell: (asset: Asset) => ReactNode
}

/** Columns from left to right; the name comes with the picture. */
export const tableColumns: readonly AssetColumn[] = [
  { field: 'name', widthPx: 0, label: 'column.name', sortable: true, cell: ({ name }) => name },
  {
    field: 'rootnature',
    widthPx: 92,
    label: 'column.nature',
    sortable: false,
    cell: (asset) => <NatureText asset={asset} />,
  },
  {
    field: 'dimensions',
    widthPx: 112,
    label: 'column.dimensions',
    sortable: false,
    cell: ({ width, height }) => (width && height ? `${width} × ${height}` : ''),
  },
  {
    field: 'metadata.filesize',
    widthPx: 84,
    label: 'column.size',
    sortable: true,
    cell: ({ metadata }) => <BytesText sizeBytes={metadata?.filesize} />,
  },
  {
    field: 'status',
    widthPx: 112,
    label: 'column.status',
    sortable: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    field: 'takenat',
    widthPx: 108,
    label: 'column.takenat',
    sortable: true,
    cell: ({ takenat }) => (takenat ? <FormattedDate value={takenat} dateStyle="medium" /> : ''),
  },
  {
    field: 'modifiedat',
    widthPx: 108,
    label: 'column.modifiedat',
    sortable: true,
    cell: ({ modifiedat }) => (modifiedat ? <FormattedDate value={modifiedat} dateStyle="medium" /> : ''),
  },
  {
    field: '$rating',
    widthPx: 84,
    label: 'column.rating',
    sortable: true,
    cell: ({ id }) => <MarkCell id={id} of="rating" />,
  },
  {
    field: '$label',
    widthPx: 72,
    label: 'column.label',
    sortable: false,
    cell: ({ id }) => <MarkCell id={id} of="label" />,
  },
  {
    field: '$pick',
    widthPx: 72,
    label: 'column.pick',
    sortable: false,
    cell: ({ id }) => <MarkCell id={id} of="pick" />,
  },
]

/** Those that are shown where nothing was chosen: what is marked shows its marks beside its name. */
export const usualFields: ReadonlySet<string> = new Set(
  tableColumns.flatMap(({ field }) => (field.startsWith('$') ? [] : [field])),
)
