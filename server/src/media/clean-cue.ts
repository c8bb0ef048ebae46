/** The elements of the text of a cue; all others are left out. @source WebVTT §3.3 */
const elements: ReadonlySet<string> = new Set(['b', 'c', 'i', 'lang', 'rt', 'ruby', 'u', 'v'])
/** Those that say something more: who speaks, and in which language. */
const annotated: ReadonlySet<string> = new Set(['lang', 'v'])
const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
}

/** Nobody nests deeper. */
const deepest = 20

/**
 * The text of a cue with the elements that WebVTT has, closed in the order in which they were opened, without
 * their classes. Everything else of a stranger's markup is left out, and what is no markup is written so that
 * it is none.
 */
export function cleanCue(text: string): string {
  const open: string[] = []
  const cleaned = text.replaceAll(
    /<(\/?[a-zA-Z\d!?][^<>]{0,200})>|&(#?[a-zA-Z0-9]{1,10});|[<>&]/g,
    (whole, tag?: string, entity?: string) => {
      if (tag !== undefined) return cleanTag(tag, open)
      return entity === undefined ? (escapes[whole] ?? whole) : escapeText(decodeEntity(entity, whole))
    },
  )
  return (cleaned + closed(open)).trim()
}

/** The same without any markup, on one line: titles of chapters have none. */
export function plainCue(text: string): string {
  return cleanCue(text)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function cleanTag(tag: string, open: string[]): string {
  const [, slash = '', word = '', rest = ''] = /^(\/?)([a-zA-Z]{1,8})(?=[.\s]|$)(.*)$/s.exec(tag) ?? []
  const name = word.toLowerCase()
  if (!elements.has(name)) return ''
  if (slash === '') {
    if (open.length >= deepest) return ''
    open.push(name)
    const annotation = annotated.has(name)
      ? escapeText(decodeEntities(rest.replace(/^\S*\s*/, '').trim()))
      : ''
    return annotation === '' ? `<${name}>` : `<${name} ${annotation}>`
  }
  const at = open.lastIndexOf(name)
  return at < 0
    ? ''
    : open
        .splice(at)
        .toReversed()
        .map((one) => `</${one}>`)
        .join('')
}

const closed = (open: readonly string[]): string =>
  open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?[a-zA-Z0-9]{1,10});/g, (whole, entity: string) => decodeEntity(entity, whole))
}

function decodeEntity(entity: string, whole: string): string {
  if (!entity.startsWith('#')) return Object.hasOwn(named, entity) ? (named[entity] ?? whole) : whole
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  const isText = code >= 0x20 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
  return isText ? String.fromCodePoint(code) : ''
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
