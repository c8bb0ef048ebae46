import type { Nature } from '../../media/media-types.ts'
import { recipeFor, watermarkedName } from '../../media/rendition-recipes.ts'

/** What the user asked for and may have, best first. */
export interface Choice {
  /** `original`, or names of renditions. */
  readonly names: readonly string[]
  /** Whether something was left out because the user may not download. */
  readonly denied: boolean
}

/** Who asks, for what they may get. */
export interface Chooser {
  readonly watermarked: boolean
  readonly mayDownload: boolean
}

/**
 * Whether a name gives all that the original shows: it needs what the original needs.
 * @source decisions 0031, 0127, 0213
 */
export function showsWhole(name: string): boolean {
  return /^(original|tiles|pages|text)(_w)?$/.test(name)
}

/**
 * What stands for the names asked for, in their order: a watermarked user gets the watermarked version
 * whatever the name, the original, its tiles and their watermarked versions need the right to download, and a
 * name that this kind of file does not have is passed over.
 * @source portal §3 Asset; decision 0031
 */
export function chooseRenditions(
  asked: readonly string[],
  nature: Nature,
  { watermarked, mayDownload }: Chooser,
): Choice {
  let denied = false
  const names = asked.flatMap((name) => {
    if (showsWhole(name) && !mayDownload) {
      denied = true
      return []
    }
    const given = watermarked ? watermarkedName(name) : name
    return given === 'original' || recipeFor(given, nature) ? [given] : []
  })
  return { names: [...new Set(names)], denied }
}
