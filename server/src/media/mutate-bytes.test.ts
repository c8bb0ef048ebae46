import { stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMediaWorkers } from './media-workers.ts'
import { createRandom, mutateBytes } from './mutate-bytes.ts'
import { createTestFolder, quarters, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

test('a seed damages a file the same way each time, and another seed another way', () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))
  const damage = (seed: number) => mutateBytes(bytes, createRandom(seed))
  expect(damage(7)).toEqual(damage(7))
  const names = Array.from({ length: 60 }, (_, seed) => damage(seed))
  expect(new Set(names.map(({ name }) => name))).toEqual(new Set(['bits', 'cut', 'swap', 'number', 'hole']))
  expect(names.every(({ bytes: damaged }) => !damaged.equals(bytes))).toBe(true)
})

test('every damaged file ends with a state, and the next good one is served', async () => {
  const workers = createMediaWorkers({ size: 2, folder: folder.path('workers') })
  try {
    const picture = quarters(640, 480)
    const drawing = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${'<rect width="30" height="20"/>'.repeat(50)}</svg>`,
    )
    const pictures = (['jpeg', 'png', 'webp', 'tiff', 'gif'] as const).map((format) =>
      picture.clone().toFormat(format).toBuffer(),
    )
    const sources = [...(await Promise.all(pictures)), drawing]
    const random = createRandom(20261122)
    const damaged = Array.from({ length: 48 }, (_, index) => ({
      name: `m${index}`,
      bytes: mutateBytes(sources[index % sources.length] ?? drawing, random).bytes,
    }))
    const found = await Promise.all(
      damaged.map(async ({ name, bytes }) => {
        await writeFile(folder.path(name), bytes, { mode: 0o600 })
        return workers.inspect({ path: folder.path(name), fileName: `${name}.bin` })
      }),
    )
    for (const inspection of found) expect(inspection.usable || inspection.problems.length > 0).toBe(true)
    // Damaged ones end for what they are, never for what became of the worker.
    expect(
      found
        .flatMap(({ problems }) => problems.map(({ code }) => code))
        .filter((code) => ['timeout', 'memory', 'crashed'].includes(code)),
    ).toEqual([])
    const good = await folder.write(
      'good.png',
      await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
    )
    expect((await workers.inspect({ path: good, fileName: 'good.png' })).usable).toBe(true)
    expect((await stat(good)).isFile()).toBe(true)
  } finally {
    await workers.close()
  }
})
