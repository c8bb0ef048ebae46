/** What the editor of texts keeps as it is. */
const kept = new Set('h2 h3 h4 p br hr blockquote pre ul ol li a b strong i em s code u'.split(' '))
/** Attributes that it keeps, of links and of numbered lists. */
const keptAttributes = /^(?:\s+(?:href|rel|target|title|start|class)="[^"]*")*\s*\/?$/i

/** Whether the editor of texts loses nothing of a text of HTML. */
export function isPlainHtml(html: string): boolean {
  return [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)].every(
    ([, tag = '', attributes = '']) => kept.has(tag.toLowerCase()) && keptAttributes.test(attributes),
  )
}
