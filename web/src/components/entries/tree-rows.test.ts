import type { TreeNode, TreeSnapshot } from '@cartouche/client'
import { expect, test } from 'vitest'
import { canMove, rowsOfTree } from './tree-rows.ts'

const node = (
  id: number,
  parent: number | null,
  children: readonly number[],
  more: Partial<TreeNode> = {},
): TreeNode => ({
  id,
  name: `n${id}`,
  data: { id, $uuid: '', $resource: '' },
  parent,
  isRoot: parent === null,
  children,
  childCount: children.length,
  hasMore: false,
  ...more,
})
const tree = (nodes: readonly TreeNode[], more: Partial<TreeSnapshot> = {}): TreeSnapshot =>
  ({
    roots: nodes.filter(({ isRoot }) => isRoot).map(({ id }) => id),
    nodes: Object.fromEntries(nodes.map((one) => [one.id, one])),
    hits: null,
    total: 2,
    hasMoreResults: false,
    ...more,
  }) as TreeSnapshot
const draw = (rows: ReturnType<typeof rowsOfTree>): string[] =>
  rows.map(
    (row) =>
      `${'-'.repeat(row.level)}${row.kind === 'node' ? `${row.node.id}${row.isOpen ? '+' : ''}` : 'more'}`,
  )

test('lines of a tree as far as it is open, and where more of a level comes', () => {
  const nodes = [
    node(1, null, [3, 4], { childCount: 9, hasMore: true }),
    node(2, null, []),
    node(3, 1, [], { childCount: 5, hasMore: true }),
    node(4, 1, []),
  ]
  expect(draw(rowsOfTree(tree(nodes), new Set()))).toEqual(['-1', '-2'])
  expect(draw(rowsOfTree(tree(nodes, { hasMoreResults: true }), new Set([1, 3, 4])))).toEqual([
    '-1+',
    '--3+',
    '--4',
    '--more',
    '-2',
    '-more',
  ])
  expect(rowsOfTree(tree(nodes), new Set([1]))[2]).toMatchObject({ position: 2, siblings: 9 })
})

test('what a search found is open down to it', () => {
  expect(draw(rowsOfTree(tree([node(1, null, [3]), node(3, 1, [])], { hits: [3] }), new Set()))).toEqual([
    '-1+',
    '--3',
  ])
})

test('a node goes nowhere below itself, and not where it is', () => {
  const { nodes } = tree([node(1, null, [3]), node(2, null, []), node(3, 1, [5]), node(5, 3, [])])
  expect([
    canMove(nodes, 1, 5),
    canMove(nodes, 1, 1),
    canMove(nodes, 3, 1),
    canMove(nodes, 5, 1),
    canMove(nodes, 5, null),
    canMove(nodes, 1, null),
    canMove(nodes, 1, 2),
  ]).toEqual([false, false, false, true, true, false, true])
})
