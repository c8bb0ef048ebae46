import { expect, test } from 'vitest'
import type { LightTablePlace } from '@cartouche/contract'
import {
  hitAt,
  layTable,
  paintOrder,
  readingRows,
  stepIn,
  type Laid,
  type TableItem,
} from './table-layout.ts'
import { placesOfLaid, placesToUndo, relayered, resized, snapTo } from './table-moves.ts'
import { fitView, viewWith, zoomAt } from './table-view.ts'

const item = (id: number, place: LightTablePlace | null = null, ratio = 1.5): TableItem => ({
  id,
  name: `Asset ${id}`,
  ratio,
  blurhash: null,
  place,
})
const at = (x: number, y: number, width = 150, layer = 0): LightTablePlace => ({ x, y, width, layer })
const idsOf = (rows: readonly (readonly Laid[])[]) => rows.map((row) => row.map(({ id }) => id))

test('what nobody placed lies in rows below what people placed, and does not depend on who looks', () => {
  const items = [item(1), item(2, at(-40, 10)), item(3, null, 0.5), item(4, at(500, 200))]
  const laid = layTable(items)
  expect(laid).toEqual(layTable(items))
  const [first, , third, fourth] = laid
  expect([first?.x, first?.y, first?.height]).toEqual([-40, 200 + 100 + 48, 180])
  expect([third?.x, third?.width]).toEqual([-40 + 270 + 16, 90])
  expect([fourth?.x, fourth?.y, fourth?.height]).toEqual([500, 200, 100])
})

test('reading order goes by rows, and arrows follow it', () => {
  const laid = layTable([
    item(1, at(300, 20)),
    item(2, at(0, 0)),
    item(3, at(320, 220)),
    item(4, at(10, 200)),
    item(5, at(600, 40)),
  ])
  const rows = readingRows(laid)
  expect(idsOf(rows)).toEqual([
    [2, 1, 5],
    [4, 3],
  ])
  expect([stepIn(rows, 5, 'right'), stepIn(rows, 4, 'left'), stepIn(rows, 1, 'down')]).toEqual([4, 5, 3])
  expect([stepIn(rows, 2, 'left'), stepIn(rows, 3, 'down')]).toEqual([2, 3])
})

test('the one in front is hit; several come to the front in their own order', () => {
  const laid = layTable([item(1, at(0, 0, 150, 4)), item(2, at(20, 20)), item(3, at(40, 40))])
  expect(hitAt(paintOrder(laid), 60, 60)?.id).toBe(1)
  const front = relayered(
    laid.filter(({ id }) => id !== 1),
    laid,
    'front',
  )
  expect([...placesOfLaid(front)].map(([id, { layer }]) => [id, layer])).toEqual([
    [2, 5],
    [3, 6],
  ])
  expect(hitAt(paintOrder(laid), 500, 500)).toBeUndefined()
})

test('a corner keeps the ratio and the opposite corner', () => {
  const laid = layTable([item(1, at(100, 100)), item(2, at(400, 100))])
  const [one, two] = resized(laid, 'nw', -450, 0)
  expect(one).toMatchObject({ x: -350, y: 0, width: 300, height: 200 })
  expect([(two?.x ?? 0) + (two?.width ?? 0), (two?.y ?? 0) + (two?.height ?? 0)]).toEqual([550, 200])
  expect(resized(laid, 'se', -9999, -9999)[0]?.width).toBe(16)
})

test('a drag snaps to edges, middles and the gap beside a neighbour', () => {
  const neighbour = { x: 0, y: 0, width: 150, height: 100 }
  const snap = (x: number, y: number) => snapTo({ x, y, width: 100, height: 100 }, [neighbour], 6)
  expect(snap(163, 3)).toMatchObject({ x: 3, y: -3 })
  expect(snap(163, 3).lines).toHaveLength(2)
  expect(snap(22, 300)).toMatchObject({ x: 3, y: 0 })
  expect(snap(400, 400)).toEqual({ x: 0, y: 0, lines: [] })
})

test('an edit is undone where nobody has moved anything since', () => {
  const [before, after] = [
    new Map([1, 2].map((id) => [id, at(0, 0)])),
    new Map([1, 2].map((id) => [id, at(9, 9)])),
  ]
  const undone = (second: LightTablePlace) => [
    ...placesToUndo(before, after, layTable([item(1, at(9, 9)), item(2, second)])).keys(),
  ]
  expect(undone(at(9, 9))).toEqual([1, 2])
  for (const moved of [at(8, 9), at(9, 8), at(9, 9, 151), at(9, 9, 150, 1)])
    expect(undone(moved)).toEqual([1])
})

test('a view zooms about the pointer, fits all, and comes along no further than it must', () => {
  const view = zoomAt({ x: 10, y: 20, zoom: 1 }, 2, { x: 100, y: 50 })
  expect(view).toEqual({ x: 60, y: 45, zoom: 2 })
  const size = { width: 1048, height: 548 }
  expect(fitView({ x: 0, y: 0, width: 2000, height: 500 }, size)).toEqual({ x: -48, y: -298, zoom: 0.5 })
  const still = { x: 0, y: 0, zoom: 1 }
  expect(viewWith(still, { x: 100, y: 100, width: 50, height: 50 }, size)).toEqual(still)
  expect(viewWith(still, { x: 1040, y: 100, width: 50, height: 50 }, size)).toEqual({ x: 66, y: 0, zoom: 1 })
})
