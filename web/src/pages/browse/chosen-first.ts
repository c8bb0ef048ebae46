import type { FacetValue } from '@cartouche/client'

/**
 * The values of a facet as they are listed: chosen ones first, each value once.
 * @param counted values that were counted by themselves, as they were not among the first; such a count stays
 * for a moment when the value is among them again
 */
export function chosenFirst(
  chosen: readonly string[],
  first: readonly FacetValue[],
  counted: readonly FacetValue[],
): FacetValue[] {
  const isChosen = ({ data }: FacetValue): boolean => chosen.includes(String(data.id))
  const listed = new Set(first.map(({ data }) => data.id))
  return [
    ...first.filter(isChosen),
    ...counted.filter((value) => isChosen(value) && !listed.has(value.data.id)),
    ...first.filter((value) => !isChosen(value)),
  ]
}
