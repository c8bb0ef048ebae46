import { createHash } from 'node:crypto'
import { ApiError } from '@cartouche/contract'
import { z } from 'zod'

/** Where the next page starts: the sort keys of the last row, and what was counted on the first page. */
const PageToken = z.object({ q: z.string(), after: z.array(z.string().nullable()), total: z.number() })
export type PageToken = z.output<typeof PageToken>

/** A short text that is equal exactly when two queries ask the same, whatever the order of their keys. */
export function signatureOf(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query, sortedKeys)).digest('base64url').slice(0, 22)
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The token's text; opaque to clients. */
export function encodePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/**
 * Reads a token that must belong to this query.
 * @throws token_mismatch
 */
export function decodePageToken(text: string, signature: string): PageToken {
  try {
    const token = PageToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (token.q === signature) return token
  } catch {
    // Not one of ours; the answer is the same as for another query's.
  }
  throw new ApiError('token_mismatch')
}
