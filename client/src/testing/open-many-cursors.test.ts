import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What ten thousand closed cursors may leave behind together: less than 64 bytes each. */
const mayGrowBytes = 640_000

test('ten thousand cursors opened and closed leave a flat heap', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    join(import.meta.dirname, 'open-many-cursors.ts'),
  ])
  const heaps = JSON.parse(stdout) as number[]
  expect(heaps).toHaveLength(10)
  const [, early = 0] = heaps
  expect(Math.min(...heaps.slice(-3)) - early).toBeLessThan(mayGrowBytes)
}, 120_000)
