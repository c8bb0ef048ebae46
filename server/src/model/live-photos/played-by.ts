import type { Nature } from '../../media/media-types.ts'
import type { LivePart } from './live-photos.sql.ts'

/** More assets than this have one identifier only where tags were copied from one file to others. */
const maxParts = 20
/** Telephones keep three seconds. */
const maxSeconds = 60

/** The films among the assets of one identifier; none where it was copied to many files. */
export function filmsOf(parts: readonly LivePart[]): LivePart[] {
  if (parts.length > maxParts) return []
  return parts.filter(
    ({ nature, durationSeconds }) => nature === 'VIDEO' && (durationSeconds ?? 0) <= maxSeconds,
  )
}

/** A picture that may have a film among the assets of its identifier. */
export interface LivePicture {
  readonly isLive: boolean
  readonly nature: Nature
  readonly fileName: string
}

/**
 * The film that a picture plays: of several the one that is named as the picture is, as an edited picture has
 * its own, or the oldest.
 * @param parts those that the caller may see, the oldest first
 */
export function playedBy(
  { isLive, nature, fileName }: LivePicture,
  parts: readonly LivePart[],
): LivePart | undefined {
  if (!isLive || nature !== 'IMAGE') return undefined
  const films = filmsOf(parts)
  return films.find((film) => stemOf(film.fileName) === stemOf(fileName)) ?? films[0]
}

const stemOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').toLowerCase()
