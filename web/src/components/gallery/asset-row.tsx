import type { Asset } from '@cartouche/contract'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import { RowMarks } from '../marks/mark-badges.tsx'
import { tableColumns } from './asset-columns.tsx'
import { useIsDocumentHit } from './document-hits.ts'
import type { ScrollPace } from './scroll-pace.ts'
import { useCalmOnce } from './use-calm-once.ts'
import classes from './asset-table.module.css'

export interface AssetRowProps {
  readonly asset: Asset
  readonly index: number
  /** Fields of the columns, from left to right; one list for all rows. */
  readonly fields: readonly string[]
  readonly href: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly ticket?: string | undefined
  readonly pace: ScrollPace
  readonly withMenu: boolean
}

/**
 * One row of the table. Clicks and keys are handled by the table: `data-index` says which, `data-act`
 * what.
 */
export const AssetRow = memo(function AssetRow({
  asset,
  index,
  fields,
  href,
  isSelected,
  isCurrent,
  ticket,
  pace,
  withMenu,
}: AssetRowProps) {
  const intl = useIntl()
  const withPicture = useCalmOnce(pace)
  const isDocumentHit = useIsDocumentHit(asset.id)
  return (
    <tr role="row" data-index={index} data-selected={isSelected || undefined} aria-rowindex={index + 2}>
      <td role="cell" className={classes.checkCell}>
        <input
          type="checkbox"
          data-act="select"
          tabIndex={-1}
          checked={isSelected}
          readOnly
          aria-label={intl.formatMessage({ id: 'asset.select' }, { name: asset.name })}
        />
      </td>
      {fields.map((field) => (
        <td role="cell" key={field} data-column={field}>
          {field === 'name' ? (
            <a
              href={href}
              data-act="open"
              className={classes.name}
              tabIndex={isCurrent ? 0 : -1}
              draggable={false}
            >
              <span className={classes.thumb}>
                <AssetPicture asset={asset} sidePx={40} ticket={ticket} alt="" coloursOnly={!withPicture} />
              </span>
              <span className={classes.text}>
                {asset.name}
                {isDocumentHit && (
                  <span className={classes.note} title={intl.formatMessage({ id: 'asset.documentHit' })}>
                    <FormattedMessage id="asset.documentHit" />
                  </span>
                )}
                {withMenu && ticket === undefined && <RowMarks id={asset.id} />}
              </span>
            </a>
          ) : (
            tableColumns.find((column) => column.field === field)?.cell(asset)
          )}
        </td>
      ))}
      {withMenu ? (
        <td role="cell" className={classes.rowMenu}>
          <button
            type="button"
            className={classes.dots}
            data-act="menu"
            tabIndex={isCurrent ? 0 : -1}
            aria-haspopup="menu"
            aria-label={intl.formatMessage({ id: 'assetActions.menu' }, { name: asset.name })}
          />
        </td>
      ) : (
        <td aria-hidden />
      )}
    </tr>
  )
})
