import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { IconPhotoOff, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { blurredPicture } from '../asset-picture/blurhash-colours.ts'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import { useSwipe, type SwipeTargets } from './use-swipe.ts'
import { fitInto, fitted, keepOnStage, panBy, zoomAt, type Zoom } from './zoom.ts'
import classes from './asset-view.module.css'

export interface ZoomPictureProps extends SwipeTargets {
  readonly asset: Asset
  readonly ticket?: string | undefined
  /** Told when the picture is zoomed: swiping and arrows are then for the picture. */
  readonly onZoomed?: (zoomed: boolean) => void
}

/** The preview as large as it can be; wheel, pinch, double click and buttons zoom, dragging moves; a finger swipes on while nothing is zoomed. */
export function ZoomPicture({ asset, ticket, onZoomed, onPrevious, onNext }: ZoomPictureProps) {
  const intl = useIntl()
  const client = useClient()
  const { ref: sizeRef, ...stage } = useElementSize()
  const root = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(root, sizeRef)
  const [{ is, natural }, setLoaded] = useState({ is: 'loading' as 'loading' | 'loaded' | 'failed', natural: { width: asset.width ?? 4, height: asset.height ?? 3 } })
  const [zoom, setZoom] = useState<Zoom>(fitted)
  const swipe = useSwipe({ onPrevious, onNext })
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const picture = fitInto(stage, natural)
  const blurred = is === 'loading' ? blurredPicture(asset.blurhash) : undefined
  const change = (next: Zoom): void => {
    const kept = keepOnStage(next, stage, picture)
    setZoom(kept)
    onZoomed?.(kept.scale > 1)
  }
  useWheel(root, (factor, point) => change(zoomAt(zoom, factor, point)))

  const onPointerDown = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest('button')) return
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    event.currentTarget.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && pointers.current.size === 1 && zoom.scale === 1) swipe.begin({ x: event.clientX, y: event.clientY })
    else swipe.cancel()
  }
  const onPointerMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId)
    if (before === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (other !== undefined) change(zoomAt(zoom, Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1), fromCentre(root.current, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })))
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
  const buttons = [
    { label: 'asset.zoomOut', Icon: IconZoomOut, next: () => zoomAt(zoom, 1 / 1.6, { x: 0, y: 0 }), off: zoom.scale === 1 },
    { label: 'asset.zoomFit', Icon: IconZoomReset, next: () => fitted, off: zoom.scale === 1 },
    { label: 'asset.zoomIn', Icon: IconZoomIn, next: () => zoomAt(zoom, 1.6, { x: 0, y: 0 }), off: zoom.scale >= 8 },
  ] as const
  return (
    <div
      ref={ref} className={classes.zoom} data-zoomed={zoom.scale > 1 || undefined} onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={onPointerUp} onPointerCancel={onPointerCancel}
      onDoubleClick={(event) => change(zoom.scale > 1 ? fitted : zoomAt(zoom, 2.5, fromCentre(root.current, { x: event.clientX, y: event.clientY })))}
    >
      {is === 'failed' ? (
        <div className={classes.noPicture}><IconPhotoOff size={40} stroke={1.2} aria-hidden /><Text><FormattedMessage id="asset.noPicture" values={{ name: asset.name }} /></Text></div>
      ) : (
        <div className={classes.picture} style={{ backgroundImage: blurred && `url(${blurred})`, width: picture.width, height: picture.height, transform: `translate(${zoom.x + swipe.awayPx}px, ${zoom.y}px) scale(${zoom.scale})` }}>
          <img
            src={pictureUrl(client, { id: asset.id, ticket }, 'preview')} alt={intl.formatMessage({ id: 'asset.picture' }, { name: asset.name })} draggable={false} data-loaded={is === 'loaded' || undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setLoaded({ is: 'loaded', natural: { width: naturalWidth, height: naturalHeight } })}
            onError={() => setLoaded({ is: 'failed', natural })}
          />
        </div>
      )}
      <div className={classes.zoomButtons}>
        {buttons.map(({ label, Icon, next, off }) => (
          <Tooltip key={label} label={<FormattedMessage id={label} />}>
            <ActionIcon variant="default" onClick={() => change(next())} disabled={off || is !== 'loaded'} aria-label={intl.formatMessage({ id: label })}><Icon size={17} stroke={1.7} /></ActionIcon>
          </Tooltip>
        ))}
      </div>
    </div>
  )
}

function fromCentre(element: HTMLElement | null, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const box = element?.getBoundingClientRect()
  return box === undefined ? { x: 0, y: 0 } : { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 }
}

/** The wheel, not passive: the page must not scroll or zoom along. */
function useWheel(ref: React.RefObject<HTMLElement | null>, onZoom: (factor: number, point: { x: number; y: number }) => void): void {
  useEffect(() => {
    const element = ref.current
    const listen = (event: WheelEvent): void => {
      event.preventDefault()
      onZoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromCentre(element, { x: event.clientX, y: event.clientY }))
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  })
}
