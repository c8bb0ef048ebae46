import { createElement, useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { offerUndo } from '../undo/offer-undo.tsx'
import { boundsOf, layRows, readingRows, type Laid, type Rect } from './table-layout.ts'
import { moved, placesOfLaid, relayered, scaled, type Places } from './table-moves.ts'
import { useNudges } from './use-nudges.ts'
import { useTableEdits, type Arrange } from './use-table-edits.ts'

/** What is being moved or resized, where it is now, and the lines that it snapped to. */
export interface Draft {
  readonly rects: ReadonlyMap<number, Rect>
  readonly lines: readonly Rect[]
}

interface Given {
  /** Everything in the cart, in its order. */
  readonly laid: readonly Laid[]
  /** What is shown of it. */
  readonly visible: readonly Laid[]
  readonly rows: readonly (readonly Laid[])[]
  readonly selected: ReadonlySet<number>
  readonly current: number | null
  readonly onArrange: Arrange | undefined
}

/** Arranging a table, whoever asks for it: pointers, keys and menus. */
export interface Arranging {
  readonly draft: Draft | null
  readonly onDraft: (
    draft: { readonly laid: readonly Laid[]; readonly lines: readonly Rect[] } | null,
  ) => void
  readonly place: (places: Places) => void
  /** Moves what is selected, or has the focus, by units; answers where it comes to lie. */
  readonly nudge: (x: number, y: number) => Rect | null
  readonly resize: (factor: number) => void
  readonly relayer: (to: 'front' | 'back') => void
  /** Puts what is selected into a grid, or all of it. */
  readonly toGrid: () => void
  readonly isMoveMode: boolean
  readonly setMoveMode: (isOn: boolean, keeps: boolean) => void
  readonly undo: (inTurn: boolean) => boolean
  readonly redo: () => boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** For screen readers. */
  readonly said: string
}

export function useArranging({ laid, visible, rows, selected, current, onArrange }: Given): Arranging {
  const intl = useIntl()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [said, setSaid] = useState('')
  const [beforeMode, setBeforeMode] = useState<Places | null>(null)
  const edits = useTableEdits(laid, (places, options) => onArrange?.(places, options))
  const targets = (): readonly Laid[] =>
    selected.size > 0 && (current === null || selected.has(current))
      ? visible.filter(({ id }) => selected.has(id))
      : visible.filter(({ id }) => id === current)
  const place = (places: Places, offer?: (undo: () => void) => string): void => {
    setSaid(describe(intl, visible, places))
    edits.place(places, offer)
  }
  const nudges = useNudges({
    targets,
    onDraft: (those) => setDraft(those && draftOf(those, [])),
    onEdit: (those) => place(placesOfLaid(those)),
  })
  return {
    draft,
    said,
    canUndo: edits.canUndo,
    canRedo: edits.canRedo,
    isMoveMode: beforeMode !== null,
    onDraft: (next) => setDraft(next && draftOf(next.laid, next.lines)),
    place: (places) => place(places),
    nudge: (x, y) => nudges.shift((those) => moved(those, x, y)),
    resize: (factor) =>
      void nudges.shift((those) => {
        const { x = 0, y = 0, width = 0, height = 0 } = boundsOf(those) ?? {}
        return scaled(those, factor, { x: x + width / 2, y: y + height / 2 })
      }),
    relayer(to) {
      const those = targets()
      if (those.length === 0) return
      edits.place(placesOfLaid(relayered(those, laid, to)))
      setSaid(intl.formatMessage({ id: `lightTable.${to}.said` }, { count: those.length }))
    },
    toGrid() {
      const those = rows.flat().filter(({ id }) => selected.size < 2 || selected.has(id))
      const gridded = inGrid(those)
      if (gridded.length === 0) return
      const text = createElement(FormattedMessage, {
        id: 'lightTable.grid.done',
        values: { count: those.length },
      })
      place(placesOfLaid(gridded), (undo) => offerUndo(text, undo))
    },
    setMoveMode(isOn, keeps) {
      if (isOn) {
        setBeforeMode(placesOfLaid(targets()))
        return setSaid(intl.formatMessage({ id: 'lightTable.moveMode' }))
      }
      nudges.settle()
      if (!keeps && beforeMode !== null) place(beforeMode)
      return setBeforeMode(null)
    },
    undo(inTurn) {
      if (!nudges.cancel() && !edits.undo(inTurn)) return false
      setSaid(intl.formatMessage({ id: 'lightTable.undone' }))
      return true
    },
    redo() {
      if (!edits.redo()) return false
      setSaid(intl.formatMessage({ id: 'lightTable.redone' }))
      return true
    },
  }
}

function draftOf(laid: readonly Laid[], lines: readonly Rect[]): Draft {
  return { rects: new Map(laid.map((one) => [one.id, one])), lines }
}

/** Where pictures come to lie, and as which of all: for whoever does not see it. */
function describe(intl: IntlShape, visible: readonly Laid[], places: Places): string {
  const changed = visible.map((one) => {
    const to = places.get(one.id)
    return to ? { ...one, x: to.x, y: to.y, width: to.width, height: to.width / one.item.ratio } : one
  })
  const order = readingRows(changed).flat()
  const bounds = boundsOf(changed.filter(({ id }) => places.has(id)))
  if (!bounds) return ''
  return intl.formatMessage(
    { id: 'lightTable.moved' },
    {
      count: places.size,
      x: Math.round(bounds.x),
      y: Math.round(bounds.y),
      width: Math.round(bounds.width),
      position: order.findIndex(({ id }) => places.has(id)) + 1,
      total: order.length,
    },
  )
}

/** Rows from where the first of them lies, of the height that most of them have. */
function inGrid(laid: readonly Laid[]): readonly Laid[] {
  const bounds = boundsOf(laid)
  if (!bounds) return []
  const rects = layRows(
    laid.map(({ item }) => item),
    bounds,
    medianHeight(laid),
  )
  return laid.map((one) => ({ ...one, ...rects.get(one.id) }))
}

/** A grid keeps the size that most of its pictures have. */
function medianHeight(laid: readonly Laid[]): number {
  return laid.map(({ height }) => height).toSorted((one, other) => one - other)[laid.length >> 1] ?? 180
}
