import type { Asset } from '@cartouche/contract'
import { useEntity } from '@cartouche/react'
import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { assetPath } from '../../address/browse-cursor.ts'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { ActionPlace } from '../asset-actions/action-context.ts'
import { MoreActions } from '../asset-actions/asset-action-buttons.tsx'
import type { ZoomLink } from '../asset-view/zoom.ts'
import { ZoomPicture } from '../asset-view/zoom-picture.tsx'
import classes from './compare-assets.module.css'

interface CompareCellProps {
  readonly asset: Asset
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly isActive: boolean
  readonly link: ZoomLink | undefined
  readonly place: ActionPlace
  readonly onActivate: () => void
  /** Takes it out of the comparison; missing where two are left. */
  readonly onRemove: (() => void) | undefined
}

/** One of the pictures that are compared, with its name and what can be done with it. */
export function CompareCell({
  asset: fromList,
  position,
  total,
  isActive,
  link,
  place,
  onActivate,
  onRemove,
}: CompareCellProps) {
  const intl = useIntl()
  const { data } = useEntity(assetPath, fromList.id)
  const asset = (data ?? fromList) as Asset
  // Tab leads to the active one and its buttons, arrows from one to the next.
  const tabIndex = isActive ? 0 : -1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it has the focus itself
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys are for the one with the focus
      tabIndex={tabIndex}
      data-autofocus={isActive || undefined}
      data-cell={asset.id}
      data-active={isActive || undefined}
      className={classes.cell}
      aria-label={intl.formatMessage({ id: 'compare.cell' }, { name: asset.name, position, total })}
      onFocus={onActivate}
      onPointerDown={onActivate}
    >
      <div className={classes.stage}>
        <ZoomPicture
          asset={asset}
          mayDownload={asset.$rights?.download ?? false}
          link={link}
          isActive={isActive}
        />
      </div>
      <div className={classes.caption}>
        <Text fz="sm" truncate flex={1} title={asset.name}>
          {asset.name}
        </Text>
        {asset.width && asset.height ? (
          <Text fz="xs" c="dimmed" visibleFrom="sm" className={classes.size}>
            {`${asset.width} × ${asset.height}`}
          </Text>
        ) : null}
        {onRemove && (
          <Tooltip label={intl.formatMessage({ id: 'compare.remove' })}>
            <ActionIcon
              size={30}
              tabIndex={tabIndex}
              onClick={onRemove}
              aria-label={intl.formatMessage({ id: 'compare.removeOne' }, { name: asset.name })}
            >
              <IconX size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
        <MoreActions target={{ assets: [asset], place }} tabIndex={tabIndex} />
      </div>
    </div>
  )
}
