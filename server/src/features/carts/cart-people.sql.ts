import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { edited, type NewCollaborator } from './carts.sql.ts'

type Condition = RawBuilder<SqlBool>

/** Who is in a cart, and when it was changed. */
export interface CartPeople {
  readonly name: string
  readonly modified_at: Date
  /** Owner, where it is a user, and collaborators. */
  readonly users: readonly number[]
}

/** The people of a cart; undefined where there is none. */
export async function selectPeople(database: Database, id: number): Promise<CartPeople | undefined> {
  const { rows } = await sql<CartPeople>`
    select c.name, c.modified_at, array(
      select cc.user_id from cart_collaborator cc where cc.cart_id = c.id union select c.owner_id where c.owner_resource = 'user'
    ) users from cart c where c.id = ${id}
  `.execute(database)
  return rows[0]
}

/**
 * Lets people into a cart that is held, or changes what they may do there; its owner is in it anyway. Whoever
 * was not in it before.
 */
export async function putCollaborators(
  database: Database,
  id: number,
  people: readonly NewCollaborator[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number; is_new: boolean }>`
    insert into cart_collaborator as cc (cart_id, user_id, may_edit)
    select c.id, wanted.user_id, wanted.may_edit from cart c, unnest(${people.map((person) => person.id)}::bigint[], ${people.map(({ mayEdit }) => mayEdit)}::boolean[]) wanted(user_id, may_edit)
    where c.id = ${id} and not (c.owner_resource = 'user' and c.owner_id = wanted.user_id)
    on conflict (cart_id, user_id) do update set may_edit = excluded.may_edit
    returning cc.user_id, xmax = 0 is_new
  `.execute(database)
  await touch(database, id)
  return rows.filter(({ is_new }) => is_new).map(({ user_id }) => user_id)
}

/** Takes people out of a cart that is held; those who were in it. */
export async function deleteCollaborators(
  database: Database,
  id: number,
  users: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    user_id: number
  }>`delete from cart_collaborator where cart_id = ${id} and user_id = any(${[...users]}::bigint[]) returning user_id`.execute(
    database,
  )
  await touch(database, id)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Gives a cart that is held to a user, who is no collaborator any more; who had it stays as one who edits,
 * where that is a user.
 */
export async function changeOwner(database: Database, id: number, owner: number): Promise<void> {
  await sql`
    with before as (select owner_resource, owner_id from cart where id = ${id}), new_owner as (delete from cart_collaborator where cart_id = ${id} and user_id = ${owner}),
    stays as (
      insert into cart_collaborator (cart_id, user_id, may_edit) select ${id}, owner_id, true from before where owner_resource = 'user' and owner_id <> ${owner}
      on conflict (cart_id, user_id) do update set may_edit = true
    )
    update cart c set ${edited}, owner_resource = 'user', owner_id = ${owner} where c.id = ${id}
  `.execute(database)
}

async function touch(database: Database, id: number): Promise<void> {
  await sql`update cart c set ${edited} where c.id = ${id}`.execute(database)
}

/** Deletes carts that ended longer ago than an interval of SQL; how many. */
export async function deleteEndedCarts(database: Database, ago: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from cart where expires_at < now() - ${ago}::interval`.execute(
    database,
  )
  return Number(numAffectedRows ?? 0)
}

/** Whether a user is a collaborator or the owner of a cart within `access`, a condition on `cart c`. */
export async function selectMembership(
  database: Database,
  id: number,
  user: number,
  access: Condition,
): Promise<'owner' | 'collaborator' | 'none'> {
  const { rows } = await sql<{ owns: boolean; helps: boolean }>`
    select c.owner_resource = 'user' and c.owner_id = ${user} owns, exists (select from cart_collaborator cc where cc.cart_id = c.id and cc.user_id = ${user}) helps
    from cart c where c.id = ${id} and ${access} for update of c
  `.execute(database)
  return rows[0]?.owns ? 'owner' : rows[0]?.helps ? 'collaborator' : 'none'
}
