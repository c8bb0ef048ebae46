import { describeTrackName, trackExtension, type NamedTrack } from '@cartouche/contract'

/**
 * What the name of a file says that lies beside a film of this name: `film.fr.vtt` is in French,
 * `film.en.sdh.srt` are captions. Undefined where it is no file of this film's. Case does not count.
 * @param film the name of the film's file
 */
export function nameTrack(fileName: string, film: string): NamedTrack | undefined {
  const stem = stemOf(film)
  const own = fold(fileName)
  if (!trackExtension.test(own) || !own.startsWith(stem)) return undefined
  const rest = fileName.slice(stem.length).replace(trackExtension, '')
  return rest === '' || rest.startsWith('.') ? describeTrackName(rest.slice(1)) : undefined
}

/** The name of a film without its extension, as names are compared. */
export function stemOf(fileName: string): string {
  return fold(fileName.replace(/(.)\.[^.]{1,10}$/, '$1'))
}

/** The stems of films that a file of subtitles may belong to, the longest first. */
export function stemsFor(fileName: string): string[] {
  const parts = fold(fileName).replace(trackExtension, '').split('.')
  return parts.map((_part, at) => parts.slice(0, parts.length - at).join('.'))
}

/** As long as the text itself, so that places in the one are places in the other. */
function fold(text: string): string {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase()
    return lower.length === character.length ? lower : character
  }).join('')
}
