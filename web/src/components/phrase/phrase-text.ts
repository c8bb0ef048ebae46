import { assetNatures, type PhraseEntity } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { boundsText } from './bounds-text.ts'
import type { PhraseSearch } from './phrase-state.ts'

/**
 * What was understood of a phrase in one line: `Type is Video · Keyword children · longer than 20 min · taken
 * in 2024`.
 */
export function phraseText(intl: IntlShape, { entities, fulltext }: PhraseSearch): string {
  return [
    ...entities.map((entity) => partText(intl, entity)),
    ...(fulltext === '' ? [] : [intl.formatMessage({ id: 'phrase.words' }, { words: fulltext })]),
  ].join(' · ')
}

function partText(
  intl: IntlShape,
  { entity, type, resolution: { values }, constraints }: PhraseEntity,
): string {
  const names = values.filter((value) => typeof value === 'string')
  switch (type) {
    case 'assetnature':
      return intl.formatMessage(
        { id: 'phrase.nature' },
        {
          name: names
            .filter((name) => name in assetNatures)
            .map((name) => textOr(intl, `nature.${name}`, name))
            .join(', '),
        },
      )
    case 'duration':
      return boundsText(
        intl,
        'duration',
        Object.fromEntries(constraints.map(({ operator, values: [bound] }) => [operator, Number(bound)])),
      )
    case 'builtin.datetimeV2.daterange':
      return dateText(intl, constraints)
    case 'age.baby':
    case 'keywords':
      return intl.formatMessage(
        { id: 'phrase.keyword' },
        { name: type === 'age.baby' ? entity : names.join(', ') },
      )
    case 'collections':
      return intl.formatMessage({ id: 'phrase.collection' }, { name: names.join(', ') })
    default:
      return `${textOr(intl, `field.${type}`, type)} ${names.join(', ')}`
  }
}

/** `taken in 2024`, `taken in March 2023`, `added since 1 May 2022`. */
function dateText(intl: IntlShape, constraints: PhraseEntity['constraints']): string {
  const bound = (operator: string): string | undefined =>
    constraints.find((one) => one.operator === operator)?.values.map((value) => String(value).slice(0, 10))[0]
  const [from, until] = [bound('gte'), bound('lte')]
  const what = constraints[0]?.field === 'createdat' ? 'added' : 'taken'
  const day = (iso: string): string => intl.formatDate(iso, { dateStyle: 'medium', timeZone: 'UTC' })
  if (from === undefined || until === undefined)
    return intl.formatMessage(
      { id: from === undefined ? `phrase.${what}.until` : `phrase.${what}.since` },
      { date: day(from ?? until ?? '') },
    )
  const whole = wholePeriod(intl, from, until)
  return whole === undefined
    ? intl.formatMessage({ id: `phrase.${what}.between` }, { from: day(from), until: day(until) })
    : intl.formatMessage({ id: `phrase.${what}.in` }, { period: whole })
}

/** The name of the year, month or day from one day to another, where they are just that. */
function wholePeriod(intl: IntlShape, from: string, until: string): string | undefined {
  const [year = '', month = ''] = from.split('-')
  if (from === until) return intl.formatDate(from, { dateStyle: 'medium', timeZone: 'UTC' })
  if (from === `${year}-01-01` && until === `${year}-12-31`) return year
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  return from.endsWith('-01') && until === lastDay
    ? intl.formatDate(from, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    : undefined
}
