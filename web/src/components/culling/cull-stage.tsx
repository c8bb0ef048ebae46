import type { Asset } from '@cartouche/contract'
import { useCan } from '@cartouche/react'
import { Loader, Text } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePictureUrl } from '../asset-picture/use-picture-url.ts'
import { useSwipe } from '../asset-view/use-swipe.ts'
import { ZoomPicture } from '../asset-view/zoom-picture.tsx'
import { createDecodedPictures, placesAround } from './decoded-pictures.ts'
import classes from './culling.module.css'

interface CullStageProps {
  readonly asset: Asset
  readonly shown: readonly Asset[]
  /** Its place among them, from 1. */
  readonly position: number
  readonly isZoomed: boolean
  readonly onZoomed: (isZoomed: boolean) => void
  readonly onGo: (by: 1 | -1) => void
}

/**
 * One picture as large as can be, drawn from what was decoded ahead: it is there in the frame after the
 * key. A click shows its pixels, a finger swipes on.
 */
export function CullStage(props: CullStageProps) {
  const { asset, isZoomed, onZoomed } = props
  // The records of a list say nothing of rights.
  const mayDownload = useCan('asset/download')
  return isZoomed ? (
    <ZoomPicture
      key={asset.id}
      asset={asset}
      mayDownload={asset.$rights?.download ?? mayDownload}
      startsAtPixels
      onZoomed={onZoomed}
    />
  ) : (
    <FittedPicture {...props} />
  )
}

function FittedPicture({ asset, shown, position, onZoomed, onGo }: CullStageProps) {
  const intl = useIntl()
  const pictureUrl = usePictureUrl()
  const urlOf = (one: Asset): string => pictureUrl({ id: one.id }, 'preview')
  const [, setReady] = useState(0)
  const [pictures] = useState(() => createDecodedPictures(() => setReady((count) => count + 1)))
  const canvas = useRef<HTMLCanvasElement>(null)
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>()
  const root = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, root)
  const swipe = useSwipe({
    onPrevious: position > 1 ? () => onGo(-1) : undefined,
    onNext: position < shown.length ? () => onGo(1) : undefined,
  })
  const wasSwiped = useRef(false)
  const url = urlOf(asset)
  const around = placesAround(position - 1, shown.length).flatMap((place) => {
    const one = shown[place]
    return one === undefined ? [] : urlOf(one)
  })
  const key = around.join(' ')
  useEffect(() => pictures.want(key === '' ? [] : key.split(' ')), [pictures, key])
  useEffect(() => () => pictures.clear(), [pictures])
  const picture = pictures.get(url)
  // Before the browser paints: the frame of the key shows it.
  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null || !picture || width === 0) return
    draw(element, picture, { width, height })
    element.dataset['shown'] = String(asset.id)
  }, [picture, width, height, asset.id])
  const point = ({ clientX: x, clientY: y }: React.PointerEvent) => ({ x, y })
  return (
    <div
      ref={ref}
      className={classes.fitted}
      onPointerDown={(event) => {
        wasSwiped.current = false
        if (event.pointerType === 'touch') swipe.begin(point(event))
      }}
      onPointerMove={(event) => {
        swipe.move(point(event))
        if (Math.abs(swipe.awayPx) > 8) wasSwiped.current = true
      }}
      onPointerUp={(event) => swipe.end(point(event))}
      onPointerCancel={swipe.cancel}
    >
      {picture === null ? (
        <Text c="dimmed">
          <FormattedMessage id="cull.noPicture" values={{ name: asset.name }} />
        </Text>
      ) : (
        <button
          type="button"
          className={classes.canvasButton}
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'cull.zoom' })}
          onClick={() => {
            if (!wasSwiped.current) onZoomed(true)
          }}
        >
          <canvas
            ref={canvas}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn from decoded pixels: an img would decode again
            role="img"
            aria-label={intl.formatMessage(
              { id: 'cull.picture' },
              { name: asset.name, position, total: shown.length },
            )}
            hidden={picture === undefined}
            style={{ transform: `translateX(${swipe.awayPx}px)` }}
          />
        </button>
      )}
      {picture === undefined && <Loader size={24} className={classes.coming} />}
    </div>
  )
}

/** Draws a picture as large as can be, never beyond its own pixels, in the middle. */
function draw(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  stage: { readonly width: number; readonly height: number },
): void {
  const density = window.devicePixelRatio
  const scale = Math.min(
    (stage.width * density) / picture.width,
    (stage.height * density) / picture.height,
    Math.max(1, density),
  )
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${width / density}px`
    canvas.style.height = `${height / density}px`
  }
  const context = canvas.getContext('2d', { alpha: true })
  if (context === null) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
}
