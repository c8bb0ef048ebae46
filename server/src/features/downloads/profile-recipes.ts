import { assetNatures, cropRatio, type ProfileRecipe } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'
import type { Nature } from '../../media/media-types.ts'
import { recipeFor, watermarkedName, type RenditionRecipe } from '../../media/rendition-recipes.ts'
import { renditionNamesOf, requireProfile } from './download-profiles.ts'
import type { StoredProfile } from './download-profiles.sql.ts'

/** What a profile takes of each kind of file. */
export interface TakenFiles {
  /** Undefined: originals as they are. A kind that is missing has none. */
  readonly recipes: ReadonlyMap<Nature, RenditionRecipe> | undefined
  /** Whether the asset's description is written into each file. */
  readonly embedsMetadata: boolean
}

const natures = Object.keys(assetNatures) as Nature[]
const written = {
  jpeg: ['image/jpeg', 'jpg'],
  png: ['image/png', 'png'],
  webp: ['image/webp', 'webp'],
  tiff: ['image/tiff', 'tif'],
} as const

/**
 * What a profile takes. Whoever sees everything watermarked gets the watermarked versions, of originals too.
 * @throws invalid_parameter for a profile that is none
 */
export async function takenByProfile(
  database: Database,
  code: string,
  isWatermarked: boolean,
): Promise<TakenFiles> {
  const profile = await requireProfile(database, code)
  const { rendition, recipe, embedsMetadata } = profile
  if (recipe !== null)
    return {
      recipes: recipesOf((nature) => ownRecipe(profile, recipe, nature, isWatermarked)),
      embedsMetadata,
    }
  const name = isWatermarked ? watermarkedName(rendition ?? 'original') : (rendition ?? 'original')
  return {
    recipes: name === 'original' ? undefined : recipesOf((nature) => recipeFor(name, nature)),
    embedsMetadata,
  }
}

function recipesOf(of: (nature: Nature) => RenditionRecipe | null): ReadonlyMap<Nature, RenditionRecipe> {
  return new Map(
    natures.flatMap((nature) => {
      const recipe = of(nature)
      return recipe ? [[nature, recipe] as const] : []
    }),
  )
}

/** Recipes of administrators are of pictures; of films and recordings, what players get is taken. */
function ownRecipe(
  { code, version }: StoredProfile,
  { format, crop, boxPx, quality, colourSpace, watermark }: ProfileRecipe,
  nature: Nature,
  isWatermarked: boolean,
): RenditionRecipe | null {
  const marks = watermark || isWatermarked
  if (nature === 'VIDEO' || nature === 'AUDIO') return recipeFor(marks ? 'proxy_w' : 'proxy', nature)
  const [mediaType, extension] = written[format]
  const ratio = cropRatio(crop ?? '')
  return {
    name: renditionNamesOf(code)[marks ? 1 : 0],
    version,
    kind: 'picture',
    mediaType,
    extension,
    boxPx,
    quality,
    watermark: marks,
    format,
    colourSpace,
    ...(ratio !== undefined && { ratio }),
  }
}
