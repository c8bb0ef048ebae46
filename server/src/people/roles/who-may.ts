import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { accountOf } from '../session/account.ts'
import { actAs } from '../session/act-as.ts'
import { selectUsers, selectUsersByName } from './who-may.sql.ts'

/** What people are asked about: entities of a resource, and the actions that each must allow. */
export interface Needed {
  readonly schema: Schema
  readonly ids: readonly number[]
  readonly actions: readonly string[]
}

/** A user, by the name of today. */
export interface NamedUser {
  readonly id: number
  readonly name: string
}

/** Of so many people who fit a text it is asked what they may do. */
const maxAsked = 100

/** Those of these users who may sign in and take all the actions on each of the entities, in their order. */
export async function keepWhoMay(
  context: Context,
  users: readonly number[],
  { schema, ids, actions }: Needed,
): Promise<NamedUser[]> {
  const unique = [...new Set(users)]
  const rows = new Map((await selectUsers(context.database, unique)).map((row) => [row.id, row]))
  const kept: NamedUser[] = []
  for (const id of unique) {
    const row = rows.get(id)
    if (!row) continue
    const account = accountOf(row)
    const decisions = await decideRows(actAs(context, account), schema, ids, actions)
    const mayAll = ids.every((one) => actions.every((action) => decisions.get(one)?.has(action)))
    if (mayAll) kept.push({ id, name: account.name })
  }
  return kept
}

/** Users whom the caller may see, whose name or login holds a text, and who may do what is needed. */
export async function findWhoMay(
  context: Context,
  text: string,
  max: number,
  needed: Needed,
): Promise<NamedUser[]> {
  const named = await selectUsersByName(context.database, text.trim(), maxAsked)
  const seen = await keepInScope(await searchIn(context), scopeOf(context.identity, 'user', 'view'), named)
  const found: NamedUser[] = []
  // A few at a time: most texts are found soon.
  for (let first = 0; first < seen.length && found.length < max; first += max)
    found.push(...(await keepWhoMay(context, seen.slice(first, first + max), needed)))
  return found.slice(0, max)
}
