import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { VisuallyHidden } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { BlurhashCanvas } from './blurhash-canvas.tsx'
import { pictureUrl, renditionFor } from './picture-address.ts'
import classes from './asset-picture.module.css'

export interface AssetPictureProps {
  readonly asset: Pick<Asset, 'id' | 'name' | 'blurhash'>
  /** Longest side that it takes on the screen, CSS px. */
  readonly sidePx: number
  readonly ticket?: string | undefined
  /** An asset unless said otherwise. */
  readonly object?: 'asset' | 'massimportitem'
  /** Empty where the name stands beside it. */
  readonly alt?: string
}

/** The picture of an asset, never cropped: its blurhash first, then the rendition that is sharp at this size; a sign where there is none. */
export function AssetPicture({ asset, sidePx, ticket, object, alt }: AssetPictureProps) {
  const client = useClient()
  const intl = useIntl()
  const url = pictureUrl(client, { id: asset.id, ticket, object }, renditionFor(sidePx * window.devicePixelRatio))
  const [state, setState] = useState<{ url: string; is: 'loaded' | 'failed' } | null>(null)
  const known = state?.url === url ? state.is : state === null ? 'loading' : 'changing'
  if (known === 'failed') {
    return <span className={classes.missing}><IconPhotoOff size={22} stroke={1.4} aria-hidden /><VisuallyHidden>{intl.formatMessage({ id: 'asset.noPicture' }, { name: asset.name })}</VisuallyHidden></span>
  }
  return (
    <span className={classes.picture}>
      {known === 'loading' && <BlurhashCanvas hash={asset.blurhash} className={classes.blur} />}
      <img
        src={url} alt={alt ?? asset.name} draggable={false} decoding="async" data-loaded={known !== 'loading' || undefined}
        onLoad={() => setState({ url, is: 'loaded' })} onError={() => setState({ url, is: 'failed' })}
      />
    </span>
  )
}
