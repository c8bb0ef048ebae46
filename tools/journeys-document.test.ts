import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const source = globSync('e2e/src/**/*.ts', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

/** The first text of each call of `step`, its parts in braces as anything. */
const steps = [...source.matchAll(/\bstep\(\s*(['`])((?:(?!\1).)+)\1/gs)].map(([, , name = '']) => {
  const parts = name
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.+?')}(?=$|; )`)
})
const journeys = new Set(
  [...source.matchAll(/Journey: Journey = \{\n\s*name: '([^']+)'/g)].map(([, name]) => name),
)

/** What a cell names that no journey has; undefined where all of it is there. */
function findUnknown(cell: string): string | undefined {
  if (cell.startsWith('the same step')) return undefined
  let rest = cell
  while (rest !== '') {
    const [named = '', journey] = /^([^›;]+) › /.exec(rest) ?? []
    if (journey !== undefined && !journeys.has(journey)) return journey
    rest = rest.slice(named.length)
    const longest = steps
      .map((step) => step.exec(rest)?.[0] ?? '')
      .reduce((one, other) => (other.length > one.length ? other : one), '')
    if (longest === '') return rest
    rest = rest.slice(longest.length).replace(/^; /, '')
  }
  return undefined
}

test('each step that the document names is there', () => {
  const rows = readFileSync(join(root, 'docs/journeys.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| capability'))
  expect(rows.length).toBeGreaterThan(20)
  const unknown = rows.flatMap((row) => {
    const [, , mouse = '', keys = ''] = row.split('|').map((cell) => cell.trim())
    return [mouse, keys].flatMap((cell) => findUnknown(cell) ?? [])
  })
  expect(unknown).toEqual([])
})

test('a step that is not there is reported', () => {
  expect(findUnknown('Versions › with a mouse: nobody plays this')).toBe('with a mouse: nobody plays this')
  expect(findUnknown('Nowhere › anything')).toBe('Nowhere')
  expect(findUnknown('')).toBeUndefined()
})
