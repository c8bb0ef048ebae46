import { calls } from '@cartouche/client'
import type { NatureName } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { useIntl } from 'react-intl'
import { natureOf } from '../asset-text/nature-of.ts'
import { ZoomPicture, type ZoomPictureProps } from './zoom-picture.tsx'
import classes from './asset-view.module.css'

/** What plays in the player's frame; everything else is a picture. */
const played: ReadonlySet<NatureName | undefined> = new Set(['VIDEO', 'AUDIO'])

/**
 * An asset as large as it can be: its player, or its preview with zoom.
 * @source portal §7: the player is shown in an embedded frame
 */
export function AssetStage(props: ZoomPictureProps) {
  const { asset, ticket } = props
  const intl = useIntl()
  const client = useClient()
  if (!played.has(natureOf(asset))) return <ZoomPicture key={asset.id} {...props} />
  const src = client.urlOf(calls.getPlayer, {
    player: 'fo.player',
    object: 'asset',
    id: String(asset.id),
    ...(ticket === undefined ? {} : { ticket }),
  })
  return (
    <iframe
      key={asset.id}
      className={classes.player}
      src={src}
      title={intl.formatMessage({ id: 'asset.player' }, { name: asset.name })}
      allow="autoplay; fullscreen; picture-in-picture"
    />
  )
}
