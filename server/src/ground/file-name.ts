import { StringDecoder } from 'node:string_decoder'

/** Bytes: what file systems take. */
const longestName = 255

/**
 * The last part of a path, without what no file system takes; what is longer than a file system takes is cut
 * before the extension.
 */
export function cleanName(name: string): string {
  const last = cleanText(name).split(/[/\\]/).pop()?.trim() ?? ''
  if (last === '' || /^\.+$/.test(last)) return 'untitled'
  if (Buffer.byteLength(last) <= longestName) return last
  const extension = /\.[^.]{1,10}$/.exec(last)?.[0] ?? ''
  const stem = Buffer.from(last.slice(0, last.length - extension.length)).subarray(
    0,
    longestName - Buffer.byteLength(extension),
  )
  // Leaves out a character of which the cut left a part.
  return new StringDecoder('utf8').write(stem) + extension
}

/** A text without control characters, in one form of Unicode. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
}
