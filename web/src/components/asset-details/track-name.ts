import type { MediaTrack } from '@cartouche/client'
import type { IntlShape } from 'react-intl'

/** What a track is called: its label, else its language, else what it is for. */
export function trackName(
  intl: IntlShape,
  { kind, language, label }: Pick<MediaTrack, 'kind' | 'language' | 'label'>,
): string {
  if (label !== '') return label
  return language === 'und' ? intl.formatMessage({ id: `track.kind.${kind}` }) : languageName(intl, language)
}

/** The name of a language, with a capital as names of lists have it. */
export function languageName({ locale }: IntlShape, language: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
