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
