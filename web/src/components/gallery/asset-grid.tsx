import { useElementSize, useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Asset } from '@cartouche/contract'
import { useIntl } from 'react-intl'
import { noSelection, type Selection } from '../selection/selection.ts'
import { AssetTile } from './asset-tile.tsx'
import type { GalleryProps } from './gallery.ts'
import { justifyRows, neighbourOf, rowOf, tilesIn, type Area } from './justified-rows.ts'
import { ratioOf } from './ratio-of.ts'
import { useCurrent } from './use-current.ts'
import { useDragSelect } from './use-drag-select.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'
import { useGalleryPointer } from './use-gallery-pointer.ts'
import { useGalleryScroll } from './use-gallery-scroll.ts'
import classes from './gallery.module.css'

const gap = 8
const paddingPx = 12
/** Rows before the end at which the next page is asked for. */
const rowsAhead = 12

/** A wall of pictures in justified rows, nothing cropped. Only what is near the window is in the page, however long the list. */
export function AssetGrid({ rowHeight, ...props }: GalleryProps & { /** Height that rows aim at, px. */ readonly rowHeight: number }) {
  const { assets, selection, hasNext, onNext, openId, resetKey } = props
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  const wall = useRef<HTMLUListElement>(null)
  const { ref: sizeRef, width } = useElementSize<HTMLUListElement>()
  const wallRef = useMergedRef(wall, sizeRef)
  const rows = useMemo(() => (width === 0 ? [] : justifyRows(assets.map(ratioOf), { width, rowHeight, gap })), [assets, width, rowHeight])
  const height = (rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0)
  const current = useCurrent({ root: wall, assets, openId, resetKey, bringIntoView: (index) => bringIntoView(scroller.current, rows[rowOf(rows, index)]) })
  const currentRow = Math.max(0, rowOf(rows, current.index))
  // eslint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: rows.length, getScrollElement: () => scroller.current, estimateSize: (index) => (rows[index]?.height ?? rowHeight) + gap,
    scrollMargin: paddingPx, overscan: 3, useFlushSync: false,
    // The current one stays in the page, so that the focus is never lost.
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), currentRow])].toSorted((a, b) => a - b),
  })
  useLayoutEffect(() => virtualizer.measure(), [rows, virtualizer])
  const pointer = useGalleryPointer({ ...props, onCurrent: current.set })
  useGalleryKeys({ ...props, root: scroller, current: current.index, move: (index, direction) => neighbourOf(rows, index, direction), onFocus: current.focus })
  useGalleryScroll(scroller, props.scrollKey, resetKey, rows.length > 0)
  useKeptPlace(scroller, rows, width, rowHeight)
  const base = useRef<Selection>(noSelection)
  const drag = useDragSelect({
    scroller, wall,
    onStart: (adds) => {
      pointer.suppressClick()
      base.current = adds ? selection.selection : noSelection
    },
    onArea: (area) => selection.set(selectIn(base.current, tilesIn(rows, area), assets)),
  })

  const visible = virtualizer.getVirtualItems()
  const lastVisible = visible.findLast(({ index }) => index !== currentRow)?.index ?? 0
  useEffect(() => {
    if (hasNext && rows.length > 0 && lastVisible >= rows.length - rowsAhead) onNext()
  }, [hasNext, onNext, lastVisible, rows.length])
  const onPointerDown = (event: React.PointerEvent): void => {
    pointer.handlers.onPointerDown(event)
    drag.onPointerDown(event)
  }

  return (
    <div ref={scroller} className={classes.scroller} {...pointer.handlers} onPointerDown={onPointerDown}>
      <ul ref={wallRef} className={classes.wall} style={{ height }} aria-label={intl.formatMessage({ id: 'browse.grid' })} data-selecting={selection.selection.ids.size > 0 || undefined}>
        {visible.flatMap(({ index: at }) => {
          const row = rows[at]
          return row === undefined ? [] : row.tiles.flatMap((tile) => {
            const asset = assets[tile.index]
            return asset === undefined ? [] : [
              <AssetTile
                key={asset.id} asset={asset} tile={tile} top={row.top} height={row.height} total={props.total} href={props.hrefOf(asset)}
                isSelected={selection.selection.ids.has(asset.id)} isCurrent={tile.index === current.index} ticket={props.ticket} withCart={props.onAddToCart !== undefined}
              />,
            ]
          })
        })}
      </ul>
      {drag.area === null ? null : <div className={classes.marquee} style={boxOf(drag.area)} />}
      {props.end === undefined || props.end === null ? null : <div className={classes.end}>{props.end}</div>}
    </div>
  )
}

function selectIn(base: Selection, indexes: readonly number[], assets: readonly Asset[]): Selection {
  const ids = indexes.flatMap((index) => assets[index]?.id ?? [])
  return { ids: new Set([...base.ids, ...ids]), anchor: ids[0] ?? base.anchor }
}

function boxOf({ x1, y1, x2, y2 }: Area) {
  return { left: Math.min(x1, x2) + paddingPx, top: Math.min(y1, y2) + paddingPx, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

function bringIntoView(scroller: HTMLElement | null, row: { readonly top: number; readonly height: number } | undefined): void {
  if (scroller === null || row === undefined) return
  const top = row.top + paddingPx
  if (top < scroller.scrollTop) scroller.scrollTo({ top: top - gap })
  else if (top + row.height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTo({ top: top + row.height - scroller.clientHeight + gap })
}

/** Keeps the first picture in view where it is when the wall is set anew in another width or size. */
function useKeptPlace(scroller: React.RefObject<HTMLElement | null>, rows: ReturnType<typeof justifyRows>, width: number, rowHeight: number): void {
  const set = useRef({ width, rowHeight, rows })
  useLayoutEffect(() => {
    const before = set.current
    set.current = { width, rowHeight, rows }
    const element = scroller.current
    if (element === null || before.rows.length === 0 || (before.width === width && before.rowHeight === rowHeight)) return
    const first = before.rows.find(({ top, height }) => top + height > element.scrollTop - paddingPx)?.tiles[0]?.index ?? 0
    if (element.scrollTop > paddingPx) element.scrollTo({ top: (rows[rowOf(rows, first)]?.top ?? 0) + paddingPx })
  }, [scroller, rows, width, rowHeight])
}
