import type { IntlShape } from 'react-intl'
import type { BrowseState } from '../../address/browse-address.ts'

/** The bounds of a date field in words: `Taken in March 2023`, `Added: from 1 May 2022`. */
export function datesText(
  intl: IntlShape,
  field: string,
  label: string,
  { from, until }: BrowseState['dates'][string],
): string {
  const of = field === 'takenat' ? 'taken' : 'other'
  const day = (iso: string): string => intl.formatDate(iso, { dateStyle: 'medium', timeZone: 'UTC' })
  if (from === '' || until === '')
    return intl.formatMessage(
      { id: from === '' ? `dates.${of}.until` : `dates.${of}.since` },
      { field: label, date: day(from || until) },
    )
  if (from === until) return intl.formatMessage({ id: `dates.${of}.on` }, { field: label, date: day(from) })
  const period = wholePeriod(intl, from, until)
  return period === undefined
    ? intl.formatMessage({ id: `dates.${of}.between` }, { field: label, from: day(from), until: day(until) })
    : intl.formatMessage({ id: `dates.${of}.in` }, { field: label, period })
}

/** The name of the year or month from one day to another, where they are just that. */
function wholePeriod(intl: IntlShape, from: string, until: string): string | undefined {
  const [year = '', month = ''] = from.split('-')
  if (from === `${year}-01-01` && until === `${year}-12-31`) return year
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  return from.endsWith('-01') && until === lastDay
    ? intl.formatDate(from, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    : undefined
}
