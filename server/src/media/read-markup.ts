/** Which text of a markup counts; elements are named in lower case, without their prefix. */
export interface MarkupRules {
  /** Elements in which text counts; null: in all. */
  readonly texts: ReadonlySet<string> | null
  /** Whether an element counts with nothing that is in it, by its name and start tag. */
  readonly skips: (name: string, tag: string) => boolean
  /** Whether a line ends at the tags of an element. */
  readonly breaks: (name: string) => boolean
  /** Elements whose content is no markup. */
  readonly raw?: ReadonlySet<string>
}

/** Takes text out of markup that comes in parts. */
interface MarkupReader {
  take(part: string): string
}

/** Longer tags are none. */
const maxTag = 1_000_000

/**
 * Reads markup as a stream of tags and text, well-formed or not: nothing that it declares or refers to is
 * looked at.
 */
export function createMarkupReader({ texts, skips, breaks, raw }: MarkupRules): MarkupReader {
  let rest = ''
  let skipped: { readonly name: string; depth: number } | undefined
  let counts = texts === null
  const readTag = (body: string): string => {
    const [, slash = '', tagName = ''] = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(body) ?? []
    const name = tagName.toLowerCase()
    const [isEnd, isEmpty] = [slash !== '', body.endsWith('/')]
    if (skipped) {
      if (name === skipped.name && !isEmpty) skipped.depth += isEnd ? -1 : 1
      if (skipped.depth === 0) skipped = undefined
    } else if (!isEnd && !isEmpty && skips(name, body)) {
      skipped = { name, depth: 1 }
    } else if (texts?.has(name) && !isEmpty) {
      counts = !isEnd
    }
    return name !== '' && breaks(name) ? '\n' : ''
  }
  return {
    take: (part) => {
      const markup = rest + part
      let text = ''
      let at = 0
      for (;;) {
        const rawEnd = skipped && raw?.has(skipped.name) ? `</${skipped.name}` : undefined
        const open = rawEnd === undefined ? markup.indexOf('<', at) : indexOfAnyCase(markup, rawEnd, at)
        if (open < 0) {
          // A reference may go on in the next part.
          const end = rawEnd === undefined ? referenceAtEnd(markup, at) : Math.max(at, markup.length - 20)
          if (counts && !skipped) text += decodeReferences(markup.slice(at, end))
          at = end
          break
        }
        if (counts && !skipped) text += decodeReferences(markup.slice(at, open))
        at = open
        const [begin, end] = markup.startsWith('<!--', open) ? ['<!--', '-->'] : ['<', '>']
        const close = markup.indexOf(end, open)
        if (close < 0) break
        if (begin === '<') text += readTag(markup.slice(open + 1, close))
        at = close + end.length
      }
      rest = markup.length - at > maxTag ? '' : markup.slice(at)
      return text
    },
  }
}

/** Where a reference begins that has not ended yet; else the end. */
function referenceAtEnd(markup: string, from: number): number {
  const at = markup.lastIndexOf('&')
  return at >= from && markup.length - at < 12 && !markup.includes(';', at) ? at : markup.length
}

function indexOfAnyCase(text: string, sought: string, from: number): number {
  const found = new RegExp(sought, 'gi')
  found.lastIndex = from
  return found.exec(text)?.index ?? -1
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '\u00AD',
  szlig: 'ß',
  aelig: 'æ',
  oelig: 'œ',
  oslash: 'ø',
}

/** Accents are no part of words as the search compares them. */
const accented = /^([a-z])(?:acute|grave|circ|uml|cedil|tilde|ring|caron)$/i

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,10}));/gi,
    (whole, decimal?: string, hexadecimal?: string, name = '') => {
      if (name !== '') return named[name] ?? named[name.toLowerCase()] ?? accented.exec(name)?.[1] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    },
  )
}
