import type { Context } from '../../access/context.ts'

/** Who changed something, by the name of then: a user, or an application. */
export interface Author {
  readonly id: number | null
  readonly name: string
}

/** Whoever makes a call, as the author of what it changes. */
export function authorOf({ identity }: Context): Author {
  return identity.kind === 'user' || identity.kind === 'application'
    ? { id: identity.id, name: identity.name }
    : { id: null, name: '' }
}
