import { escapeHtml } from '../../ground/escape-html.ts'

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const noXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Writes text into XML, between tags or into an attribute, without the characters that XML does not have. */
export function xml(text: string): string {
  return escapeHtml(text.toWellFormed().replaceAll(noXml, ''))
}
