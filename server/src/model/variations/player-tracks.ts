import { escapeHtml } from '../../ground/escape-html.ts'
import type { TrackRow } from './tracks.sql.ts'

type Texts = Pick<TrackRow, 'id' | 'kind' | 'language' | 'label'>

/**
 * The elements of subtitles, captions and chapters, those in the reader's language first: the first of these
 * that is read along is shown from the start.
 * @param addressOf relative to the page
 */
export function trackElements(
  tracks: readonly Texts[],
  locale: string,
  addressOf: (id: number) => string,
): string {
  const isOwn = ({ language }: Texts): boolean => language.split('-')[0] === locale.split('-')[0]
  const ordered = tracks.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  const shown = ordered.find((track) => isOwn(track) && track.kind !== 'chapters')
  return ordered
    .map((track) => {
      const language = track.language === 'und' ? '' : ` srclang="${escapeHtml(track.language)}"`
      return `<track kind="${track.kind}"${language} label="${escapeHtml(labelOf(track, locale))}" src="${escapeHtml(addressOf(track.id))}"${track === shown ? ' default' : ''}>`
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
  const texts = locale === 'fr' ? words.fr : words.en
  if (language === 'und') return texts[kind]
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
  return kind === 'subtitles' ? name : `${name} (${texts[kind]})`
}
