import type { Nature } from '../media/media-types.ts'
import { recipeFor, watermarkedTwin } from '../media/rendition-recipes.ts'

/** What the surfer asked for and may have, best first. */
export interface Choice {
  /** `original`, or names of renditions. */
  readonly names: readonly string[]
  /** Whether something was left out because the surfer may not download. */
  readonly denied: boolean
}

/** Who asks, for what they may get. */
export interface Chooser { readonly watermarked: boolean; readonly mayDownload: boolean }

/**
 * What stands for the names asked for, in their order: a watermarked surfer gets the watermarked twin whatever the name, the
 * original and its twin need the right to download, and a name that this kind of file does not have is passed over.
 * @source issue "Media"; portal §3 Asset; decision 0031
 */
export function chooseRenditions(asked: readonly string[], nature: Nature, { watermarked, mayDownload }: Chooser): Choice {
  let denied = false
  const names = asked.flatMap((name) => {
    if ((name === 'original' || name === 'original_w') && !mayDownload) {
      denied = true
      return []
    }
    const given = watermarked ? watermarkedTwin(name) : name
    return given === 'original' || recipeFor(given, nature) ? [given] : []
  })
  return { names: [...new Set(names)], denied }
}
