import type { Asset } from '@cartouche/contract'
import { VisuallyHidden } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { SyntheticEvent } from 'react'
import { useIntl } from 'react-intl'
import { averageColour, blurredPicture } from './blurhash-colours.ts'
import { renditionFor } from './picture-address.ts'
import { usePictureTries } from './use-picture-tries.ts'
import { usePictureUrl } from './use-picture-url.ts'
import classes from './asset-picture.module.css'

export interface AssetPictureProps {
  readonly asset: Pick<Asset, 'id' | 'name'> & Partial<Pick<Asset, 'blurhash'>>
  /** Longest side that it takes on the screen, CSS px. */
  readonly sidePx: number
  readonly ticket?: string | undefined
  /** An asset by default. */
  readonly object?: 'asset' | 'massimportitem'
  /** Empty where the name stands beside it. */
  readonly alt?: string
  /** Only its average colour for now: nothing is loaded. */
  readonly coloursOnly?: boolean
  /** Loaded when it comes near, where a list is not virtual. */
  readonly isLazy?: boolean
}

/**
 * The picture of an asset, never cropped: its blurred colours first, then the rendition that is sharp at this
 * size; a sign where there is none.
 */
export function AssetPicture({
  asset,
  sidePx,
  ticket,
  object,
  alt,
  coloursOnly = false,
  isLazy = false,
}: AssetPictureProps) {
  const urlOf = usePictureUrl()
  const intl = useIntl()
  const url = urlOf({ id: asset.id, ticket, object }, renditionFor(sidePx * window.devicePixelRatio))
  const { state, onError } = usePictureTries(url)
  if (state === 'missing') {
    return (
      <span className={classes.missing}>
        <IconPhotoOff size={22} stroke={1.4} aria-hidden />
        <VisuallyHidden>{intl.formatMessage({ id: 'asset.noPicture' }, { name: asset.name })}</VisuallyHidden>
      </span>
    )
  }
  const name = alt ?? asset.name
  const blurred = coloursOnly ? undefined : blurredPicture(asset.blurhash)
  const style = {
    backgroundColor: averageColour(asset.blurhash),
    backgroundImage: blurred && `url(${blurred})`,
  }
  // Browsers draw the sign of a broken picture over an image without a source.
  if (coloursOnly || state === 'waiting')
    return (
      <span
        className={classes.picture}
        role={name ? 'img' : undefined}
        aria-label={name || undefined}
        style={style}
      />
    )
  return (
    <img
      className={classes.picture}
      src={url}
      alt={name}
      draggable={false}
      decoding="async"
      loading={isLazy ? 'lazy' : undefined}
      onLoad={markLoaded}
      onError={({ currentTarget }) => {
        // Before the next frame, which would show it broken.
        currentTarget.style.visibility = 'hidden'
        onError()
      }}
      style={style}
    />
  )
}

/**
 * Takes away what stands behind a picture, which can be seen through transparent ones. Without a render:
 * hundreds load while someone scrolls.
 */
function markLoaded({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.dataset['loaded'] = ''
}
