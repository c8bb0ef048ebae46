import type { Reader } from '../../access/decide.ts'
import type { Schema } from '../schemas/schema.ts'

/** Under whom marks stand that all share. */
export const sharedMarks = 0

/**
 * Whose marks of a resource a reader sees: the shared ones, their own, or nobody's. Those of somebody
 * else are never read.
 * @source decision 0207
 */
export function markOwnerOf(
  { marks, importField }: Pick<Schema, 'marks' | 'importField'>,
  { userId, isSignedIn }: Pick<Reader, 'userId' | 'isSignedIn'>,
): number | null {
  if (importField === null || !isSignedIn) return null
  return marks === 'shared' ? sharedMarks : userId
}
