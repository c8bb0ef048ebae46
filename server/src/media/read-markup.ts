import { Parser } from 'htmlparser2'

/** Which text of a markup counts; elements are named in lower case, without their prefix. */
export interface MarkupRules {
  /** XML has no elements without an end tag, and none whose content is no markup. */
  readonly isXml: boolean
  /** Elements in which text counts; null: in all. */
  readonly texts: ReadonlySet<string> | null
  /** Whether an element counts with nothing that is in it. */
  readonly skips: (name: string, attributes: Readonly<Record<string, string>>) => boolean
  /** Whether a line ends at the tags of an element. */
  readonly breaks: (name: string) => boolean
}

/** Takes text out of markup that comes in parts, which may end anywhere. */
export interface MarkupReader {
  /** The text that a part adds; a line ends where the rules say. */
  take(part: string): string
  /** Whether nothing more is read: it is deeper, or has a longer tag, than what people write. */
  readonly isOver: boolean
}

/** What is collected for one tag is held in memory. */
const maxTagCharacters = 1_000_000
/** As browsers have it: an end tag is looked for among all elements that are open. */
const maxDepth = 512

/**
 * Reads markup as a stream of tags and text, well-formed or not: nothing that it declares or refers to is
 * looked at.
 */
export function createMarkupReader({ isXml, texts, skips, breaks }: MarkupRules): MarkupReader {
  let text = ''
  let depth = 0
  let skippedFrom = Infinity
  let counting = texts === null ? 1 : 0
  let sinceEvent = 0
  let isOver = false
  const lineEnd = (name: string): void => {
    sinceEvent = 0
    if (breaks(name)) text += '\n'
  }
  const parser = new Parser(
    {
      onopentag(tagName, attributes) {
        const name = localName(tagName)
        lineEnd(name)
        depth++
        if (skippedFrom === Infinity && skips(name, attributes)) skippedFrom = depth
        if (texts?.has(name)) counting++
        if (depth > maxDepth) stop()
      },
      onclosetag(tagName) {
        const name = localName(tagName)
        if (texts?.has(name)) counting--
        if (skippedFrom === depth) skippedFrom = Infinity
        depth--
        lineEnd(name)
      },
      ontext(data) {
        sinceEvent = 0
        if (counting > 0 && skippedFrom === Infinity) text += data
      },
    },
    { xmlMode: isXml },
  )
  const stop = (): void => {
    isOver = true
    parser.pause()
  }
  return {
    get isOver() {
      return isOver
    },
    take: (part) => {
      if (isOver) return ''
      sinceEvent += part.length
      parser.write(part)
      if (sinceEvent > maxTagCharacters) stop()
      const taken = text
      text = ''
      return taken
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
