/** Encodings that old files of a language are in, where they are not UTF-8. */
const encodings: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'windows-1253',
  he: 'windows-1255',
  hu: 'windows-1250',
  ja: 'shift_jis',
  ko: 'euc-kr',
  pl: 'windows-1250',
  ru: 'windows-1251',
  sr: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  uk: 'windows-1251',
  zh: 'gb18030',
}

/**
 * The text of a file that does not say how it is encoded: UTF-16 or UTF-8 where its first bytes say so, UTF-8
 * where all of it is, else what files of its language mostly are, Western European where that is unknown.
 * @param language BCP 47
 * @param isPart whether the file goes on: a character that is cut off at the end is then left out
 */
export function decodeText(bytes: Uint8Array, language: string, isPart = false): string {
  const marked = markedEncoding(bytes)
  const decode = (encoding: string, fatal: boolean) =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: isPart })
  if (marked !== undefined) return decode(marked, false)
  try {
    return decode('utf-8', true)
  } catch {
    return decode(encodings[language.split('-')[0] ?? ''] ?? 'windows-1252', false)
  }
}

/** By its byte order mark, or by the zeros that every second byte of Latin letters in UTF-16 is. */
function markedEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le'
  if (first === 0 && third === 0 && second !== 0) return 'utf-16be'
  return undefined
}
