import type { Asset } from '@cartouche/contract'
import { Text } from '@mantine/core'
import { useDebouncedValue, useElementSize, useFullscreenElement, useMergedRef } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { blurredPicture } from '../asset-picture/blurhash-colours.ts'
import { usePictureTries } from '../asset-picture/use-picture-tries.ts'
import { usePictureUrl } from '../asset-picture/use-picture-url.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { TileLayer } from './tile-layer.tsx'
import { useStageKeys } from './use-stage-keys.ts'
import { useSwipe, type SwipeTargets } from './use-swipe.ts'
import { useTiles } from './use-tiles.ts'
import { ZoomButtons } from './zoom-buttons.tsx'
import {
  fitInto,
  fitted,
  fromShares,
  keepOnStage,
  maxScaleOf,
  panBy,
  partInSight,
  scaleOfPixels,
  toShares,
  zoomAt,
  type Size,
  type Zoom,
  type ZoomLink,
} from './zoom.ts'
import classes from './asset-view.module.css'

export interface ZoomPictureProps extends SwipeTargets {
  readonly asset: Asset
  readonly ticket?: string | undefined
  /** Whether this person may have every pixel of the original; else 100 % is that of the preview. */
  readonly mayDownload: boolean
  /** Called when the picture is zoomed: swiping and arrows are then for the picture. */
  readonly onZoomed?: (zoomed: boolean) => void
  /** A zoom that several pictures have together, in place of its own. */
  readonly link?: ZoomLink | undefined
  /** Whether keys and buttons are for this picture; by default they are. */
  readonly isActive?: boolean | undefined
  /** Lies over the picture exactly, however it is zoomed. */
  readonly overlay?: ReactNode
  /** Begins at the actual size, in place of fitted. */
  readonly startsAtPixels?: boolean
}

const centre = { x: 0, y: 0 }
/** How much one step zooms, and how far one arrow moves, px. */
const step = 1.6
const panPx = 90
/** From how much enlarging on the pixels are shown as such, not smoothed. */
const showsPixelsFrom = 2

/**
 * A picture as large as it can be; wheel, pinch, double click, keys and buttons zoom, dragging and arrows
 * move; a finger swipes on while nothing is zoomed. Beyond the preview's pixels come those of the original,
 * as tiles.
 */
export function ZoomPicture({
  asset,
  ticket,
  mayDownload,
  onZoomed,
  link,
  isActive = true,
  overlay,
  startsAtPixels = false,
  ...turns
}: ZoomPictureProps) {
  const intl = useIntl()
  const urlOf = usePictureUrl()
  const { ref: sizeRef, ...stage } = useElementSize()
  const root = useRef<HTMLDivElement>(null)
  const { ref: fullscreenRef, toggle: toggleFullscreen, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const ref = useMergedRef(root, sizeRef, fullscreenRef)
  const url = urlOf({ id: asset.id, ticket }, 'preview')
  const { state, onError } = usePictureTries(url)
  const [{ isLoaded, natural }, setLoaded] = useState({
    isLoaded: false,
    natural: { width: asset.width ?? 4, height: asset.height ?? 3 },
  })
  const is = state === 'missing' ? 'failed' : isLoaded ? 'loaded' : 'loading'
  const [ownZoom, setOwnZoom] = useState<Zoom>(fitted)
  const swipe = useSwipe(turns)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const full = mayDownload && natureOf(asset) === 'IMAGE' ? fullSizeOf(asset, natural) : natural
  const picture = fitInto(stage, full)
  const zoom = link ? keepOnStage(fromShares(link.zoom, picture), stage, picture) : ownZoom
  const devicePixels = window.devicePixelRatio
  const pixelScale = scaleOfPixels(picture, full, devicePixels)
  const shownWidth = picture.width * zoom.scale
  const needsTiles =
    is === 'loaded' && full.width > natural.width && shownWidth * devicePixels > natural.width * 1.05
  const [seen] = useDebouncedValue(
    needsTiles
      ? {
          part: partInSight(zoom, stage, picture, full),
          shownScale: (shownWidth * devicePixels) / full.width,
        }
      : null,
    80,
  )
  const tiles = useTiles(
    full.width > natural.width ? urlOf({ id: asset.id, ticket }, 'tiles') : undefined,
    seen,
  )
  const blurred = is === 'loading' ? blurredPicture(asset.blurhash) : undefined
  const change = (next: Zoom): void => {
    const kept = keepOnStage(next, stage, picture)
    if (link) link.onZoom(toShares(kept, picture))
    else setOwnZoom(kept)
    onZoomed?.(kept.scale > 1)
  }
  const zoomBy = (factor: number, point = centre): void =>
    change(zoomAt(zoom, factor, point, maxScaleOf(pixelScale)))
  const toPixels = (point = centre): void => zoomBy(pixelScale / zoom.scale, point)
  const fit = (): void => change(fitted)
  const [isAwaited, setAwaited] = useState(startsAtPixels)
  if (isAwaited && is === 'loaded' && stage.width > 0) {
    setAwaited(false)
    setOwnZoom(keepOnStage(zoomAt(zoom, pixelScale, centre, maxScaleOf(pixelScale)), stage, picture))
  }
  useWheel(root, zoomBy)
  useStageKeys(root, is === 'loaded' && isActive, {
    '+': () => zoomBy(step),
    '=': () => zoomBy(step),
    '-': () => zoomBy(1 / step),
    z: () => (zoom.scale > 1 ? fit() : toPixels()),
    f: () => void toggleFullscreen(),
    ...(zoom.scale === 1
      ? {}
      : Object.fromEntries(
          arrows.map(([key, x, y]) => [
            key,
            () => change(panBy(zoom, { x: x * panPx, y: y * panPx }, stage, picture)),
          ]),
        )),
  })

  const onPointerDown = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest('button')) return
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    event.currentTarget.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && pointers.current.size === 1 && zoom.scale === 1)
      swipe.begin({ x: event.clientX, y: event.clientY })
    else swipe.cancel()
  }
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other !== undefined)
      zoomBy(
        Math.hypot(now.x - other.x, now.y - other.y) /
          (Math.hypot(before.x - other.x, before.y - other.y) || 1),
        fromCentre(root.current, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
      )
    else if (zoom.scale === 1) swipe.move(now)
    else change(panBy(zoom, { x: now.x - before.x, y: now.y - before.y }, stage, picture))
  }
  const onPointerUp = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId)
    swipe.end({ x: event.clientX, y: event.clientY })
  }
  const onPointerCancel = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId)
    swipe.cancel()
  }
  return (
    <div
      ref={ref}
      className={classes.zoom}
      data-zoomed={zoom.scale > 1 || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onDoubleClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        if (zoom.scale > 1) fit()
        else zoomBy(Math.max(pixelScale, 2), fromCentre(root.current, { x: event.clientX, y: event.clientY }))
      }}
    >
      {is === 'failed' ? (
        <div className={classes.noPicture}>
          <IconPhotoOff size={40} stroke={1.2} aria-hidden />
          <Text>
            <FormattedMessage id="asset.noPicture" values={{ name: asset.name }} />
          </Text>
        </div>
      ) : (
        <div
          className={classes.picture}
          data-tiles={tiles.is}
          style={{
            backgroundImage: blurred && `url(${blurred})`,
            width: shownWidth,
            height: picture.height * zoom.scale,
            transform: `translate(calc(-50% + ${zoom.x + swipe.awayPx}px), calc(-50% + ${zoom.y}px))`,
          }}
        >
          <img
            src={state === 'waiting' ? undefined : url}
            alt={intl.formatMessage({ id: 'asset.picture' }, { name: asset.name })}
            draggable={false}
            data-loaded={is === 'loaded' || undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLoaded({ isLoaded: true, natural: { width: naturalWidth, height: naturalHeight } })
            }
            onError={onError}
          />
          <TileLayer tiles={tiles} isLarge={zoom.scale >= pixelScale * showsPixelsFrom} />
          {is === 'loaded' && overlay}
        </div>
      )}
      {isActive && (
        <ZoomButtons
          isReady={is === 'loaded'}
          isComing={tiles.is === 'coming'}
          zoom={zoom}
          pixelScale={pixelScale}
          maxScale={maxScaleOf(pixelScale)}
          isFullscreen={fullscreen}
          onZoom={zoomBy}
          onFit={fit}
          onPixels={() => toPixels()}
          onFullscreen={() => void toggleFullscreen()}
          step={step}
        />
      )}
    </div>
  )
}

const arrows = [
  ['ArrowLeft', 1, 0],
  ['ArrowRight', -1, 0],
  ['ArrowUp', 0, 1],
  ['ArrowDown', 0, -1],
] as const

/**
 * The size of the original in the shape of its preview: what stands in its metadata may be from before it was
 * turned.
 */
function fullSizeOf({ width, height }: Asset, natural: Size): Size {
  const factor = Math.max(1, Math.max(width ?? 0, height ?? 0) / Math.max(natural.width, natural.height, 1))
  return { width: Math.round(natural.width * factor), height: Math.round(natural.height * factor) }
}

function fromCentre(
  element: HTMLElement | null,
  { x, y }: { x: number; y: number },
): { x: number; y: number } {
  const box = element?.getBoundingClientRect()
  return box === undefined
    ? { x: 0, y: 0 }
    : { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
}

/** The wheel, not passive: the page must not scroll or zoom along. */
function useWheel(
  ref: React.RefObject<HTMLElement | null>,
  onZoom: (factor: number, point: { x: number; y: number }) => void,
): void {
  useEffect(() => {
    const element = ref.current
    const listen = (event: WheelEvent): void => {
      event.preventDefault()
      onZoom(
        Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)),
        fromCentre(element, { x: event.clientX, y: event.clientY }),
      )
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  })
}
