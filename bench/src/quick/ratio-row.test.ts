import { expect, it } from 'vitest'
import { alternate, timed } from './alternate.ts'
import { keepRatios } from './kept-ratios.ts'
import { isMet, lineOf, ratioOf, worstOf, type RatioRow } from './ratio-row.ts'

const row = (part: Partial<RatioRow>): RatioRow => ({
  id: 'a',
  what: 'a page',
  ours: [3, 1, 2],
  beside: 'SQL',
  peer: [1, 1, 9],
  goal: { atMost: 1.5 },
  ...part,
})

it('divides medians of times for a limit above, and of speeds for a limit below', () => {
  expect(ratioOf(row({}))).toBe(2)
  expect(ratioOf(row({ goal: { atLeast: 0.8 } }))).toBe(0.5)
})

it('says beside the kept ratio whether the goal is met', () => {
  expect(isMet(row({ goal: { atMost: 2 } }))).toBe(true)
  expect(isMet(row({ goal: { atLeast: 0.6 } }))).toBe(false)
  expect(lineOf(row({}), 1.25)).toBe(
    '| a page | 2.0 ms (3.0 ms) | SQL | 1.0 ms (9.0 ms) | 2.00 × | ≤ 1.5 × | 1.25 × | missed |',
  )
  expect(lineOf({ id: 'b', what: 'groups', missing: 'install it' }, undefined)).toContain('install it')
})

it('finds the row furthest from its goal', () => {
  const [near, far] = [row({ peer: [2] }), row({ ours: [8] })]
  expect(worstOf([near, far])).toBe(far)
})

it('lets contenders take turns, the first one last the next time', async () => {
  const turns: string[] = []
  const contender = (name: string) => timed((run) => Promise.resolve(void turns.push(`${name}${run}`)))
  const times = await alternate([contender('a'), contender('b')], { runs: 2, warmUp: 1 })
  expect(turns).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
  expect(times.map(({ length }) => length)).toEqual([2, 2])
})

it('times the work alone', async () => {
  const slow = (): Promise<void> => new Promise((done) => void setTimeout(done, 50))
  const [[tookMs = 50] = []] = await alternate(
    [timed(() => Promise.resolve(), { before: slow, check: slow })],
    { runs: 1, warmUp: 0 },
  )
  expect(tookMs).toBeLessThan(50)
})

it('keeps the ratio of what was not measured, under the newest release', () => {
  const run = {
    date: '2026-11-27',
    machine: 'm',
    assets: 10,
    changelog: '# Changelog\n\n## 0.3.0\n\n## 0.2.0\n',
  }
  const before = keepRatios([row({ id: 'b' })], run)
  const kept = keepRatios([row({ ours: [10] }), { id: 'c', what: 'c', missing: 'no' }], run, before)
  expect(kept).toEqual({
    release: '0.3.0',
    date: '2026-11-27',
    machine: 'm',
    assets: 10,
    ratios: { b: 2, a: 10 },
  })
})
