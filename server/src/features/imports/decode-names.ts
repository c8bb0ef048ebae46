/** Encodings that names on old disks and shares have, the likelier first where two readings are as good. */
const encodings = [
  'windows-1252',
  'shift_jis',
  'gb18030',
  'euc-jp',
  'windows-1251',
  'koi8-r',
  'euc-kr',
  'windows-1250',
] as const

/** A name that was not UTF-8, as it is read. */
export interface DecodedName {
  readonly text: string
  readonly encoding: string
}

/**
 * Reads names that are not UTF-8. Names of one folder are read in one encoding, as one program wrote them
 * most often: the one under which they look most like words. Short names can be read wrongly; so whoever
 * calls records the bytes.
 * @source decision 0121
 */
export function decodeNames(names: readonly Uint8Array[]): DecodedName[] {
  const readings = encodings.flatMap((encoding) => {
    const texts = readAll(names, encoding)
    return texts
      ? [{ encoding, texts, score: sum(texts.map((text) => likenessToWords(text, encoding))) }]
      : []
  })
  // windows-1252 has a reading for every byte, so there is one.
  const [best] = readings.toSorted((a, b) => b.score - a.score)
  return (best?.texts ?? []).map((text) => ({ text, encoding: best?.encoding ?? '' }))
}

function readAll(names: readonly Uint8Array[], encoding: string): string[] | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    return names.map((name) => decoder.decode(name))
  } catch {
    return undefined
  }
}

/** Per character, worth its bytes: what stands for two bytes is weighed against two characters of one. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/[\w .()-]/, 1],
  [/[\x20-\x7e]/, 0.5],
  [/[\p{Cc}\p{Co}\p{Cn}\ufffd]/u, -20],
  [/[\uff61-\uff9f]/, -1],
  [/[\p{scx=Hiragana}\p{scx=Katakana}]/u, 3],
  [/[\p{scx=Hangul}]/u, 2.3],
  [/[\u4e00-\u9fff]/, 2.1],
  [/[А-Яа-яЁё]/, 1.3],
  [/[\p{scx=Cyrillic}]/u, 0.7],
  // Letters of western languages; those of others are as likely where nothing else reads better.
  [/[À-ÖØ-öø-ÿŒœŠšŽžŸ]/, 1.2],
  [/\p{L}/u, 1.1],
  [/[«»–—…’‘“”€°·¡¿©®]/, 0.5],
]

function likenessToWords(text: string, encoding: string): number {
  const characters = Array.from(text)
  return (
    sum(
      characters.map(
        (character, index) => weightOf(character) + besides(characters[index - 1] ?? '', character),
      ),
    ) - unusual(text, encoding)
  )
}

function weightOf(character: string): number {
  return weights.find(([pattern]) => pattern.test(character))?.[1] ?? -1
}

/**
 * What hardly follows in a word: a capital after a small letter, an accented letter after another, Latin
 * after Cyrillic.
 */
function besides(before: string, character: string): number {
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) return -2
  const isAccented = (one: string): boolean => /[^\p{ASCII}]/u.test(one) && /\p{scx=Latin}/u.test(one)
  if (isAccented(before) && isAccented(character)) return -2
  const isCyrillic = (one: string): boolean => /\p{scx=Cyrillic}/u.test(one)
  return (/[a-z]/i.test(before) && isCyrillic(character)) || (isCyrillic(before) && /[a-z]/i.test(character))
    ? -2
    : 0
}

/**
 * Korean names of today have no Chinese characters, Chinese ones no kana; where Japanese ones have none,
 * Chinese is as likely.
 */
function unusual(text: string, encoding: string): number {
  const has = (script: RegExp): boolean => script.test(text)
  const isMixed = has(/\p{scx=Hangul}/u) && has(/\p{Unified_Ideograph}/u)
  const isOther = has(/\p{Script=Hiragana}|\p{Script=Katakana}/u)
    ? encoding === 'gb18030'
    : encoding === 'euc-jp'
  return (isMixed ? 2 * text.length : 0) + (isOther ? 1 : 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
