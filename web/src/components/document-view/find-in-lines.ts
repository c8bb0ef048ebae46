/** Where a text was found: its line, from 0, and its place in it. */
export interface Hit {
  readonly line: number
  readonly start: number
  readonly end: number
}

/** More are not looked for: nobody goes through them. */
const maxHits = 10_000

/**
 * Where a text, or any of several, stands in lines, whatever its case and accents, in their order; 10,000 at
 * most. An empty text is nowhere.
 */
export function findInLines(lines: readonly string[], sought: string | readonly string[]): readonly Hit[] {
  const hits: Hit[] = []
  const texts = [sought].flat().filter((text) => text !== '')
  if (texts.length === 0) return hits
  const escaped = texts.map((text) => withoutAccents(text).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(escaped.join('|'), 'giu')
  for (const [line, text] of lines.entries())
    for (const { index, 0: found } of withoutAccents(text).matchAll(pattern)) {
      hits.push({ line, start: index, end: index + found.length })
      if (hits.length === maxHits) return hits
    }
  return hits
}

/** As long as before: letters of Latin with an accent become those without. */
function withoutAccents(text: string): string {
  return text.replaceAll(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => letter.normalize('NFD').charAt(0))
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
