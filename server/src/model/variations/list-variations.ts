import { renditionNames, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { isWatermarked, largestPicture } from '../../access/identity.ts'
import { recipeFor, watermarkedName } from '../../media/rendition-recipes.ts'
import { chooseRenditions } from './choose-rendition.ts'
import { findMedia, mayDownload } from './find-media.ts'
import { selectRenditions } from '../../media/renditions/renditions.sql.ts'

/**
 * What a user can ask of a file, by the names to ask with; sizes are those of what they would get, null
 * while it has not been made.
 * @throws entity_not_found, file_missing
 */
export async function listVariations(
  context: Context,
  input: CallInput<Calls['listVariations']>,
): Promise<CallAnswer<Calls['listVariations']>> {
  const media = await findMedia(context, input)
  const chooser = {
    watermarked: isWatermarked(context.identity),
    mayDownload: await mayDownload(context, media),
    largest: largestPicture(context.identity),
  }
  const offered = renditionNames.flatMap((name) =>
    chooseRenditions([name], media.nature, chooser)
      // What another one stands for is not there.
      .names.filter((given) => given === name || given === watermarkedName(name))
      .map((given) => ({ name, given })),
  )
  const recipes = offered.flatMap(({ given }) => recipeFor(given, media.nature, media.place) ?? [])
  const made = new Map(
    (await selectRenditions(context.database, media.sha256, recipes)).map((row) => [row.name, row]),
  )
  return offered.flatMap(({ name, given }) => {
    if (given === 'original')
      return [
        {
          name,
          mediatype: media.mediaType,
          width: media.width,
          height: media.height,
          filesize: media.sizeBytes,
        },
      ]
    const recipe = recipeFor(given, media.nature, media.place)
    const row = recipe && made.get(recipe.name)
    // What was tried and failed is not there.
    if (!recipe || (row && row.sha256 === null)) return []
    return [
      {
        name,
        mediatype: row?.mediaType ?? recipe.mediaType,
        width: row?.width ?? null,
        height: row?.height ?? null,
        filesize: row?.sizeBytes ?? null,
      },
    ]
  })
}
