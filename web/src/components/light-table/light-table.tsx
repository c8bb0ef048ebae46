import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { GalleryActions } from '../gallery/gallery.ts'
import type { SelectionControl } from '../selection/use-selection.ts'
import { createSpaceKey } from './space-key.ts'
import { TableDots } from './table-dots.tsx'
import { TableFrame } from './table-frame.tsx'
import type { TableHandle } from './table-handle.ts'
import { boundsOf, intersects, stepIn, type Laid, type Rect, type TableItem } from './table-layout.ts'
import type { TablePace } from './table-pace.ts'
import { TableTile } from './table-tile.tsx'
import { TableTools } from './table-tools.tsx'
import { useArranging, type Draft } from './use-arranging.ts'
import { useLaidTable, type LaidTable } from './use-laid-table.ts'
import { usePortions } from './use-portions.ts'
import type { Region } from './use-region.ts'
import type { Arrange } from './use-table-edits.ts'
import { useTableFocus } from './use-table-focus.ts'
import { useTableKeys } from './use-table-keys.ts'
import { useTablePointer } from './use-table-pointer.ts'
import { useTableWindow } from './use-table-window.ts'
import classes from './light-table.module.css'

export interface LightTableProps {
  /** In the order of the cart. */
  readonly items: readonly TableItem[]
  /** Those that are shown; all by default. */
  readonly shown?: ReadonlySet<number> | undefined
  /** Missing: this person only looks. */
  readonly onArrange?: Arrange | undefined
  readonly selection: SelectionControl
  /** Whether single ones can be selected. */
  readonly withCheck: boolean
  readonly hrefOf: (item: { readonly id: number }) => string
  readonly onOpen: (item: { readonly id: number }) => void
  readonly openId?: number | undefined
  readonly actions?: GalleryActions | undefined
  readonly ticket?: string | undefined
  /** The view is kept under it for as long as the application lives. */
  readonly viewKey: string
  /** Lets menus of the place act on it. */
  readonly handle?: TableHandle | undefined
  /** Called with what is seen, and what has the focus. */
  readonly onSeen?: ((ids: readonly number[]) => void) | undefined
}

/** More pictures than this at once are drawn as their colours. */
const maxTiles = 400

/**
 * Pictures of a cart, placed freely on a table that is panned and zoomed. Only what is near the window is in
 * the page, however many there are.
 * @source decision 0238
 */
export function LightTable(props: LightTableProps) {
  const { selection, onArrange, onOpen, openId, actions, handle } = props
  const intl = useIntl()
  const stage = useRef<HTMLDivElement>(null)
  const { ref: measured, width, height } = useElementSize<HTMLDivElement>()
  const [space] = useState(createSpaceKey)
  const [lasso, setLasso] = useState<Rect | null>(null)
  const table = useLaidTable(props.items, props.shown)
  const { visible, painted, rows, order, byId } = table
  const window = useTableWindow({ width, height, viewKey: props.viewKey, visible })
  const { drawn, view, pace, region, size } = window
  const focus = useTableFocus(stage, { order, openId }, (id) => byId.has(id))
  const ids = selection.selection.ids
  const arranging = useArranging({ ...table, selected: ids, current: focus.current, onArrange })
  useEffect(() => handle?.connect(arranging.relayer))
  const { isDots, tiles } = useTiles(table, { region, draft: arranging.draft, current: focus.current })
  useReportSeen(pace, tiles, props.onSeen)
  const inPage = usePortions(tiles, focus.current)

  const openById = (id: number): void => onOpen({ id })
  const mayArrange = onArrange !== undefined
  useTablePointer(stage, {
    view,
    size,
    painted,
    selection,
    space,
    order,
    mayArrange,
    onDraft: arranging.onDraft,
    onLasso: setLasso,
    onPlace: arranging.place,
    onCurrent: focus.take,
    onOpen: openById,
    onMenu(id, at) {
      focus.set(id)
      actions?.onMenu(id, at, focus.linkOf(id))
    },
  })
  const focusAndShow = (id: number): void => {
    focus.take(id)
    window.show(byId.get(id))
  }
  useTableKeys({
    root: stage,
    selection,
    actions,
    openId,
    order,
    space,
    mayArrange,
    current: focus.current,
    isMoveMode: arranging.isMoveMode,
    onMoveMode: arranging.setMoveMode,
    stepFrom: (id, step) => stepIn(rows, id, step),
    onFocus: focusAndShow,
    onNudge: (x, y) => window.show(arranging.nudge(x, y)),
    onResize: arranging.resize,
    onLayer: arranging.relayer,
    onZoom: window.zoomBy,
    onFit: window.fit,
    onToggleZoom: window.toggleZoom,
    onUndo: () => arranging.undo(true),
    onRedo: arranging.redo,
  })
  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    const id = Number(target?.closest<HTMLElement>('[data-item]')?.dataset['item'])
    if (!id || !target) return
    if (target.closest('button')) {
      if (event.shiftKey) selection.extendTo(id, order)
      else selection.toggle(id)
      return focus.set(id)
    }
    event.preventDefault()
    // That of a key; those of pointers are heard where they are lifted.
    if (event.detail === 0) openById(id)
  }
  const { draft } = arranging
  const selected = visible.filter(({ id }) => ids.has(id))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keys are heard by the window
    <div
      ref={useMergedRef(stage, measured)}
      className={classes.stage}
      data-light-table
      data-arranges={mayArrange || undefined}
      data-moving={arranging.isMoveMode || undefined}
      data-selecting={ids.size > 0 || undefined}
      onClick={onClick}
      onFocus={({ target }) => {
        const id = Number(target.closest<HTMLElement>('[data-item]')?.dataset['item'])
        if (id) focus.set(id)
      }}
    >
      {isDots && (
        <TableDots painted={painted} draft={draft?.rects ?? null} selected={ids} size={size} view={view} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- what moves stands between it and its items */}
      <div className={classes.list} role="list" aria-label={intl.formatMessage({ id: 'lightTable' })}>
        <div ref={drawn} className={classes.drawn} role="presentation">
          {inPage.map((one) => {
            const rect = draft?.rects.get(one.id) ?? one
            return (
              <TableTile
                key={one.id}
                item={one.item}
                left={rect.x * region.zoom}
                top={rect.y * region.zoom}
                width={rect.width * region.zoom}
                height={rect.height * region.zoom}
                depth={draft?.rects.has(one.id) ? painted.length : (table.depths.get(one.id) ?? 0)}
                position={table.positions.get(one.id) ?? 0}
                total={order.length}
                href={props.hrefOf(one)}
                isSelected={ids.has(one.id)}
                isCurrent={one.id === focus.current}
                withCheck={props.withCheck}
                ticket={props.ticket}
                pace={pace}
              />
            )
          })}
          <TableFrame
            selected={selected.map((one) => draft?.rects.get(one.id) ?? one)}
            mayArrange={mayArrange}
            lines={draft?.lines ?? []}
            lasso={lasso}
            zoom={region.zoom}
          />
        </div>
      </div>
      {arranging.isMoveMode && (
        <div className={classes.mode}>
          <FormattedMessage id="lightTable.moveMode" />
        </div>
      )}
      <TableTools
        window={window}
        onShowSelection={selected.length === 0 ? undefined : () => window.fitTo(boundsOf(selected))}
        edits={mayArrange ? arranging : undefined}
      />
      <VisuallyHidden aria-live="polite">{arranging.said}</VisuallyHidden>
    </div>
  )
}

/**
 * The pictures that are in the page, in reading order: those near the window, unless they are too many, and
 * the one that has the focus.
 */
function useTiles(
  { painted, byId, positions }: LaidTable,
  {
    region,
    draft,
    current,
  }: { readonly region: Region; readonly draft: Draft | null; readonly current: number | null },
): { readonly isDots: boolean; readonly tiles: readonly Laid[] } {
  return useMemo(() => {
    const near = painted.filter((one) => intersects(draft?.rects.get(one.id) ?? one, region.rect))
    const isDots = near.length > maxTiles
    const drawn = isDots ? [] : near
    const one = current === null ? undefined : byId.get(current)
    const all = one && !drawn.includes(one) ? [...drawn, one] : drawn
    return {
      isDots,
      tiles: all.toSorted((left, right) => (positions.get(left.id) ?? 0) - (positions.get(right.id) ?? 0)),
    }
  }, [painted, byId, positions, region, draft, current])
}

/** Reports which pictures are in the page, once the table stands still. */
function useReportSeen(pace: TablePace, tiles: readonly Laid[], onSeen: LightTableProps['onSeen']): void {
  const latest = useRef(onSeen)
  useLayoutEffect(() => {
    latest.current = onSeen
  })
  const key = tiles.map(({ id }) => id).join()
  useEffect(
    () => pace.whenCalm(() => latest.current?.(key === '' ? [] : key.split(',').map(Number))),
    [pace, key],
  )
}
