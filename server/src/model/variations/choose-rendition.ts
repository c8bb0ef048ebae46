import type { Nature } from '../../media/media-types.ts'
import type { SharedPicture } from '@cartouche/contract'
import { ladderFileOf } from '../../media/film-ladder.ts'
import { recipeFor, watermarkedName } from '../../media/rendition-recipes.ts'

/** What the user asked for and may have, best first. */
export interface Choice {
  /** `original`, or names of renditions. */
  readonly names: readonly string[]
  /** Whether something was left out because the user may not have it. */
  readonly denied: boolean
}

/** Who asks, for what they may get. */
export interface Chooser {
  readonly watermarked: boolean
  readonly mayDownload: boolean
  /** The largest picture that they get; null: as large as there is. */
  readonly largest: SharedPicture | null
}

/**
 * Whether a name gives all that the original shows: it needs what the original needs.
 * @source decisions 0031, 0127, 0213, 0249
 */
export function showsWhole(name: string): boolean {
  return /^(original|tiles|(panorama|panoramaSmall)(\.\w+)?|pages|text)(_w)?$/.test(name)
}

/**
 * What stands for the names asked for, in their order: a watermarked user gets the watermarked version
 * whatever the name, the original, its tiles and their watermarked versions need the right to download, and a
 * name that this kind of file does not have is passed over. Where pictures are limited, the largest stands
 * for those that are larger. The sizes of a film are all clean: a watermarked user gets none of them.
 * @source portal §3 Asset; decisions 0031, 0236, 0248
 */
export function chooseRenditions(
  asked: readonly string[],
  nature: Nature,
  { watermarked, mayDownload, largest }: Chooser,
): Choice {
  let denied = false
  const names = asked.flatMap((wanted) => {
    if (ladderFileOf(wanted)) {
      const isGiven = nature === 'VIDEO' && !watermarked && playsWithin(largest)
      denied ||= !isGiven
      return isGiven ? [wanted] : []
    }
    const name = showsWhole(wanted) && !mayDownload ? null : withinLargest(wanted, nature, largest)
    if (name === null) {
      denied = true
      return []
    }
    const given = watermarked ? watermarkedName(name) : name
    return given === 'original' || recipeFor(given, nature) ? [given] : []
  })
  return { names: [...new Set(names)], denied }
}

/**
 * Whether films and recordings play for whoever gets pictures no larger than this: what plays is about as
 * large as `web`.
 */
export function playsWithin(largest: SharedPicture | null): boolean {
  return largest === null || largest === 'web' || largest === 'preview'
}

/** What stands for a rendition where pictures are limited; null: nothing. */
function withinLargest(name: string, nature: Nature, largest: SharedPicture | null): string | null {
  const recipe = largest && recipeFor(name, nature)
  if (!largest || !recipe) return name
  if (recipe.kind === 'film' || recipe.kind === 'motion' || recipe.kind === 'sound')
    return playsWithin(largest) ? name : null
  const side = recipeFor(largest, nature)?.boxPx ?? 0
  if (recipe.boxPx !== null && recipe.boxPx <= side) return name
  // `web.avif_w` becomes `thumbnailBig.avif_w`.
  return recipe.kind === 'picture' ? name.replace(/^[A-Za-z]+/, largest) : null
}
