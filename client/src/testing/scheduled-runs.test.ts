import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchProperty } from './batch-world.ts'
import { cursorProperty } from './cursor-world.ts'
import { scheduledCursorsProperty } from './scheduled-cursors.ts'
import { treeProperty } from './tree-world.ts'

// A run that failed is run again with its seed: CARTOUCHE_SEED=… npm test.
const seed = Number(process.env['CARTOUCHE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const runs = { cursors: 8000, trees: 5000, batches: 4000, 'cursors with their promises': 1000 } as const

test('18,000 scheduled runs of the machines', async () => {
  expect(Object.values(runs).reduce((sum, one) => sum + one, 0)).toBe(18_000)
  // oxlint-disable-next-line no-console -- the seeds are printed, so that a run can be made again
  for (const [name, numRuns] of Object.entries(runs)) console.log(`${name}: ${numRuns} runs, seed ${seed}`)
  fc.assert(cursorProperty, { seed, numRuns: runs.cursors })
  fc.assert(treeProperty, { seed, numRuns: runs.trees })
  fc.assert(batchProperty, { seed, numRuns: runs.batches })
  await fc.assert(scheduledCursorsProperty, { seed, numRuns: runs['cursors with their promises'] })
}, 120_000)
