/**
 * Deepest nesting, most values in all, and most names of one object: JSON within these is parsed in
 * milliseconds.
 */
const maxDepth = 64
const mostValues = 320_000
const maxNames = 10_000

/**
 * Parses JSON that somebody sent. What is nested or split so far that parsing would hold up others is refused
 * by a scan that takes some nanoseconds a character.
 * @param maxValues in all. Default: 320,000
 * @throws SyntaxError where it is not JSON, has more than 64 levels, 10,000 names in one object, or
 * `maxValues` values
 * @source measured: 15 MB of `[` took JSON.parse 3 s, a million names 1 to 8 s
 */
export function parseJson(text: string, maxValues = mostValues): unknown {
  checkJsonShape(text, maxValues)
  return JSON.parse(text)
}

/**
 * Refuses JSON whose shape would hold up others, without parsing it.
 * @throws SyntaxError as `parseJson`
 */
export function checkJsonShape(text: string, maxValues = mostValues): void {
  const names = [0]
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfString(text, at)
    else if (sign === comma) values += 1
    else if (sign === colon) names[names.length - 1] = (names.at(-1) ?? 0) + 1
    else if (sign === openList || sign === openObject) names.push(0)
    else if (sign === closeList || sign === closeObject) names.pop()
    else continue
    if (values > maxValues) throw new SyntaxError(`more than ${maxValues} values`)
    if (names.length > maxDepth + 1) throw new SyntaxError(`nested deeper than ${maxDepth}`)
    if ((names.at(-1) ?? 0) > maxNames) throw new SyntaxError(`more than ${maxNames} names in one object`)
  }
}

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [
  34, 92, 44, 58, 91, 93, 123, 125,
]

/**
 * The place of the sign that ends the string which starts at `start`; the end of the text where none does.
 */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}
