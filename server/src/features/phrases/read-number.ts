import type { Token } from './token.ts'

const listed = (words: string): [string, number][] =>
  words
    .split(' ')
    .flatMap((both, index): [string, number][] => both.split('|').map((word) => [word, index + 1]))

/** Numbers in words, English and French. */
const words = new Map<string, number>([
  ...listed(
    'one|a|an|un|une two|deux three|trois four|quatre five|cinq six seven|sept eight|huit nine|neuf ten|dix eleven|onze twelve|douze thirteen|treize fourteen|quatorze fifteen|quinze sixteen|seize',
  ),
  ['twenty', 20],
  ['vingt', 20],
  ['thirty', 30],
  ['trente', 30],
  ['forty', 40],
  ['quarante', 40],
  ['fifty', 50],
  ['cinquante', 50],
  ['sixty', 60],
  ['soixante', 60],
  ['ninety', 90],
])

/** The number at a place; undefined where there is none. */
export function numberAt(tokens: readonly Token[], at: number): number | undefined {
  const word = tokens[at]?.word ?? ''
  const number = /^\d+([.,]\d+)?$/.test(word) ? Number(word.replace(',', '.')) : words.get(word)
  return number !== undefined && Number.isFinite(number) && number < 1e9 ? number : undefined
}
