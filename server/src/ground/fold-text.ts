/** Letters that Unicode does not take apart into a base and an accent. */
const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  œ: 'oe',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Text as search compares it: lower case, without accents, compatibility forms unified. One function for what
 * is stored and for what is asked, so that both always agree.
 */
export function foldText(text: string): string {
  // Most texts have nothing to fold but their case.
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøœæłđðþı]/g, (letter) => special[letter] ?? letter)
    .normalize('NFC')
}

/**
 * The words of a text in order, folded; anything that is neither letter nor digit separates. A word has 100
 * characters at most.
 */
export function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 100).toWellFormed())
}

/** Writing without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The same, where writing without spaces is taken apart into its words: a sentence of Chinese is no word that
 * anybody searches for.
 */
export function segmentedWordsOf(text: string): string[] {
  if (!unspaced.test(text)) return wordsOf(text)
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) =>
      unspaced.test(word) ? Array.from(segmenter.segment(word), ({ segment }) => segment) : [word],
    )
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 100).toWellFormed())
}
