import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Disposition } from './content-disposition.ts'

/** Bytes that HTTP can answer with: an original, a rendition, an archive, a page of a player. */
export type ByteSource = {
  readonly sizeBytes: number
  /** Strong ETag, quotes included: equal tags mean equal bytes. */
  readonly etag: string
  readonly lastModifiedAt?: Date | undefined
  readonly mediaType: string
  /**
   * Of a page that says why there is nothing else: there is none, or a password was wrong or tried too often.
   * It is answered whole, and is not kept. Default: 200.
   */
  readonly status?: 403 | 404 | 429 | undefined
  /** The name under which it is saved, as people wrote it. */
  readonly fileName?: string | undefined
  /** `inline` unless given. */
  readonly disposition?: Disposition | undefined
  /** The header of the request that decided among several sources. */
  readonly vary?: 'accept' | 'accept-language' | undefined
  /** Sent as it is; who may see the bytes decides it. */
  readonly cacheControl: string
  /** In place of the sandbox that markup gets. */
  readonly contentSecurityPolicy?: string | undefined
  /** Pages of every site may load it; otherwise browsers keep it to our own. */
  readonly forOtherSites?: boolean | undefined
  /** Where else the bytes are for a moment; a GET is sent there in place of an answer. */
  readonly directUrl?: (() => string) | undefined
  /** The bytes from `start` up to, not including, `endExclusive`; called at most once. */
  readonly open: (start: number, endExclusive: number) => Readable
  /** Gives back what the source holds; called once, when the body has ended or there is none. */
  readonly close?: (() => void) | undefined
}

/** A source of bytes that are at hand, such as a page of a player; its ETag is their hash. */
export function byteSourceOf(
  bytes: Uint8Array,
  about: Omit<ByteSource, 'sizeBytes' | 'etag' | 'open' | 'close'>,
): ByteSource {
  return {
    ...about,
    sizeBytes: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    open: (start, endExclusive) =>
      Readable.from([bytes.subarray(start, endExclusive)], { objectMode: false }),
  }
}
