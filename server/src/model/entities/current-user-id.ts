import type { Context } from '../../access/context.ts'

/** The user's id; applications own nothing. */
export function currentUserId(context: Context): number | null {
  return context.identity.kind === 'user' ? context.identity.id : null
}
