/** Where a text was found: its line, from 0, and its place in it. */
export interface Hit {
  readonly line: number
  readonly start: number
  readonly end: number
}

/** More are not looked for: nobody goes through them. */
const maxHits = 10_000

/**
 * Where a text stands in lines, whatever its case, in their order; 10,000 at most. An empty text is nowhere.
 */
export function findInLines(lines: readonly string[], sought: string): readonly Hit[] {
  const hits: Hit[] = []
  if (sought === '') return hits
  const pattern = new RegExp(sought.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu')
  for (const [line, text] of lines.entries())
    for (const { index, 0: found } of text.matchAll(pattern)) {
      hits.push({ line, start: index, end: index + found.length })
      if (hits.length === maxHits) return hits
    }
  return hits
}

/** The hits of one line, which stand together. */
export function hitsOf(hits: readonly Hit[], line: number): readonly Hit[] {
  let [from, until] = [0, hits.length]
  while (from < until) {
    const middle = (from + until) >> 1
    if ((hits[middle]?.line ?? 0) < line) from = middle + 1
    else until = middle
  }
  const end = hits.findIndex((hit, at) => at >= from && hit.line !== line)
  return hits.slice(from, end < 0 ? hits.length : end)
}
