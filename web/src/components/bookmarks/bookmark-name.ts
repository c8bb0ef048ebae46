import { entityKey, type Client, type SchemaSnapshot } from '@cartouche/client'
import type { IntlShape } from 'react-intl'
import { formatDateOfName } from '../../translations/non-breaking-dates.tsx'
import type { BrowseState } from '../../address/browse-address.ts'
import { linkedPath, valueName } from '../asset-text/value-name.tsx'
import { boundsText } from '../phrase/bounds-text.ts'

const mostCharacters = 120
/** Values of one field that a name lists; more are counted. */
const mostValues = 3

/** What names are made with. `labelOf`: the name of a field. */
interface Naming {
  readonly client: Client
  readonly intl: IntlShape
  readonly schema: SchemaSnapshot
  readonly labelOf: (field: string) => string
}

/**
 * A name for what a list asks, made of its words: `sea · Image, Film · Taken 1 May 2024 – 31 May 2024`. Names
 * of linked entities are read where they are not known yet.
 */
export async function nameBookmark(
  naming: Naming,
  { fulltext, values, below, dates, numbers }: BrowseState,
): Promise<string> {
  const { intl, labelOf } = naming
  const ofValues = await Promise.all(
    [...Object.entries(values), ...Object.entries(below)].map(([field, tried]) =>
      nameValues(naming, field, tried),
    ),
  )
  const ofDates = Object.entries(dates).map(
    ([field, { from, until }]) =>
      `${labelOf(field)} ${[from, until]
        .map((day) => day && formatDateOfName(intl, day, { dateStyle: 'medium', timeZone: 'UTC' }))
        .join(' – ')
        .trim()}`,
  )
  const ofNumbers = Object.entries(numbers).map(
    ([field, bounds]) => `${labelOf(field)} ${boundsText(intl, field, bounds)}`,
  )
  const name = [fulltext, ...ofValues, ...ofDates, ...ofNumbers].filter((part) => part !== '').join(' · ')
  return name.length > mostCharacters ? `${name.slice(0, mostCharacters - 1).trimEnd()}…` : name
}

async function nameValues(
  { client: { entities }, intl, schema }: Naming,
  field: string,
  tried: readonly string[],
): Promise<string> {
  const path = linkedPath(schema.fields[field])
  const names = await Promise.all(
    tried.slice(0, mostValues).map(async (value) => {
      if (path === undefined || !/^\d+$/.test(value))
        return valueName(intl, field, { id: value, name: value }, schema.fields[field])
      const known = entities.get(entityKey(path, value))
      const { data } = known.data ? known : await entities.fetch(path, Number(value))
      return valueName(intl, field, { id: value, name: data?.name })
    }),
  )
  return [...names, ...(tried.length > mostValues ? [`+${tried.length - mostValues}`] : [])].join(', ')
}

/** A name that no other bookmark has: what it is called, with a number where that is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} (${number})`)) number++
  return `${name} (${number})`
}
