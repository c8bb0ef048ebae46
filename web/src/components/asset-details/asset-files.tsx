import { calls, isApiError, type Asset, type ReadSnapshot } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { formatBytes } from '../../translations/format.ts'
import { fileTypeText } from '../asset-text/file-type.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import { ClipActions } from '../clip-dialog/clip-actions.tsx'
import { PictureActions } from '../picture-dialog/picture-actions.tsx'
import classes from './asset-details.module.css'

/** Height of a file in the list, px: as many rows are kept free as there will be. */
const rowPx = 47

interface Variation {
  readonly name: string
  readonly mediatype: string
  readonly width: number | null
  readonly height: number | null
  readonly filesize: number | null
}

/** The files of an asset, shown when somebody asks, and pictures made of them. */
export function AssetFiles({ asset }: { readonly asset: Asset }) {
  const files = useRead(calls.listVariations, { object: 'asset', id: String(asset.id) })
  const [opened, setOpened] = useState(false)
  const Fold = opened ? IconChevronUp : IconChevronDown
  return (
    <section className={classes.section}>
      <h3 className={classes.foldHeading}>
        <UnstyledButton className={classes.fold} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <FormattedMessage id="asset.renditions" />
          <Fold size={16} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </h3>
      {opened && <Files asset={asset} files={files} />}
      {files.data !== undefined && files.data.length > 0 && (
        <>
          <PictureActions asset={asset} files={files.data} />
          <ClipActions asset={asset} files={files.data} />
        </>
      )}
    </section>
  )
}

/** Original first, each with its type, pixels and size; a click downloads. */
function Files({
  asset,
  files: { data, error },
}: {
  readonly asset: Asset
  readonly files: ReadSnapshot<readonly Variation[]>
}) {
  // An asset may be made before its file.
  const hasNone = isApiError(error, 'file_missing')
  const canDownload = asset.$rights?.download ?? false
  return (
    <>
      {data === undefined && error === null && (
        <Skeleton height={rowPx * (natureOf(asset) === 'VIDEO' ? 8 : 6)} />
      )}
      {error !== null && !hasNone && data === undefined && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="asset.renditions.failed" />
        </Text>
      )}
      {(hasNone || data?.length === 0) && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="asset.renditions.none" />
        </Text>
      )}
      <ul className={classes.files}>
        {(data ?? []).toSorted(bySize).map((variation) => (
          <li key={variation.name}>
            <AssetFile asset={asset} variation={variation} canDownload={canDownload} />
          </li>
        ))}
      </ul>
    </>
  )
}

function bySize(a: Variation, b: Variation): number {
  const rank = ({ name, width }: Variation): number =>
    name.startsWith('original') ? Number.MAX_SAFE_INTEGER : (width ?? 0)
  return rank(b) - rank(a)
}

function AssetFile({
  asset,
  variation,
  canDownload,
}: {
  readonly asset: Asset
  readonly variation: Variation
  readonly canDownload: boolean
}) {
  const intl = useIntl()
  const client = useClient()
  const plain = variation.name.replace(/_w$/, '')
  const known = textOr(intl, `rendition.${plain}`, plain)
  const name =
    plain === variation.name ? known : intl.formatMessage({ id: 'rendition.watermarked' }, { name: known })
  const facts = [
    fileTypeText(intl, variation.mediatype),
    variation.width && variation.height ? `${variation.width} × ${variation.height}` : null,
    variation.filesize === null
      ? intl.formatMessage({ id: 'asset.renditions.onDemand' })
      : formatBytes(intl, variation.filesize),
  ].filter((fact) => fact !== null)
  const text = (
    <span className={classes.fileText}>
      {name}
      <br />
      <span className={classes.quiet}>{facts.join(' · ')}</span>
    </span>
  )
  if (!canDownload) return <span className={classes.file}>{text}</span>
  return (
    <a className={classes.file} href={pictureUrl(client, asset, variation.name, true)} download>
      <VisuallyHidden>
        <FormattedMessage id="action.download" />
      </VisuallyHidden>
      {text}
      <IconDownload size={16} stroke={1.7} aria-hidden />
    </a>
  )
}
