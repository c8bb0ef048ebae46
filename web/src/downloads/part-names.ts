import type { IntlShape } from 'react-intl'

/** A part of a download that takes several archives. */
export interface NamedPart {
  /** The name of the whole. */
  readonly whole: string
  readonly n: number
  readonly total: number
}

/**
 * The part that a name says, in either language in which parts are named when they are asked for; null where
 * it says none.
 */
export function partOfName(name: string): NamedPart | null {
  const [, whole = '', first, last] = /^(.+) ([1-9]\d*) (?:of|sur) ([1-9]\d*)$/.exec(name) ?? []
  const [n, total] = [Number(first), Number(last)]
  return total > 1 && n <= total ? { whole, n, total } : null
}

/** The name of a download, that of a part in the reader's language. */
export function nameText(intl: IntlShape, name: string, part: NamedPart | null): string {
  if (part === null) return name
  const { whole, n, total } = part
  return intl.formatMessage({ id: 'downloads.partName' }, { name: whole, n, total })
}

const keyOf = ({ whole, total }: NamedPart): string => `${total} ${whole}`

/** Downloads in their order, but the parts of one together, the first before the others. */
export function keepPartsInOrder<Named extends { readonly name: string }>(
  downloads: readonly Named[],
): readonly Named[] {
  const groups: Named[][] = []
  const byWhole = new Map<string, Named[][]>()
  for (const download of downloads) {
    const part = partOfName(download.name)
    const known = part ? (byWhole.get(keyOf(part)) ?? []) : []
    // Where the same was asked for twice, its parts are not those of the other time.
    const group = known.find((parts) => parts.every(({ name }) => name !== download.name))
    if (group) group.push(download)
    else {
      const parts = [download]
      groups.push(parts)
      if (part) byWhole.set(keyOf(part), [...known, parts])
    }
  }
  const placeOf = ({ name }: Named): number => partOfName(name)?.n ?? 0
  return groups.flatMap((group) => group.toSorted((one, other) => placeOf(one) - placeOf(other)))
}
