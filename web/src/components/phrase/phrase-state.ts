import type { CallAnswer, Calls } from '@cartouche/client'
import type { PhraseEntity } from '@cartouche/contract'
import { comparisons, type BrowseState } from '../../address/browse-address.ts'

/** What the server understood of a phrase. */
export type ParsedPhrase = CallAnswer<Calls['analyzePhrase']>

/**
 * What can be searched for where nothing matches the words: what they mean as a phrase, or the words without
 * their slips.
 */
export type Alternative = { readonly state: BrowseState } & (
  | { readonly phrase: PhraseSearch }
  | { readonly similar: string }
)

/**
 * What a phrase comes to in the list: the state, what of it was understood, and the words that are searched
 * for.
 */
export interface PhraseSearch {
  readonly state: BrowseState
  readonly entities: readonly PhraseEntity[]
  readonly fulltext: string
}

/**
 * The state of the list that a phrase asks for; how it is shown stays. An asset has one city and may have
 * many keywords: several values of a text are any of them, and of several nodes the first is a filter and the
 * others are words that have to be found too.
 */
export function stateOfPhrase(
  { entities, fulltext }: ParsedPhrase,
  { view, order }: Pick<BrowseState, 'view' | 'order'>,
): PhraseSearch {
  const found = {
    values: {} as Record<string, string[]>,
    below: {} as Record<string, string[]>,
    dates: {} as Record<string, { from: string; until: string }>,
    numbers: {} as Record<string, BrowseState['numbers'][string]>,
  }
  const words = fulltext === '' ? [] : [fulltext]
  const taken = entities.filter(({ entity, constraints }) => {
    if (constraints.length === 0) return false
    const isSecond = constraints.some(
      ({ field, operator }) => operator === 'dof' && found.below[field] !== undefined,
    )
    if (isSecond) words.push(entity)
    else for (const constraint of constraints) take(found, constraint)
    return !isSecond
  })
  const text = words.join(' ')
  return {
    entities: taken,
    fulltext: text,
    state: {
      ...found,
      fulltext: text,
      view,
      order: order === 'relevance' ? '' : order,
      group: '',
      saved: '',
    },
  }
}

interface Found {
  readonly values: Record<string, string[]>
  readonly below: Record<string, string[]>
  readonly dates: Record<string, { from: string; until: string }>
  readonly numbers: Record<string, BrowseState['numbers'][string]>
}

function take(found: Found, { field, operator, values }: PhraseEntity['constraints'][number]): void {
  const texts = values.map(String)
  const [first] = values
  if (operator === 'in') found.values[field] = [...new Set([...(found.values[field] ?? []), ...texts])]
  else if (operator === 'dof') found.below[field] = texts
  else if (typeof first === 'string')
    found.dates[field] = {
      from: '',
      until: '',
      ...found.dates[field],
      [operator === 'gte' ? 'from' : 'until']: first.slice(0, 10),
    }
  else if (typeof first === 'number' && comparisons.includes(operator))
    found.numbers[field] = { ...found.numbers[field], [operator]: first }
}
