import { numberAt } from './read-number.ts'
import { isWord, sequenceAt, type Token } from './token.ts'

/**
 * A period as days since 1970, `end` exclusive; `length` in tokens. `isBare`: a month without its year, which
 * counts with a word before it alone.
 */
export interface Period {
  readonly length: number
  readonly start: number
  readonly end: number
  readonly isBare?: boolean
}

const monthNames = [
  'january|janvier|jan',
  'february|fevrier|feb|fev',
  'march|mars',
  'april|avril|apr|avr',
  'may|mai',
  'june|juin|jun',
  'july|juillet|jul|juil',
  'august|aout|aug',
  'september|septembre|sep|sept',
  'october|octobre|oct',
  'november|novembre|nov',
  'december|decembre|dec',
]
const dayMs = 86_400_000

/** The day of a date: year, month from 0, day from 1; what overflows goes on in the next. */
export function dayOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month, day) / dayMs)
}

/** A day as `2024-03-12`. */
export function isoOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * The period that is named at a place. `year` is that of a month without one; the latest that is not to come
 * by default.
 */
export function periodAt(tokens: readonly Token[], at: number, now: Date, year?: number): Period | undefined {
  return (
    isoAt(tokens, at) ??
    monthAt(tokens, at, now, year) ??
    yearAt(tokens, at) ??
    relativeAt(tokens, at, now) ??
    lastFewAt(tokens, at, now)
  )
}

const yearOf = (word: string | undefined): number | undefined =>
  /^(19|20)\d\d$/.test(word ?? '') ? Number(word) : undefined

function yearAt(tokens: readonly Token[], at: number): Period | undefined {
  const year = yearOf(tokens[at]?.word)
  return year === undefined ? undefined : { length: 1, start: dayOf(year, 0, 1), end: dayOf(year + 1, 0, 1) }
}

function isoAt(tokens: readonly Token[], at: number): Period | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(tokens[at]?.word ?? '') ?? []
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(year) < 1000) return undefined
  if (day === undefined)
    return {
      length: 1,
      start: dayOf(Number(year), Number(month) - 1, 1),
      end: dayOf(Number(year), Number(month), 1),
    }
  const start = dayOf(Number(year), Number(month) - 1, Number(day))
  return isoOf(start).endsWith(`-${day}`) ? { length: 1, start, end: start + 1 } : undefined
}

/** `march 2023`, `12 mars 2023`, `March 12th, 2023`, `mars`. */
function monthAt(tokens: readonly Token[], at: number, now: Date, defaultYear?: number): Period | undefined {
  const dayBefore = dayNumber(tokens[at]?.word)
  const place = dayBefore === undefined ? at : at + (isWord(tokens, at + 1, 'st|nd|rd|th|er') ? 2 : 1)
  const first = isWord(tokens, place, 'of') ? place + 1 : place
  const month = monthNames.findIndex((words) => isWord(tokens, first, words))
  if (month < 0) return undefined
  const dayAfter = dayBefore === undefined ? dayNumber(tokens[first + 1]?.word) : undefined
  const last = first + (dayAfter === undefined ? 0 : isWord(tokens, first + 2, 'st|nd|rd|th') ? 2 : 1)
  const named = yearOf(tokens[last + 1]?.word)
  const year =
    named ?? defaultYear ?? (month > now.getUTCMonth() ? now.getUTCFullYear() - 1 : now.getUTCFullYear())
  const day = dayBefore ?? dayAfter
  const length = last + (named === undefined ? 1 : 2) - at
  const start = dayOf(year, month, day ?? 1)
  return {
    length,
    start,
    end: day === undefined ? dayOf(year, month + 1, 1) : start + 1,
    ...(named === undefined && defaultYear === undefined && day === undefined ? { isBare: true } : {}),
  }
}

function dayNumber(word: string | undefined): number | undefined {
  return /^\d{1,2}$/.test(word ?? '') && Number(word) >= 1 && Number(word) <= 31 ? Number(word) : undefined
}

type Span = (today: number, now: Date) => readonly [start: number, end: number]

const week: Span = (today, now) => {
  const monday = today - ((now.getUTCDay() + 6) % 7)
  return [monday, monday + 7]
}
const month =
  (back: number): Span =>
  (_today, now) => [
    dayOf(now.getUTCFullYear(), now.getUTCMonth() - back, 1),
    dayOf(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1),
  ]
const year =
  (back: number): Span =>
  (_today, now) => [dayOf(now.getUTCFullYear() - back, 0, 1), dayOf(now.getUTCFullYear() - back + 1, 0, 1)]
const lastWeek: Span = (today, now) => {
  const [start] = week(today, now)
  return [start - 7, start]
}

const relatives: readonly (readonly [words: string, span: Span])[] = [
  ['today', (today) => [today, today + 1]],
  ['aujourd hui', (today) => [today, today + 1]],
  ['yesterday|hier', (today) => [today - 1, today]],
  ['this week', week],
  ['cette semaine', week],
  ['last|past week', lastWeek],
  ['semaine derniere|passee', lastWeek],
  ['la semaine derniere|passee', lastWeek],
  ['this month', month(0)],
  ['ce mois ci', month(0)],
  ['ce mois', month(0)],
  ['last|past month', month(1)],
  ['mois dernier|passe', month(1)],
  ['le mois dernier|passe', month(1)],
  ['this year', year(0)],
  ['cette annee', year(0)],
  ['last|past year', year(1)],
  ['annee derniere|passee', year(1)],
  ['l annee derniere|passee', year(1)],
  ['an dernier|passe', year(1)],
  ['l an dernier|passe', year(1)],
]

function relativeAt(tokens: readonly Token[], at: number, now: Date): Period | undefined {
  const found = sequenceAt(tokens, at, relatives)
  if (!found) return undefined
  const [start, end] = found.meaning(todayOf(now), now)
  return { length: found.length, start, end }
}

function todayOf(now: Date): number {
  return dayOf(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
}

const steps: readonly (readonly [words: string, step: 'day' | 'week' | 'month' | 'year'])[] = [
  ['day|days|jour|jours', 'day'],
  ['week|weeks|semaine|semaines', 'week'],
  ['month|months|mois', 'month'],
  ['year|years|an|ans|annee|annees', 'year'],
]
const mostSteps = 1000

/** `last 7 days`, `les 3 derniers mois`: up to today. */
function lastFewAt(tokens: readonly Token[], at: number, now: Date): Period | undefined {
  const lead = isWord(tokens, at, 'the|les|ces') ? 1 : 0
  const isEnglish = isWord(tokens, at + lead, 'last|past')
  const count = numberAt(tokens, at + lead + (isEnglish ? 1 : 0))
  if (count === undefined || !Number.isInteger(count) || count > mostSteps) return undefined
  if (!isEnglish && !isWord(tokens, at + lead + 1, 'dernier|derniers|derniere|dernieres')) return undefined
  const step = steps.find(([words]) => isWord(tokens, at + lead + 2, words))?.[1]
  return step === undefined
    ? undefined
    : { length: lead + 3, start: back(now, count, step), end: todayOf(now) + 1 }
}

function back(now: Date, count: number, step: 'day' | 'week' | 'month' | 'year'): number {
  const [y, m, d] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  if (step === 'month') return dayOf(y, m - count, d)
  if (step === 'year') return dayOf(y - count, m, d)
  return dayOf(y, m, d - count * (step === 'week' ? 7 : 1))
}
