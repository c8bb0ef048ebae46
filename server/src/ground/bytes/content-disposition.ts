/** Whether a browser shows the bytes or saves them. */
export type Disposition = 'inline' | 'attachment'

/**
 * The `Content-Disposition` of a file: an ASCII name for old clients and, where that loses something, the
 * exact name in UTF-8. A folder in the name, a line break or another control character cannot get through.
 * @source RFC 6266 §4.3 and appendix D, RFC 8187 §3.2
 */
export function contentDisposition(disposition: Disposition, fileName: string): string {
  const name = oneSegment(fileName)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["%]/g, '_')
  const exact = ascii === name ? '' : `; filename*=UTF-8''${extendedValue(name)}`
  return `${disposition}; filename="${ascii}"${exact}`
}

function oneSegment(fileName: string): string {
  // Bidirectional controls go too: they make "gpj.exe" read as "exe.jpg".
  const name = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  return /^\.*$/.test(name) ? 'download' : name
}

/** RFC 8187 `attr-char` allows less than encodeURIComponent leaves as it is. */
function extendedValue(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
