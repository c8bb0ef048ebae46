import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeReading } from './make-reading.ts'
import { recipeFor } from './rendition-recipes.ts'

test('a text has no pages, whether or not an office program is there to draw them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-reading-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const sourcePath = join(folder, 'a.txt')
  await writeFile(sourcePath, 'A text')
  const recipe = recipeFor('pages', 'DOCUMENT')
  if (!recipe) throw new Error('Documents are read by their pages')
  await expect(
    makeReading({ sourcePath, mediaType: 'text/plain' }, { recipe, outputPath: join(folder, 'pages') }),
  ).rejects.toThrow('This file has no pages.')
  expect(await readdir(folder)).toEqual(['a.txt'])
})
