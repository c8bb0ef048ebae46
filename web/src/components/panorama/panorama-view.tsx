import type { Asset, Panorama } from '@cartouche/contract'
import { Loader, VisuallyHidden } from '@mantine/core'
import { useFullscreenElement, useMergedRef } from '@mantine/hooks'
import { IconMaximize, IconMinimize, IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePictureUrl } from '../asset-picture/use-picture-url.ts'
import { useStageKeys } from '../asset-view/use-stage-keys.ts'
import { ZoomButton } from '../asset-view/zoom-buttons.tsx'
import { degreesPerPixel, firstLook, isFarthest, isNearest, turnBy, zoomBy, type Look } from './look.ts'
import { useSphere, type SphereFailure } from './use-sphere.ts'
import classes from './panorama.module.css'

export interface PanoramaViewProps {
  readonly asset: Asset
  readonly panorama: Panorama
  readonly ticket?: string | undefined
  /** Whether this person may have every pixel; else it is drawn from the preview. */
  readonly mayDownload: boolean
  readonly onFailed: (failure: SphereFailure) => void
}

/** How much one step zooms, and how much of what is seen one arrow turns. */
const step = 1.3
const turnShare = 0.1
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * A panorama around the eye: dragging and arrows turn it, wheel, pinch, keys and buttons zoom. It never moves
 * by itself.
 */
export function PanoramaView({ asset, panorama, ticket, mayDownload, onFailed }: PanoramaViewProps) {
  const intl = useIntl()
  const urlOf = usePictureUrl()
  const canvas = useRef<HTMLCanvasElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const { ref: fullscreenRef, toggle: toggleFullscreen, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const ref = useMergedRef(root, fullscreenRef)
  const [look, setLook] = useState<Look>(() => firstLook(panorama))
  const keysId = useId()
  const of = { id: asset.id, ticket }
  const { is } = useSphere(canvas, {
    panorama,
    look,
    onFailed,
    pictures: [
      { url: urlOf(of, 'preview'), sidePx: 1600 },
      ...(mayDownload
        ? [
            { url: urlOf(of, 'panoramaSmall'), sidePx: 4096 },
            { url: urlOf(of, 'panorama'), sidePx: 8192 },
          ]
        : []),
    ],
  })
  const zoom = (factor: number): void => setLook((now) => zoomBy(now, panorama, factor))
  const toFirst = (): void => setLook(firstLook(panorama))
  const drag = useDrag(
    canvas,
    (across, down) =>
      setLook((now) => {
        const degrees = degreesPerPixel(now, sizeOf(canvas.current))
        return turnBy(now, panorama, -across * degrees, down * degrees)
      }),
    zoom,
  )
  useStageKeys(root, true, {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    z: toFirst,
    f: () => void toggleFullscreen(),
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    if (arrow === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    // The view of the asset would go on to the next one.
    event.preventDefault()
    setLook((now) => turnBy(now, panorama, arrow[0] * now.fov * turnShare, arrow[1] * now.fov * turnShare))
  }
  return (
    <div
      ref={ref}
      className={classes.view}
      data-panorama={is}
      data-look={`${Math.round(look.yaw)} ${Math.round(look.pitch)} ${Math.round(look.fov)}`}
    >
      <canvas
        ref={canvas}
        className={classes.canvas}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it has keys of its own
        role="application"
        tabIndex={0}
        aria-label={intl.formatMessage({ id: 'panorama.view' }, { name: asset.name })}
        aria-describedby={keysId}
        onKeyDown={onKeyDown}
        onDoubleClick={() => zoom(step * step)}
        {...drag}
      />
      <VisuallyHidden id={keysId}>
        <FormattedMessage id="panorama.keys" />
      </VisuallyHidden>
      {is === 'loading' && (
        <Loader className={classes.loader} aria-label={intl.formatMessage({ id: 'loading' })} />
      )}
      <div className={classes.buttons}>
        <ZoomButton
          label="asset.zoomOut"
          Icon={IconZoomOut}
          onClick={() => zoom(1 / step)}
          isOff={isFarthest(look)}
        />
        <ZoomButton label="panorama.first" Icon={IconZoomReset} onClick={toFirst} />
        <ZoomButton
          label="asset.zoomIn"
          Icon={IconZoomIn}
          onClick={() => zoom(step)}
          isOff={isNearest(look)}
        />
        {document.fullscreenEnabled && (
          <ZoomButton
            label={fullscreen ? 'asset.fullscreen.leave' : 'asset.fullscreen'}
            Icon={fullscreen ? IconMinimize : IconMaximize}
            onClick={() => void toggleFullscreen()}
          />
        )}
      </div>
    </div>
  )
}

function sizeOf(element: HTMLElement | null): { readonly width: number; readonly height: number } {
  return { width: element?.clientWidth ?? 1, height: element?.clientHeight ?? 1 }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** One pointer turns, two zoom, and so does the wheel. */
function useDrag(
  element: React.RefObject<HTMLElement | null>,
  onTurn: (across: number, down: number) => void,
  onZoom: (factor: number) => void,
) {
  const pointers = useRef(new Map<number, Point>())
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  useEffect(() => {
    const target = element.current
    const listen = (event: WheelEvent): void => {
      event.preventDefault()
      zoom.current(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)))
    }
    // Not passive: the page must not scroll or zoom along.
    target?.addEventListener('wheel', listen, { passive: false })
    return () => target?.removeEventListener('wheel', listen)
  }, [element])
  const forget = (event: PointerEvent): void => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent): void => {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent): void => {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return
      const now = { x: event.clientX, y: event.clientY }
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (other === undefined) onTurn(now.x - before.x, now.y - before.y)
      else onZoom(distance(now, other) / (distance(before, other) || 1))
    },
    onPointerUp: forget,
    onPointerCancel: forget,
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
