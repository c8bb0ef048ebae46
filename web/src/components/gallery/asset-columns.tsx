import type { Asset } from '@cartouche/contract'
import { FormattedDate } from 'react-intl'
import type { ReactNode } from 'react'
import type { TextId } from '../../translations/translations.tsx'
import { BytesText, NatureText } from '../asset-text/asset-text.tsx'
import { StatusBadge } from '../asset-text/status-badge.tsx'

/** A column of the table: the field that it shows and sorts by. */
export interface AssetColumn {
  readonly field: string
  readonly label: TextId
  readonly sortable: boolean
  readonly cell: (asset: Asset) => ReactNode
}

/** Columns from left to right; the name comes with the picture. */
export const tableColumns: readonly AssetColumn[] = [
  { field: 'name', label: 'column.name', sortable: true, cell: ({ name }) => name },
  { field: 'rootnature', label: 'column.nature', sortable: false, cell: (asset) => <NatureText asset={asset} /> },
  { field: 'dimensions', label: 'column.dimensions', sortable: false, cell: ({ width, height }) => (width && height ? `${width} × ${height}` : '') },
  { field: 'metadata.filesize', label: 'column.size', sortable: true, cell: ({ metadata }) => <BytesText sizeBytes={metadata?.filesize} /> },
  { field: 'status', label: 'column.status', sortable: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { field: 'takenat', label: 'column.takenat', sortable: true, cell: ({ takenat }) => (takenat ? <FormattedDate value={takenat} dateStyle="medium" /> : '') },
  { field: 'modifiedat', label: 'column.modifiedat', sortable: true, cell: ({ modifiedat }) => (modifiedat ? <FormattedDate value={modifiedat} dateStyle="medium" /> : '') },
]
