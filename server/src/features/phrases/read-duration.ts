import { numberAt } from './read-number.ts'
import { isWord, sequenceAt, type Token } from './token.ts'

/** A duration that a phrase asks for, in seconds; `length` in tokens. */
export interface ReadDuration {
  readonly length: number
  readonly gt?: number
  readonly gte?: number
  readonly lt?: number
  readonly lte?: number
}

interface Amount {
  readonly length: number
  readonly seconds: number
  readonly hasUnit: boolean
}

const units: readonly (readonly [words: string, seconds: number])[] = [
  ['s|sec|secs|second|seconds|seconde|secondes', 1],
  ['min|mins|mn|minute|minutes', 60],
  ['h|hr|hrs|hour|hours|heure|heures', 3600],
]

/** The comparisons of both languages, longer ones first. */
const comparisons: readonly (readonly [words: string, meaning: 'gt' | 'gte' | 'lt' | 'lte'])[] = [
  ['no|not longer|more than', 'lte'],
  ['pas plus de', 'lte'],
  ['no|not shorter|less than', 'gte'],
  ['pas moins de', 'gte'],
  ['that|which last|lasts more|longer than', 'gt'],
  ['qui dure|durent plus de|d', 'gt'],
  ['qui dure|durent moins de|d', 'lt'],
  ['lasting more|longer than', 'gt'],
  ['lasting less than', 'lt'],
  ['plus longue|longues|long|longs que|qu', 'gt'],
  ['plus courte|courtes|court|courts que|qu', 'lt'],
  ['of more than', 'gt'],
  ['of less than', 'lt'],
  ['de plus de|d', 'gt'],
  ['de moins de|d', 'lt'],
  ['of at least', 'gte'],
  ['of at most', 'lte'],
  ['d au moins', 'gte'],
  ['d au plus', 'lte'],
  ['longer|more|greater than', 'gt'],
  ['shorter|less than', 'lt'],
  ['at least', 'gte'],
  ['at most', 'lte'],
  ['up to', 'lte'],
  ['plus de|d|que', 'gt'],
  ['moins de|d|que', 'lt'],
  ['au moins', 'gte'],
  ['au plus', 'lte'],
  ['au maximum', 'lte'],
  ['au minimum', 'gte'],
  ['jusqu a', 'lte'],
  ['superieur|superieure|superieurs|superieures a', 'gt'],
  ['inferieur|inferieure|inferieurs|inferieures a', 'lt'],
  ['over|above|exceeding|depassant', 'gt'],
  ['under|below', 'lt'],
]
const about = 'around|about|environ|pres|of|de|d'
/** What is called twenty minutes may be a tenth more or less. */
const tolerance = 0.1

/** The duration that is asked for at a place: compared, between two, or about one. */
export function durationAt(tokens: readonly Token[], at: number): ReadDuration | undefined {
  return comparedAt(tokens, at) ?? betweenAt(tokens, at) ?? aboutAt(tokens, at)
}

function comparedAt(tokens: readonly Token[], at: number): ReadDuration | undefined {
  const comparison = sequenceAt(tokens, at, comparisons)
  if (!comparison) return undefined
  const amount = amountAt(tokens, at + comparison.length)
  return amount?.hasUnit
    ? { length: comparison.length + amount.length, [comparison.meaning]: amount.seconds }
    : undefined
}

function betweenAt(tokens: readonly Token[], at: number): ReadDuration | undefined {
  const lead = isWord(tokens, at, 'between|entre|from|de') ? 1 : 0
  const first = amountAt(tokens, at + lead)
  if (!first || !isWord(tokens, at + lead + first.length, 'and|et|to|a')) return undefined
  const second = amountAt(tokens, at + lead + first.length + 1)
  if (!second?.hasUnit) return undefined
  // Between 10 and 20 minutes: the first number has the second's unit.
  const unit = tokens[at + lead + first.length + 1 + second.length - 1]?.word ?? ''
  const seconds = first.hasUnit
    ? first.seconds
    : first.seconds * (units.find(([words]) => words.split('|').includes(unit))?.[1] ?? 60)
  const length = lead + first.length + 1 + second.length
  return { length, gte: Math.min(seconds, second.seconds), lte: Math.max(seconds, second.seconds) }
}

function aboutAt(tokens: readonly Token[], at: number): ReadDuration | undefined {
  const lead = isWord(tokens, at, about) ? 1 : 0
  const amount = amountAt(tokens, at + lead)
  if (!amount?.hasUnit) return undefined
  return {
    length: lead + amount.length,
    gte: Math.round(amount.seconds * (1 - tolerance)),
    lte: Math.round(amount.seconds * (1 + tolerance)),
  }
}

/**
 * An amount of time: `20 minutes`, `1 h 30`, `half an hour`, `une heure et demie`; without a unit the number
 * as it is.
 */
function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const half = sequenceAt(tokens, at, [
    ['half an hour', 1800],
    ['une demi heure', 1800],
    ['demi heure', 1800],
    ['half a minute', 30],
  ])
  if (half) return { length: half.length, seconds: half.meaning, hasUnit: true }
  const number = numberAt(tokens, at)
  if (number === undefined) return undefined
  const unit = units.find(([words]) => isWord(tokens, at + 1, words))?.[1]
  if (unit === undefined) return { length: 1, seconds: number, hasUnit: false }
  const more = moreAt(tokens, at + 2, unit)
  return { length: 2 + more.length, seconds: number * unit + more.seconds, hasUnit: true }
}

/** What goes on after an amount: `1 h 30`, `2 minutes 10 seconds`, `and a half`. */
function moreAt(
  tokens: readonly Token[],
  at: number,
  unit: number,
): { readonly length: number; readonly seconds: number } {
  const half = sequenceAt(tokens, at, [
    ['and a half', unit / 2],
    ['et demie|demi', unit / 2],
  ])
  if (half) return { length: half.length, seconds: half.meaning }
  const number = /^\d/.test(tokens[at]?.word ?? '') ? numberAt(tokens, at) : undefined
  if (number === undefined || number >= 60 || unit === 1) return { length: 0, seconds: 0 }
  const smaller = units.find(([words, seconds]) => seconds < unit && isWord(tokens, at + 1, words))?.[1]
  if (smaller !== undefined) return { length: 2, seconds: number * smaller }
  return unit === 3600 ? { length: 1, seconds: number * 60 } : { length: 0, seconds: 0 }
}
