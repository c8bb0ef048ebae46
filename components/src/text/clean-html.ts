import sanitizeHtml from 'sanitize-html'
import { isSafeAddress } from '../component/property.ts'

/**
 * Takes everything out of HTML that is no text: scripts, styles, handlers, frames, forms, pictures of other
 * sites, addresses with a scheme that runs. Headings begin at the second level: the first is the page's.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options)
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
  transformTags: {
    h1: 'h2',
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && isSafeAddress(href) ? { href } : {}),
        ...attribs,
        rel: 'noopener noreferrer',
      },
    }),
  },
}
