import type { Asset, DuplicateFamily } from '@cartouche/contract'
import { Badge, Checkbox, Skeleton, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { AssetPicture } from '../../components/asset-picture/asset-picture.tsx'
import { formatBytes } from '../../translations/format.ts'
import classes from './duplicates.module.css'

interface FamilyCardProps {
  readonly member: DuplicateFamily['members'][number]
  /** Missing while it is read. */
  readonly asset: Asset | undefined
  readonly isKept: boolean
  readonly isBest: boolean
  /** It neither stays in the place of others nor gives way. */
  readonly isLeft: boolean
  /** Keys that are pressed on its picture. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onKeep: () => void
  readonly onLeave: () => void
}

/** One of a family: its picture chooses it to stay; below it what distinguishes it from the others. */
export function FamilyCard({
  member,
  asset,
  isKept,
  isBest,
  isLeft,
  onKeyDown,
  onKeep,
  onLeave,
}: FamilyCardProps) {
  const intl = useIntl()
  if (!asset)
    return (
      <li className={classes.card}>
        <Skeleton className={classes.picture} />
      </li>
    )
  const { width, height, sizeBytes, carts, pages, mirrored } = member
  return (
    <li className={classes.card} data-left={isLeft || undefined}>
      <button
        type="button"
        className={classes.choice}
        data-card={asset.id}
        tabIndex={isKept ? 0 : -1}
        aria-pressed={isKept}
        aria-label={intl.formatMessage({ id: 'duplicates.keep.name' }, { name: asset.name })}
        onKeyDown={onKeyDown}
        onClick={onKeep}
      >
        <span className={classes.picture}>
          <AssetPicture asset={asset} sidePx={240} alt="" isLazy />
        </span>
        {isKept && (
          <span className={classes.kept}>
            <IconCheck size={14} stroke={2.2} aria-hidden /> <FormattedMessage id="duplicates.kept" />
          </span>
        )}
      </button>
      <Link
        to="/browse/$assetId"
        params={{ assetId: String(asset.id) }}
        className={classes.name}
        title={asset.name}
      >
        {asset.name}
      </Link>
      <Text fz="sm" c="dimmed" className={classes.facts}>
        {width !== null && height !== null && `${width} × ${height} · `}
        {formatBytes(intl, sizeBytes)}
        <br />
        <FormattedDate value={asset.createdat} dateStyle="medium" />
        <br />
        <FormattedMessage id="duplicates.uses" values={{ carts, pages }} />
      </Text>
      <span className={classes.signs}>
        {isBest && (
          <Badge variant="default" size="sm">
            <FormattedMessage id="duplicates.best" />
          </Badge>
        )}
        {mirrored && (
          <Badge variant="default" size="sm">
            <FormattedMessage id="similar.mirrored" />
          </Badge>
        )}
      </span>
      {!isKept && (
        <Checkbox
          size="xs"
          checked={!isLeft}
          onChange={onLeave}
          label={<FormattedMessage id="duplicates.mergeOne" />}
          aria-label={intl.formatMessage({ id: 'duplicates.mergeOne.name' }, { name: asset.name })}
        />
      )}
    </li>
  )
}
