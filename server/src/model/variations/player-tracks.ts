import { escapeHtml } from '../../ground/escape-html.ts'
import type { TrackRow } from './tracks.sql.ts'

type Texts = Pick<TrackRow, 'id' | 'kind' | 'language' | 'label'>

/** A track as a player offers it. `language`: undefined where it is not known. */
interface OfferedTrack extends Pick<Texts, 'id' | 'kind'> {
  readonly language: string | undefined
  readonly label: string
  /** Whether it is shown from the start. */
  readonly isShown: boolean
}

/**
 * Subtitles, captions and chapters as a reader is offered them, those in the reader's language first: the
 * first of these that is read along is shown from the start.
 */
export function offerTracks(tracks: readonly Texts[], locale: string): OfferedTrack[] {
  const isOwn = ({ language }: Texts): boolean => language.split('-')[0] === locale.split('-')[0]
  const ordered = tracks.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const shown = ordered.find((track) => isOwn(track) && track.kind !== 'chapters')
  return ordered.map((track) => ({
    id: track.id,
    kind: track.kind,
    language: track.language === 'und' ? undefined : track.language,
    label: labelOf(track, locale),
    isShown: track === shown,
  }))
}

/**
 * Their elements.
 * @param addressOf relative to the page
 */
export function trackElements(
  tracks: readonly Texts[],
  locale: string,
  addressOf: (id: number) => string,
): string {
  return offerTracks(tracks, locale)
    .map(({ id, kind, language, label, isShown }) => {
      const srclang = language === undefined ? '' : ` srclang="${escapeHtml(language)}"`
      return `<track kind="${kind}"${srclang} label="${escapeHtml(label)}" src="${escapeHtml(addressOf(id))}"${isShown ? ' default' : ''}>`
    })
    .join('')
}

const words = {
  en: { subtitles: 'Subtitles', captions: 'Captions', chapters: 'Chapters' },
  fr: { subtitles: 'Sous-titres', captions: 'Sous-titres codés', chapters: 'Chapitres' },
} as const

/** Its own label, else its language, with what it is for where that is not plain subtitles. */
function labelOf({ kind, language, label }: Texts, locale: string): string {
  if (label !== '') return label
  const texts = locale.startsWith('fr') ? words.fr : words.en
  if (language === 'und') return texts[kind]
  const of = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
  // In a list, languages whose names are written small begin with a capital letter.
  const name = of.charAt(0).toLocaleUpperCase(locale) + of.slice(1)
  return kind === 'subtitles' ? name : `${name} (${texts[kind]})`
}
