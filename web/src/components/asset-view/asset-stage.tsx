import { calls, connectPlayer, postersOf, versionsOf, type ConnectedPlayer } from '@cartouche/client'
import type { NatureName } from '@cartouche/contract'
import { useClient, useRead } from '@cartouche/react'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLanguage } from '../../translations/translations.tsx'
import { useCommentsState } from '../comments/comments-context.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { DocumentStage } from '../document-view/document-stage.tsx'
import { MotionPhoto } from '../motion-photo/motion-photo.tsx'
import { PanoramaStage } from '../panorama/panorama-stage.tsx'
import { StageCallbacksContext } from './stage-place.ts'
import { useStageKeys } from './use-stage-keys.ts'
import { ZoomPicture, type ZoomPictureProps } from './zoom-picture.tsx'
import classes from './asset-view.module.css'

/** What plays in the player's frame. */
const played: ReadonlySet<NatureName | undefined> = new Set(['VIDEO', 'AUDIO'])

/**
 * An asset as large as it can be: its player, its pages or text to read, its panorama around the eye, or its
 * preview with zoom.
 * @source portal §7: the player is shown in an embedded frame
 */
export function AssetStage(props: ZoomPictureProps) {
  const { id } = props.asset
  // Another file is another picture.
  const key = `${id} ${versionsOf(useClient()).revisionOf('asset', id) ?? ''}`
  const nature = natureOf(props.asset)
  if (played.has(nature)) return <Player key={key} asset={props.asset} ticket={props.ticket} />
  const { panorama, form } = props.asset.metadata ?? {}
  if (nature === 'IMAGE' && panorama) return <PanoramaStage key={key} panorama={panorama} {...props} />
  if (nature === 'IMAGE' && form === 'Live') return <MotionPhoto key={key} {...props} />
  return nature === 'DOCUMENT' ? <DocumentStage key={key} {...props} /> : <ZoomPicture key={key} {...props} />
}

function Player({ asset, ticket }: Pick<ZoomPictureProps, 'asset' | 'ticket'>) {
  const intl = useIntl()
  const client = useClient()
  const revision = useTracksRevision(asset.id, ticket)
  const { language } = useLanguage()
  const address = client.urlOf(calls.getPlayer, {
    player: 'fo.player',
    object: 'asset',
    id: String(asset.id),
    ...(ticket === undefined ? {} : { ticket }),
  })
  // A frame asks by itself: in the language of the page around it, which may not be that of the account.
  const src = `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
  const { frame, isUntouched } = usePlayer(src)
  const poster = useShownPoster(asset.id, isUntouched)
  return (
    <iframe
      key={`${revision} ${poster}`}
      ref={frame}
      className={classes.player}
      src={src}
      title={intl.formatMessage({ id: 'asset.player' }, { name: asset.name })}
      allow="autoplay; fullscreen; picture-in-picture"
    />
  )
}

/** Gives comments the time of the player in a frame, and it the key for subtitles, `T`. */
function usePlayer(src: string): {
  readonly frame: React.RefObject<HTMLIFrameElement | null>
  /** Whether nobody has played or looked further: it shows its poster. */
  readonly isUntouched: () => boolean
} {
  const frame = useRef<HTMLIFrameElement>(null)
  const connected = useRef<ConnectedPlayer>(null)
  const setPlayer = useCommentsState()?.setPlayer
  const callbacks = useContext(StageCallbacksContext)
  useStageKeys(frame, true, { t: () => connected.current?.subtitles() })
  useEffect(() => {
    const { origin } = new URL(src, window.location.href)
    const player = connectPlayer(
      window,
      () => frame.current?.contentWindow,
      origin,
      () => callbacks?.askForPoster(),
    )
    connected.current = player
    setPlayer?.({ now: () => player.get().timeSeconds * 1000, seek: (timeMs) => player.seek(timeMs / 1000) })
    callbacks?.setPlace(async () => ({ timeMs: await stoppedAt(player) }))
    return () => {
      setPlayer?.(null)
      callbacks?.setPlace(null)
      player.disconnect()
    }
  }, [setPlayer, callbacks, src])
  const isUntouched = useCallback((): boolean => {
    const state = connected.current?.get()
    return state === undefined || (state.timeSeconds === 0 && !state.isPlaying)
  }, [])
  return { frame, isUntouched }
}

/** Stops a film, and says where, in milliseconds. */
function stoppedAt(player: ConnectedPlayer): Promise<number> {
  const now = (): number => Math.round(player.get().timeSeconds * 1000)
  if (!player.get().isPlaying) return Promise.resolve(now())
  return new Promise((resolve) => {
    const stop = player.subscribe(() => {
      if (player.get().isPlaying) return
      stop()
      resolve(now())
    })
    player.pause()
  })
}

/**
 * Another one where another picture was chosen and is seen: a film that plays goes on. `isUntouched` needs a
 * stable identity.
 */
function useShownPoster(assetId: number, isUntouched: () => boolean): string {
  const posters = postersOf(useClient())
  const [shown, setShown] = useState(() => posters.revisionOf('asset', assetId) ?? '')
  useEffect(
    () =>
      posters.subscribe(() => {
        if (isUntouched()) setShown(posters.revisionOf('asset', assetId) ?? '')
      }),
    [posters, assetId, isUntouched],
  )
  return shown
}

/** Grows when the subtitles changed after they were read: the player loads them with its page. */
function useTracksRevision(assetId: number, ticket: string | undefined): number {
  const { data } = useRead(calls.listTracks, {
    object: 'asset',
    id: String(assetId),
    ...(ticket === undefined ? {} : { ticket }),
  })
  const [seen, setSeen] = useState({ data, revision: 0 })
  if (data !== undefined && data !== seen.data)
    setSeen({ data, revision: seen.revision + (seen.data === undefined ? 0 : 1) })
  return seen.revision
}
