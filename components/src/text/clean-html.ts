import sanitizeHtml from 'sanitize-html'
import { linkTarget } from '../component/link.ts'
import { isSafeAddress } from '../component/property.ts'

/**
 * Takes everything out of HTML that is no text: scripts, styles, handlers, frames, forms, pictures of other
 * sites, addresses with a scheme that runs. Headings begin at the second level: the first is the page's.
 * @param link the address of what a link leads to by its id; one without an address becomes plain text
 */
export function cleanHtml(
  html: string,
  link: (link: string) => string | undefined = () => undefined,
): string {
  return sanitizeHtml(html, {
    ...options,
    transformTags: {
      h1: 'h2',
      a: (tagName, { href, ...attribs }) => {
        const isTarget = href !== undefined && linkTarget(href) !== undefined
        const address = isTarget ? link(href) : href
        if (isTarget && address === undefined) return { tagName: 'span', attribs: {} }
        return {
          tagName,
          attribs: {
            ...(address !== undefined && isSafeAddress(address) ? { href: address } : {}),
            ...attribs,
            rel: 'noopener noreferrer',
          },
        }
      },
    },
  })
}

/** What the links of HTML lead to by their ids, each once. */
export function linksIn(html: string): string[] {
  // Most texts have none: they are read once.
  if (!/(?:page|asset|cart|share):/.test(html)) return []
  const found = new Set<string>()
  cleanHtml(html, (link) => void found.add(link))
  return [...found]
}

const blocks = [
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
]
const words = [
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'em',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
]
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...words, ...tables],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // No attribute holds a style: nothing needs to read one.
  parseStyleAttributes: false,
  nestingLimit: 60,
}
