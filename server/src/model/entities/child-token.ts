import { ApiError } from '@cartouche/contract'
import { z } from 'zod'

/** Where the next page of linked entities starts: after this link, which was the `first`th. */
const ChildToken = z.object({ first: z.int().min(0), position: z.int(), id: z.int() })
export type ChildToken = z.output<typeof ChildToken>

/** The token's text; opaque to clients. */
export function encodeChildToken(token: ChildToken): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

/**
 * Reads a token.
 * @throws token_mismatch
 */
export function decodeChildToken(text: string): ChildToken {
  try {
    return ChildToken.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new ApiError('token_mismatch')
  }
}
