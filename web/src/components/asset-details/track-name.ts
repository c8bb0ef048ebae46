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
export function languageName(intl: IntlShape, language: string): string {
  const { locale } = intl
  const name = languageInText(intl, language)
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** The name of a language inside of a text: French writes it without a capital. */
export function languageInText({ locale }: IntlShape, language: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
}
