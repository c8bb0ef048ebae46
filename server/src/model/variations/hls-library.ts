import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { byteSourceOf, type ByteSource } from '../../ground/bytes/byte-source.ts'

/** The one without subtitles, encryption and advertisements, which we do not use: 390 KB in place of 620. */
const bytes = readFileSync(createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js'))

/** Changes with it. */
export const hlsVersion = createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/**
 * What plays films in sizes where the browser does not by itself; under its own address it may be kept for
 * ever.
 */
export async function getHlsScript(
  _context: Context,
  { v }: CallInput<Calls['getHlsScript']>,
): Promise<ByteSource> {
  return byteSourceOf(bytes, {
    mediaType: 'text/javascript; charset=utf-8',
    cacheControl: v === hlsVersion ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  })
}
