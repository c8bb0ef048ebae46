import { toLanguageTag } from './language-tag.ts'
import type { TrackKind } from './track-kinds.ts'

/** What the name of a file of subtitles says of them. */
export interface NamedTrack {
  readonly kind: TrackKind
  /** BCP 47; `und`: unknown. */
  readonly language: string
  /** What else it says; often empty. */
  readonly label: string
}

/** The extensions of files of subtitles. */
export const trackExtension = /\.(srt|vtt)$/i

const kinds: Readonly<Record<string, TrackKind>> = {
  captions: 'captions',
  cc: 'captions',
  chapitres: 'chapters',
  chapters: 'chapters',
  hi: 'captions',
  sdh: 'captions',
  subtitles: 'subtitles',
}

/**
 * What stands between the name of a film and the extension of its subtitles says, as `fr`, `en.sdh` or
 * `chapters`.
 */
export function describeTrackName(between: string): NamedTrack {
  const parts = between.split('.').filter((part) => part !== '')
  const kindAt = parts.findIndex((part) => Object.hasOwn(kinds, part.toLowerCase()))
  const languageAt = parts.findIndex((part, at) => at !== kindAt && isLanguage(part))
  return {
    kind: kinds[parts[kindAt]?.toLowerCase() ?? ''] ?? 'subtitles',
    language: toLanguageTag(parts[languageAt] ?? 'und') ?? 'und',
    label: parts
      .filter((_part, at) => at !== kindAt && at !== languageAt)
      .join(' ')
      .slice(0, 100),
  }
}

/** `fr`, `fra`, `pt-BR`; longer words are words. */
function isLanguage(part: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i.test(part) && toLanguageTag(part) !== undefined
}
