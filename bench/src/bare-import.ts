import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { eagerRenditions, recipeFor } from '../../server/src/media/rendition-recipes.ts'

/**
 * What an import does to a photograph, without a server: read its tags, make the eager renditions and a tiny
 * picture for the blurhash.
 */
export async function bareImport(paths: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const exiftool = new ExifTool({ maxProcs: availableParallelism() })
  const recipes = eagerRenditions.flatMap((name) => recipeFor(name, 'IMAGE') ?? [])
  const waiting = [...paths]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await exiftool.read(path)
        let from: Parameters<typeof sharp>[0] = path
        for (const recipe of recipes) {
          const made = join(folder, `${path.split('/').at(-1)}-${recipe.name}.jpg`)
          await sharp(from)
            .rotate()
            .resize(recipe.boxPx, recipe.boxPx, { fit: 'inside', withoutEnlargement: true })
            .jpeg({ quality: recipe.quality })
            .toFile(made)
          from = made
        }
        await sharp(from).resize(32, 32, { fit: 'inside' }).raw().toBuffer()
      }
    }),
  )
  await exiftool.end()
}
