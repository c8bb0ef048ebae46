import { isoOf, periodAt, type Period } from './read-period.ts'
import { isWord, sequenceAt, type Token } from './token.ts'

/**
 * Dates that a phrase asks for: days, both inclusive; `length` in tokens. `field`: when it was taken, or came
 * into the library.
 */
export interface ReadDate {
  readonly length: number
  readonly field: 'takenat' | 'createdat'
  readonly start?: string
  readonly end?: string
}

const fields: readonly (readonly [words: string, field: ReadDate['field']])[] = [
  ['taken|shot|filmed|recorded|pris|prise|prises|filme|filmee|filmes|filmees|date|dated|datant', 'takenat'],
  [
    'added|imported|uploaded|ajoute|ajoutee|ajoutes|ajoutees|importe|importee|importes|importees',
    'createdat',
  ],
]
/** How a period bounds: all of it, from its start, after its end, before its start, until its end. */
type Bound = 'within' | 'since' | 'after' | 'before' | 'until'
const leads: readonly (readonly [words: string, bound: Bound])[] = [
  ['a partir de|du|d', 'since'],
  ['since|depuis', 'since'],
  ['after|apres', 'after'],
  ['before|avant', 'before'],
  ['until|till', 'until'],
  ['jusqu en|a|au', 'until'],
  ['in|en|from|of|de|du|des|d|during|pendant|on|le|au', 'within'],
]

/** The dates that are asked for at a place: between two periods, from or up to one, or within it. */
export function dateAt(
  tokens: readonly Token[],
  at: number,
  phrase: string,
  now: Date,
): ReadDate | undefined {
  const verb = sequenceAt(tokens, at, fields)
  const lead = verb?.length ?? 0
  const found = betweenAt(tokens, at + lead, phrase, now) ?? boundAt(tokens, at + lead, now)
  return found && { ...found, field: verb?.meaning ?? 'takenat', length: lead + found.length }
}

type Range = Omit<ReadDate, 'field'>

function betweenAt(tokens: readonly Token[], at: number, phrase: string, now: Date): Range | undefined {
  const lead = isWord(tokens, at, 'between|entre|from|de|du') ? 1 : 0
  const first = periodAt(tokens, at + lead, now)
  if (!first) return undefined
  const next = at + lead + first.length
  const word = isWord(tokens, next, 'and|et|to|a|au|until|till') && lead === 1 ? 1 : 0
  if (word === 0 && !isDash(phrase.slice(tokens[next - 1]?.end, tokens[next]?.start))) return undefined
  const second = periodAt(tokens, next + word, now)
  if (!second) return undefined
  // From march to may 2023: both of 2023.
  const year = new Date(second.start * 86_400_000).getUTCFullYear()
  const begins = first.isBare ? (periodAt(tokens, at + lead, now, year) ?? first) : first
  return {
    length: lead + first.length + word + second.length,
    start: isoOf(Math.min(begins.start, second.start)),
    end: isoOf(Math.max(begins.end, second.end) - 1),
  }
}

function isDash(between: string): boolean {
  return /^\s*[-–—]\s*$/.test(between)
}

function boundAt(tokens: readonly Token[], at: number, now: Date): Range | undefined {
  const lead = sequenceAt(tokens, at, leads)
  const led = lead && periodAt(tokens, at + lead.length, now)
  if (lead && led) return { ...bounded(led, lead.meaning), length: lead.length + led.length }
  const alone = periodAt(tokens, at, now)
  return alone && !alone.isBare ? { ...bounded(alone, 'within'), length: alone.length } : undefined
}

function bounded({ start, end }: Period, bound: Bound): Omit<Range, 'length'> {
  switch (bound) {
    case 'within':
      return { start: isoOf(start), end: isoOf(end - 1) }
    case 'since':
      return { start: isoOf(start) }
    case 'after':
      return { start: isoOf(end) }
    case 'before':
      return { end: isoOf(start - 1) }
    case 'until':
      return { end: isoOf(end - 1) }
  }
}
