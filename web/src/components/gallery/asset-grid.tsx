import { useElementSize } from '@mantine/hooks'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Asset } from '@cartouche/contract'
import { useIntl } from 'react-intl'
import { noSelection, type Selection } from '../selection/selection.ts'
import type { GalleryProps } from './gallery.ts'
import {
  neighbourOf,
  pictureAway,
  rowOf,
  rowsBetween,
  tilesIn,
  type Area,
  type TileRow,
} from './justified-rows.ts'
import { createScrollPace } from './scroll-pace.ts'
import { useCurrent } from './use-current.ts'
import { useDragSelect } from './use-drag-select.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'
import { TileOrderContext } from './tile-order.ts'
import { indexAt, useGalleryPointer } from './use-gallery-pointer.ts'
import { useGalleryScroll } from './use-gallery-scroll.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import { createWallLayout } from './wall-layout.ts'
import { WallRow } from './wall-row.tsx'
import { WallSectionView } from './wall-section-view.tsx'
import { setSections, type SectionedWall, type WallSection } from './wall-sections.ts'
import { ratioOf } from './ratio-of.ts'
import classes from './gallery.module.css'

const gap = 8
const paddingPx = 12
/** Rows before and after those in view that are kept ready. */
const rowsAround = 4
/** Rows before the end at which the next page is asked for, and at which it is while the list flies past. */
const rowsAhead = 16
const rowsAheadFast = 60

interface AssetGridProps extends GalleryProps {
  /** Height that rows aim at, px. */
  readonly rowHeight: number
  /** The parts of the wall, where it has headings. */
  readonly sections?: readonly WallSection[] | undefined
}

/**
 * A wall of pictures in justified rows, nothing cropped. Only what is near the window is in the page, however
 * long the list.
 */
export function AssetGrid({ rowHeight, sections, ...props }: AssetGridProps) {
  const { assets, selection, hasNext, onNext, openId, resetKey } = props
  const intl = useIntl()
  const isOrdered = useContext(TileOrderContext) !== null
  const scroller = useRef<HTMLDivElement>(null)
  const wall = useRef<HTMLDivElement>(null)
  // As wide as the wall and as high as the window on it: the wall itself grows with every page.
  const { ref: ruler, width, height: windowHeight } = useElementSize<HTMLDivElement>()
  const [layOut] = useState(createWallLayout)
  const [pace] = useState(createScrollPace)
  const { rows, places, height } = useMemo(() => {
    const size = { width, rowHeight, gap }
    return sections === undefined
      ? oneSection(layOut(assets, size))
      : setSections(sections, (index) => shapeOf(assets[index]), size)
  }, [layOut, sections, assets, width, rowHeight])
  // Before the focus is given, which may lead elsewhere.
  useGalleryScroll(scroller, props.scrollKey, resetKey, rows.length > 0)
  const current = useCurrent({
    root: wall,
    items: assets,
    openId,
    focused: props.focused,
    resetKey,
    bringIntoView: (index) => bringIntoView(scroller.current, rows[rowOf(rows, index)]),
  })
  const currentRow = Math.max(0, rowOf(rows, current.index))
  // The current one stays in the page, so that the focus is never lost.
  const inView = useRowsInView({
    scroller,
    count: rows.length,
    spanAt: (topPx) => rowsBetween(rows, topPx - paddingPx, topPx - paddingPx + windowHeight),
    rowsAround,
    kept: currentRow,
    pace,
  })
  const pointer = useGalleryPointer({ ...props, items: assets, onCurrent: current.set })
  useGalleryKeys({
    ...props,
    items: assets,
    root: scroller,
    current: current.index,
    move: (index, direction) => neighbourOf(rows, index, direction),
    movePage: (index, pages) => pictureAway(rows, index, pages * (windowHeight - 2 * paddingPx)),
    onFocus: current.focus,
  })
  useKeptPlace(scroller, rows, width, rowHeight)
  const base = useRef<Selection>(noSelection)
  const drag = useDragSelect({
    scroller,
    wall,
    onStart: (adds) => {
      pointer.suppressClick()
      base.current = adds ? selection.selection : noSelection
    },
    onArea: (area) => selection.set(selectIn(base.current, tilesIn(rows, area), assets)),
  })

  useEffect(() => {
    if (
      hasNext &&
      rows.length > 0 &&
      inView.last >= rows.length - (pace.isFast() ? rowsAheadFast : rowsAhead)
    )
      onNext()
  }, [hasNext, onNext, inView.last, rows.length, pace])
  const onPointerDown = (event: React.PointerEvent): void => {
    pointer.handlers.onPointerDown(event)
    // Where tiles can be dragged, a rectangle begins beside them.
    if (!isOrdered || indexAt(event.target) === null) drag.onPointerDown(event)
  }

  const rowAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? null : (
      <WallRow
        key={index}
        row={row}
        assets={assets}
        total={props.total}
        hrefOf={props.hrefOf}
        selectedIds={selection.selection.ids}
        current={index === currentRow ? current.index : -1}
        ticket={props.ticket}
        withCart={props.actions?.onAddToCart !== undefined}
        withMenu={props.actions !== undefined}
        pace={pace}
      />
    )
  }
  return (
    <div ref={scroller} className={classes.scroller} {...pointer.handlers} onPointerDown={onPointerDown}>
      <div ref={ruler} className={classes.ruler} aria-hidden />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows stand between the list and its items: in a ul they could not */}
      <div
        ref={wall}
        role={sections === undefined ? 'list' : 'group'}
        className={classes.wall}
        style={{ height }}
        aria-label={intl.formatMessage({ id: 'browse.grid' })}
        data-selecting={props.isSelecting === true || selection.selection.ids.size > 0 || undefined}
      >
        {sections === undefined
          ? inView.rendered.map(rowAt)
          : sections.map((section, at) => {
              const place = places[at]
              const own =
                place === undefined
                  ? []
                  : inView.rendered.filter((index) => index >= place.firstRow && index <= place.lastRow)
              return place === undefined || own.length === 0 ? null : (
                <WallSectionView key={section.key} section={section} place={place}>
                  {own.map(rowAt)}
                </WallSectionView>
              )
            })}
      </div>
      {drag.area === null ? null : <div className={classes.marquee} style={boxOf(drag.area)} />}
      <div className={classes.end}>{props.end}</div>
    </div>
  )
}

function shapeOf(asset: Asset | undefined): number {
  return asset === undefined ? 1 : ratioOf(asset)
}

function oneSection(rows: readonly TileRow[]): SectionedWall {
  return { rows, places: [], height: (rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0) }
}

function selectIn(base: Selection, indexes: readonly number[], assets: readonly Asset[]): Selection {
  const ids = indexes.flatMap((index) => assets[index]?.id ?? [])
  return { ids: new Set([...base.ids, ...ids]), anchor: ids[0] ?? base.anchor }
}

function boxOf({ x1, y1, x2, y2 }: Area) {
  return {
    left: Math.min(x1, x2) + paddingPx,
    top: Math.min(y1, y2) + paddingPx,
    width: Math.abs(x2 - x1),
    height: Math.abs(y2 - y1),
  }
}

function bringIntoView(
  scroller: HTMLElement | null,
  row: { readonly top: number; readonly height: number } | undefined,
): void {
  if (scroller === null || row === undefined) return
  const top = row.top + paddingPx
  if (top < scroller.scrollTop) scroller.scrollTo({ top: top - gap })
  else if (top + row.height > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTo({ top: top + row.height - scroller.clientHeight + gap })
}

/** Keeps the first picture in view where it is when the wall is set again in another width or size. */
function useKeptPlace(
  scroller: React.RefObject<HTMLElement | null>,
  rows: readonly TileRow[],
  width: number,
  rowHeight: number,
): void {
  const set = useRef({ width, rowHeight, rows })
  useLayoutEffect(() => {
    const before = set.current
    set.current = { width, rowHeight, rows }
    const element = scroller.current
    if (
      element === null ||
      before.rows.length === 0 ||
      (before.width === width && before.rowHeight === rowHeight)
    )
      return
    const first =
      before.rows.find(({ top, height }) => top + height > element.scrollTop - paddingPx)?.tiles[0]?.index ??
      0
    if (element.scrollTop > paddingPx)
      element.scrollTo({ top: (rows[rowOf(rows, first)]?.top ?? 0) + paddingPx })
  }, [scroller, rows, width, rowHeight])
}
