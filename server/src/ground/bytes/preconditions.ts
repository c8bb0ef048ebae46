import type { IncomingHttpHeaders } from 'node:http'

/** What identifies a representation: its strong ETag, quotes included, and when it last changed. */
export type Validators = { readonly etag: string; readonly lastModifiedAt?: Date | undefined }

/**
 * Whether a GET or HEAD is to be answered (`proceed`), with 304 (`not_modified`) or with 412 (`failed`), in
 * the order that the standard prescribes.
 * @source RFC 9110 §13.2.2
 */
export function checkPreconditions(
  headers: IncomingHttpHeaders,
  validators: Validators,
): 'proceed' | 'not_modified' | 'failed' {
  if (matchHolds(headers, validators) === false) return 'failed'
  const noneMatch = headers['if-none-match']
  if (noneMatch !== undefined)
    return listsEtag(noneMatch, validators.etag, 'weak') ? 'not_modified' : 'proceed'
  const since = secondsOf(headers['if-modified-since'])
  const changed = changedSecond(validators)
  return since !== undefined && changed !== undefined && changed <= since ? 'not_modified' : 'proceed'
}

/**
 * Whether a `Range` may be obeyed: there is no `If-Range`, or it is this very ETag. A date never holds: a
 * change within the same second would glue two files together, and then the whole is the safe answer.
 * @source RFC 9110 §13.1.5
 */
export function ifRangeHolds(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === etag
}

function matchHolds(headers: IncomingHttpHeaders, validators: Validators): boolean | undefined {
  const match = headers['if-match']
  if (match !== undefined) return listsEtag(match, validators.etag, 'strong')
  const since = secondsOf(headers['if-unmodified-since'])
  const changed = changedSecond(validators)
  return since === undefined || changed === undefined ? undefined : changed <= since
}

function listsEtag(header: string, etag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true
  const listed = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return listed.some((one) => one === etag || (comparison === 'weak' && one === `W/${etag}`))
}

/** HTTP dates have whole seconds. */
function changedSecond({ lastModifiedAt }: Validators): number | undefined {
  return lastModifiedAt === undefined ? undefined : Math.floor(lastModifiedAt.getTime() / 1000)
}

function secondsOf(date: string | undefined): number | undefined {
  const milliseconds = Date.parse(date ?? '')
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
