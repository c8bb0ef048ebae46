import { expect, test } from 'vitest'
import { drawStatusTable, findTransitions } from './draw-status-table.ts'

test('finds each transition between two statuses that can be reached, and no other', () => {
  const lamp = findTransitions<{ on: boolean; presses: number }, 'press' | 'look'>({
    start: { on: false, presses: 0 },
    events: () => [
      ['press', 'press'],
      ['look', 'look'],
    ],
    step: (state, event) =>
      event === 'look' || state.presses === 3 ? state : { on: !state.on, presses: state.presses + 1 },
    statusOf: ({ on }) => (on ? 'on' : 'off'),
    keyOf: ({ presses }) => presses,
  })
  expect(lamp).toEqual([
    { from: 'off', event: 'press', to: 'on' },
    { from: 'on', event: 'press', to: 'off' },
  ])
})

test('draws the statuses in their order, an arrow for each pair, and every label inside of the picture', () => {
  const picture = drawStatusTable(
    'Lamp',
    ['off', 'broken', 'on'],
    [
      { from: 'off', event: 'press', to: 'on' },
      { from: 'off', event: 'light, with a long name of its own', to: 'on' },
      { from: 'on', event: 'press', to: 'off' },
    ],
  )
  expect(Array.from(picture.matchAll(/font-weight="bold">(.*?)</g), ([, status]) => status)).toEqual([
    'off',
    'on',
  ])
  const labels = Array.from(picture.matchAll(/<text x="([\d.]+)" y="[\d.]+">(.*?)</g), ([, x, text]) => [
    Number(x) > 0,
    text,
  ])
  expect(labels).toEqual([
    [true, 'light, with a long name of its own, press'],
    [true, 'press'],
  ])
  expect(Number(/ width="(\d+)"/.exec(picture)?.[1])).toBeGreaterThan(0)
})
