import { assetNatures, type PhraseEntity } from '@cartouche/contract'
import { ageWords, bandWords, durationBands, fillers, natureWords } from './phrase-words.ts'
import { dateAt } from './read-date.ts'
import { durationAt, type ReadDuration } from './read-duration.ts'
import { tokensOf, type Token } from './token.ts'
import { namedAt, namedByAge, type Vocabulary, type VocabularyValue } from './vocabulary.ts'

/** What a phrase says: its parts in order, which do not overlap, and the words that are left. */
export interface ParsedPhrase {
  readonly entities: readonly PhraseEntity[]
  readonly fulltext: string
  /** How much was understood, 0 to 1. */ readonly score: number
}

type Constraint = PhraseEntity['constraints'][number]
interface Part extends Pick<PhraseEntity, 'type' | 'resolution' | 'constraints'> {
  readonly length: number
}
interface Reading {
  readonly tokens: readonly Token[]
  readonly phrase: string
  readonly now: Date
  readonly vocabulary: Vocabulary
  readonly hasLength: boolean
}

/**
 * Understands a phrase in English or French. At each word the first reader that knows it takes what it knows:
 * names of several words, durations, dates, bands, natures, ages, names of one word. What nobody takes is
 * full text.
 * @source portal §7 Other: luis/analyze; §9: duration bands and age terms
 */
export function parsePhrase(
  phrase: string,
  { now, vocabulary }: Pick<Reading, 'now' | 'vocabulary'>,
): ParsedPhrase {
  const tokens = tokensOf(phrase)
  // What is long or short is said of films and recordings alone.
  const hasLength = tokens.some(({ word }) => ['VIDEO', 'AUDIO'].includes(natureWords.get(word) ?? ''))
  const reading: Reading = { tokens, phrase, now, vocabulary, hasLength }
  const entities: PhraseEntity[] = []
  const left: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const part = partAt(reading, at)
    if (part) entities.push(entityOf(reading, at, part))
    if (!part || part.constraints.length === 0) left.push(...tokens.slice(at, at + (part?.length ?? 1)))
    at += part?.length ?? 1
  }
  const isParsed = entities.length > 0
  const words = isParsed ? left.filter(({ word }) => !fillers.has(word)) : left
  const known = tokens.filter(({ word }) => !fillers.has(word)).length
  return {
    entities,
    score: known === 0 ? 0 : Math.round((1 - Math.min(1, words.length / known)) * 100) / 100,
    fulltext: isParsed ? words.map(({ start, end }) => phrase.slice(start, end)).join(' ') : phrase.trim(),
  }
}

function entityOf({ tokens, phrase }: Reading, at: number, { length, ...part }: Part): PhraseEntity {
  const [start, end] = [tokens[at]?.start ?? 0, tokens[at + length - 1]?.end ?? phrase.length]
  return { entity: phrase.slice(start, end), startIndex: start, endIndex: end - 1, ...part }
}

function partAt(reading: Reading, at: number): Part | undefined {
  return (
    nameAt(reading, at, 2) ??
    lengthAt(reading, at) ??
    whenAt(reading, at) ??
    bandAt(reading, at) ??
    natureAt(reading, at) ??
    nameAt(reading, at, 1) ??
    ageAt(reading, at)
  )
}

function lengthAt({ tokens }: Reading, at: number): Part | undefined {
  const duration = durationAt(tokens, at)
  if (!duration) return undefined
  const { gt, gte, lt, lte } = duration
  const [min, max] = [gt ?? gte, lt ?? lte]
  return {
    type: 'duration',
    length: duration.length,
    resolution: {
      values: [{ ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }],
    },
    constraints: comparisonsOf('duration', duration),
  }
}

const operators = ['gt', 'gte', 'lt', 'lte'] as const

function comparisonsOf(field: string, bounds: Pick<ReadDuration, 'gt' | 'gte' | 'lt' | 'lte'>): Constraint[] {
  return operators.flatMap((operator) =>
    bounds[operator] === undefined ? [] : [{ field, operator, values: [bounds[operator]] }],
  )
}

function whenAt({ tokens, phrase, now }: Reading, at: number): Part | undefined {
  const date = dateAt(tokens, at, phrase, now)
  if (!date) return undefined
  const { field, start, end, length } = date
  return {
    type: 'builtin.datetimeV2.daterange',
    length,
    resolution: {
      values: [{ ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }],
    },
    constraints: [
      ...(start === undefined
        ? []
        : [{ field, operator: 'gte' as const, values: [`${start}T00:00:00.000Z`] }]),
      ...(end === undefined ? [] : [{ field, operator: 'lte' as const, values: [`${end}T23:59:59.999Z`] }]),
    ],
  }
}

function bandAt({ tokens, hasLength }: Reading, at: number): Part | undefined {
  const band = hasLength ? bandWords.get(tokens[at]?.word ?? '') : undefined
  return (
    band && {
      type: 'duration',
      length: 1,
      resolution: { values: [`videoDuration.${band}`] },
      constraints: comparisonsOf('duration', durationBands[band]),
    }
  )
}

function natureAt({ tokens }: Reading, at: number): Part | undefined {
  const nature = natureWords.get(tokens[at]?.word ?? '')
  return (
    nature && {
      type: 'assetnature',
      length: 1,
      resolution: { values: [nature] },
      constraints: [{ field: 'rootnature', operator: 'in', values: [assetNatures[nature]] }],
    }
  )
}

function nameAt({ tokens, vocabulary }: Reading, at: number, leastWords: number): Part | undefined {
  const named = namedAt(tokens, at, vocabulary, leastWords)
  const age = named?.length === 1 ? ageWords.get(tokens[at]?.word ?? '') : undefined
  if (!named || age) return undefined
  return { ...ofValues(named.values), length: named.length }
}

/** Of values of several fields that are called the same, those of the first field count. */
function ofValues(values: readonly VocabularyValue[]): Omit<Part, 'length'> {
  const [{ field } = { field: '' }] = values
  const same = values.filter((value) => value.field === field)
  const isTree = same.some((value) => value.isTree)
  return {
    type: field,
    resolution: { values: [...new Set(same.map(({ name }) => name))] },
    constraints: [{ field, operator: isTree ? 'dof' : 'in', values: same.map(({ id, name }) => id ?? name) }],
  }
}

function ageAt({ tokens, vocabulary }: Reading, at: number): Part | undefined {
  const age = ageWords.get(tokens[at]?.word ?? '')
  if (!age) return undefined
  const values = namedByAge(age, vocabulary)
  return {
    type: 'age.baby',
    length: 1,
    resolution: { values: [`age.${age}`] },
    constraints: values.length === 0 ? [] : ofValues(values).constraints,
  }
}
