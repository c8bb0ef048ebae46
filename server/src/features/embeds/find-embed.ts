import { ApiError } from '@cartouche/contract'
import { createHash } from 'node:crypto'
import type { EmbedReader } from '../../access/identity.ts'
import type { Services } from '../../ground/services.ts'
import { findAccount } from '../../people/session/account.ts'
import { selectEmbedByToken } from './embeds.sql.ts'

/** What is kept of a token: whoever reads the database has no token by it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Whoever visits a site that shows an embed, as long as it is active and its author may sign in.
 * @throws embed_not_found
 */
export async function identifyEmbedReader(
  { database }: Pick<Services, 'database'>,
  token: string,
): Promise<EmbedReader> {
  const embed = await selectEmbedByToken(database, hashToken(token))
  const author = embed && (await findAccount(database, embed.author))
  if (!embed || !author) throw new ApiError('embed_not_found')
  const { id: embedId, resource, entityId, variation, sites } = embed
  return { kind: 'embed', embedId, resource, entityId, variation, sites, author }
}
