import type { Nature } from '../../media/media-types.ts'
import { recipeFor } from '../../media/rendition-recipes.ts'

/** What a player shows: the film or sound itself, or a picture of this rendition. */
export type Player = { readonly plays: true } | { readonly plays: false; readonly picture: string }

const plays: Player = { plays: true }

/**
 * The first player of a list that can show a file of this nature. `….player` plays films and sounds,
 * `poster` shows the picture of the preview, a rendition's name that rendition, `default` what fits; it also
 * stands for a list of which nothing can.
 * @param names comma-separated, best first
 * @param mayPlay false: pictures are all that is shown
 * @source data-layer §9: bo.player,poster,thumbnailBig,default
 */
export function choosePlayer(names: string, nature: Nature, mayPlay = true): Player {
  const canPlay = mayPlay && (nature === 'VIDEO' || nature === 'AUDIO')
  const fitting: Player = canPlay ? plays : { plays: false, picture: 'preview' }
  for (const name of names.split(',').map((one) => one.trim())) {
    if (name === 'default') return fitting
    if (name.endsWith('.player') && canPlay) return plays
    const picture = name === 'poster' ? 'preview' : name
    if (recipeFor(picture, nature)?.mediaType === 'image/jpeg') return { plays: false, picture }
  }
  return fitting
}
