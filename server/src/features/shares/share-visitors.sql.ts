import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** A visitor of a share who said who they are. */
export interface NamedVisitor {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** What visitors do that is limited. */
export type LimitedKind = 'visitor' | 'comment' | 'link' | 'upload'

/** @returns the number of the visitor */
export async function insertVisitor(
  database: Database,
  visitor: Omit<NamedVisitor, 'id'> & { readonly shareId: string; readonly tokenHash: string },
): Promise<number> {
  const { visitor_id: id } = await database
    .insertInto('share_visitor')
    .values({
      share_id: visitor.shareId,
      token_hash: Buffer.from(visitor.tokenHash, 'hex'),
      name: visitor.name,
      email: visitor.email,
    })
    .returning('visitor_id')
    .executeTakeFirstOrThrow()
  return id
}

/** The visitor of a share who has a token. */
export async function selectVisitor(
  database: Database,
  shareId: string,
  tokenHash: string,
): Promise<NamedVisitor | undefined> {
  return database
    .selectFrom('share_visitor')
    .select(['visitor_id as id', 'name', 'email'])
    .where('share_id', '=', shareId)
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .executeTakeFirst()
}

/** How often something was done within so many seconds, and in how many that is over. */
export interface Done {
  /** By one network. */
  readonly byNetwork: number
  readonly inAll: number
  readonly seconds: number
}

/** Those of a share; until the transaction ends, nobody else counts them. */
export async function countDone(
  transaction: Database,
  {
    shareId,
    kind,
    network,
  }: { readonly shareId: string; readonly kind: LimitedKind; readonly network: string },
  withinSeconds: number,
): Promise<Done> {
  await sql`select from share where id = ${shareId} for update`.execute(transaction)
  const { rows } = await sql<Done>`
    select count(*) filter (where network = ${network})::int "byNetwork", count(*)::int "inAll",
      greatest(1, ceil(${withinSeconds}::int - extract(epoch from clock_timestamp() - min(at))))::int seconds
    from share_limit where share_id = ${shareId} and kind = ${kind}
      and at > clock_timestamp() - make_interval(secs => ${withinSeconds}::int) and at <= clock_timestamp()`.execute(
    transaction,
  )
  return rows[0] ?? { byNetwork: 0, inAll: 0, seconds: 1 }
}

export async function insertDone(
  transaction: Database,
  done: { readonly shareId: string; readonly kind: LimitedKind; readonly network: string },
): Promise<void> {
  await transaction
    .insertInto('share_limit')
    .values({ share_id: done.shareId, kind: done.kind, network: done.network })
    .execute()
}

/** Forgets what no limit counts any more. */
export async function deleteOldDone(database: Database): Promise<void> {
  await sql`delete from share_limit where at < now() - interval '2 days'`.execute(database)
}
