import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'

/** An asset that waits for a decision, with what its request asks. */
export interface WaitingItem {
  readonly id: number
  readonly requestId: number
  readonly requesterId: number | null
  readonly needsAll: boolean
  /** Nobody: whoever may publish and reject. */
  readonly reviewers: readonly number[]
  /** Reviewers who approved the present version of the file. */
  readonly approvedBy: readonly number[]
  readonly version: number | null
}

/** Those of these assets that wait for a decision, held until the transaction ends. */
export async function lockWaiting(database: Database, ids: readonly number[]): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select i.id, i.request_id "requestId", r.requester_id "requesterId", r.needs_all "needsAll", i.version,
      array(select v.user_id from review_reviewer v where v.request_id = i.request_id) reviewers,
      array(select d.author_id from review_decision d where d.resource = i.resource and d.id = i.id
        and d.request_id = i.request_id and d.verdict = 'approve' and d.author_kind = 'user' and not d.is_void) "approvedBy"
    from review_item i join review_request r using (request_id)
    where i.resource = 'asset' and i.id = any(${[...ids]}::bigint[]) and i.state = 'waiting'
    order by i.id for update of i`.execute(database)
  return rows
}

/** What is asked. */
export interface NewRequest {
  readonly requesterId: number | null
  readonly note: string
  readonly dueAt: string | null
  readonly needsAll: boolean
  readonly reviewers: readonly number[]
}

/** Keeps a request for a decision on assets. @returns its number */
export async function insertRequest(
  database: Database,
  { requesterId, note, dueAt, needsAll, reviewers }: NewRequest,
  ids: readonly number[],
): Promise<number> {
  const { request_id: requestId } = await database
    .insertInto('review_request')
    .values({ requester_id: requesterId, note, due_at: dueAt, needs_all: needsAll })
    .returning('request_id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into review_reviewer (request_id, user_id) select ${requestId}, unnest(${[...reviewers]}::bigint[])`.execute(
    database,
  )
  await sql`
    insert into review_item (resource, id, request_id, state, version)
    select e.resource, e.id, ${requestId}, 'waiting', case when f.id is not null then coalesce(f.number, 1) end
    from entity e left join entity_file f on f.resource = e.resource and f.id = e.id
    where e.resource = 'asset' and e.id = any(${[...ids]}::bigint[])`.execute(database)
  return requestId
}

/** Who decided what, and why. */
export interface Decision {
  readonly author: { readonly kind: 'user' | 'application'; readonly id: number }
  readonly verdict: 'approve' | 'reject'
  readonly reason: string
}

/** Writes down a decision of waiting assets; one that was written down already stays. */
export async function insertDecisions(
  database: Database,
  items: readonly WaitingItem[],
  { author, verdict, reason }: Decision,
): Promise<void> {
  await sql`
    insert into review_decision (resource, id, request_id, author_kind, author_id, verdict, reason, version)
    select i.resource, i.id, i.request_id, ${author.kind}, ${author.id}, ${verdict}, ${reason}, i.version
    from review_item i where i.resource = 'asset' and i.id = any(${items.map(({ id }) => id)}::bigint[]) and i.state = 'waiting'
      and not exists (select from review_decision d where d.resource = i.resource and d.id = i.id
        and d.request_id = i.request_id and d.author_kind = ${author.kind} and d.author_id = ${author.id}
        and d.verdict = ${verdict} and not d.is_void)`.execute(database)
}

/** Ends the waiting of assets. */
export async function updateWaiting(
  database: Database,
  items: readonly WaitingItem[],
  state: 'approved' | 'rejected' | 'withdrawn',
  { decidedBy, reason }: { readonly decidedBy: number | null; readonly reason: string },
): Promise<void> {
  await sql`
    update review_item set state = ${state}, decided_at = clock_timestamp(), decided_by = ${decidedBy}, reason = ${reason}
    where resource = 'asset' and id = any(${items.map(({ id }) => id)}::bigint[]) and state = 'waiting'`.execute(
    database,
  )
}

/** The last request of an asset, where its file is another than the one that was asked about. */
export interface OutdatedItem {
  readonly requestId: number
  readonly state: 'waiting' | 'approved' | 'rejected' | 'withdrawn'
  readonly status: number | null
  readonly version: number
}

/** @returns undefined where the last request is about the present file, or there is none */
export async function selectOutdated(database: Database, id: number): Promise<OutdatedItem | undefined> {
  const { rows } = await sql<OutdatedItem & { asked: number | null }>`${sql.raw(planned)}
    select i.request_id "requestId", i.state, e.status, coalesce(f.number, 1) version, i.version asked
    from review_item i join entity_file f on f.resource = i.resource and f.id = i.id
      join entity e on e.resource = i.resource and e.id = i.id
    where i.resource = 'asset' and i.id = ${id} order by i.request_id desc limit 1`.execute(database)
  const [found] = rows
  return found && found.asked !== found.version ? found : undefined
}

/** Lets an asset wait again: what was decided of the file that it had is void. */
export async function reopenItem(
  database: Database,
  id: number,
  { requestId, version }: Pick<OutdatedItem, 'requestId' | 'version'>,
): Promise<void> {
  await sql`
    update review_item set state = 'waiting', decided_at = null, decided_by = null, reason = '', version = ${version},
      reopened_at = clock_timestamp()
    where resource = 'asset' and id = ${id} and request_id = ${requestId}`.execute(database)
  await sql`
    update review_decision set is_void = true where resource = 'asset' and id = ${id} and request_id = ${requestId}`.execute(
    database,
  )
}

/** An asset of a request, as it is stored; `name` is the request's as well as the asset's of today. */
export interface RequestItemRow {
  readonly requestId: number
  readonly requesterId: number | null
  readonly requesterName: string
  readonly note: string
  readonly dueAt: Date | null
  readonly needsAll: boolean
  readonly createdAt: Date
  readonly reviewers: readonly { readonly id: number; readonly name: string }[]
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'approved' | 'rejected' | 'withdrawn'
  readonly reason: string
  readonly decidedAt: Date | null
  readonly decidedBy: string
  readonly reopenedAt: Date | null
  readonly approvedBy: readonly { readonly id: number; readonly name: string }[]
}

const nameOf = (one: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(${one} ->> 'name', ${one} ->> 'login', '')`

const itemColumns = sql`
  r.request_id "requestId", r.requester_id "requesterId",
  (select ${nameOf(sql`u.props`)} from entity u where u.resource = 'user' and u.id = r.requester_id) "requesterName",
  r.note, r.due_at "dueAt", r.needs_all "needsAll", r.created_at "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameOf(sql`u.props`)}) order by u.props ->> 'name')
    from review_reviewer v join entity u on u.resource = 'user' and u.id = v.user_id where v.request_id = r.request_id), '[]') reviewers,
  i.id, coalesce(e.props ->> 'name', '') name, i.state, i.reason, i.decided_at "decidedAt",
  coalesce((select ${nameOf(sql`u.props`)} from entity u where u.resource in ('user', 'application') and u.id = i.decided_by), '') "decidedBy",
  i.reopened_at "reopenedAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameOf(sql`u.props`)}) order by d.decision_id)
    from review_decision d join entity u on u.resource = 'user' and u.id = d.author_id
    where d.resource = i.resource and d.id = i.id and d.request_id = i.request_id and d.verdict = 'approve' and not d.is_void), '[]') "approvedBy"`

const itemTables = sql`review_item i join review_request r using (request_id)
  join entity e on e.resource = i.resource and e.id = i.id
  join search s on s.resource = i.resource and s.id = i.id`

/** What decides which assets wait for somebody: their id, and conditions on `search s`. */
export interface ToReview {
  readonly userId: number | null
  readonly sees: RawBuilder<SqlBool>
  readonly decides: RawBuilder<SqlBool>
}

const waitsFor = ({ userId, sees, decides }: ToReview): RawBuilder<SqlBool> => sql<SqlBool>`
  i.state = 'waiting' and ${sees} and (
    exists (select from review_reviewer v where v.request_id = i.request_id and v.user_id = ${userId})
      and not exists (select from review_decision d where d.resource = i.resource and d.id = i.id
        and d.request_id = i.request_id and d.author_kind = 'user' and d.author_id = ${userId} and not d.is_void)
    or not exists (select from review_reviewer v where v.request_id = i.request_id)
      and r.requester_id is distinct from ${userId} and ${decides})`

/** Assets that wait for somebody, by deadline. */
export async function selectToReview(
  database: Database,
  who: ToReview,
  max: number,
): Promise<RequestItemRow[]> {
  const { rows } = await sql<RequestItemRow>`
    select ${itemColumns} from ${itemTables} where ${waitsFor(who)}
    order by r.due_at nulls last, r.request_id, i.id limit ${max}`.execute(database)
  return rows
}

export async function countToReview(database: Database, who: ToReview): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from ${itemTables} where ${waitsFor(who)}`.execute(database)
  return rows[0]?.count ?? 0
}

const ofRequester = (userId: number, sees: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`
  r.requester_id = ${userId} and ${sees} and i.state <> 'withdrawn'
  and (i.state = 'waiting' or i.decided_at > now() - interval '90 days')`

/** What somebody submitted and may see, waiting or decided within 90 days, the latest first. */
export async function selectOwnReviews(
  database: Database,
  userId: number,
  sees: RawBuilder<SqlBool>,
  max: number,
): Promise<{ readonly rows: RequestItemRow[]; readonly total: number }> {
  const { rows } = await sql<RequestItemRow & { total: number }>`
    select ${itemColumns}, count(*) over ()::int total from ${itemTables} where ${ofRequester(userId, sees)}
    order by r.request_id desc, i.id limit ${max}`.execute(database)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** What was rejected and is still a draft. */
export async function countRejected(
  database: Database,
  userId: number,
  sees: RawBuilder<SqlBool>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from ${itemTables} where ${ofRequester(userId, sees)} and i.state = 'rejected'
      and not exists (select from review_item n where n.resource = i.resource and n.id = i.id and n.request_id > i.request_id)`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** The items of a request, or the last one of an asset. */
export async function selectItems(
  database: Database,
  of: { readonly requestId: number } | { readonly id: number },
): Promise<RequestItemRow[]> {
  const { rows } = await sql<RequestItemRow>`
    select ${itemColumns} from ${itemTables}
    where ${'requestId' in of ? sql`i.request_id = ${of.requestId}` : sql`i.resource = 'asset' and i.id = ${of.id}`}
    order by i.request_id desc, i.id ${'requestId' in of ? sql`` : sql`limit 1`}`.execute(database)
  return rows
}

/** A decision with the name of today. */
export interface DecisionRow {
  readonly id: number
  readonly authorId: number
  readonly authorName: string
  readonly verdict: 'approve' | 'reject'
  readonly reason: string
  readonly version: number | null
  readonly at: Date
  readonly isVoid: boolean
}

/** What was decided of an asset, the latest first. */
export async function selectDecisionsOf(database: Database, id: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select d.decision_id id, d.author_id "authorId", ${nameOf(sql`u.props`)} "authorName", d.verdict, d.reason, d.version,
      d.at, d.is_void "isVoid"
    from review_decision d left join entity u on u.resource = d.author_kind and u.id = d.author_id
    where d.resource = 'asset' and d.id = ${id} order by d.decision_id desc limit 100`.execute(database)
  return rows
}

/** A request that is due within a day, and the reviewers who did not decide. */
export interface DueRequest {
  readonly requestId: number
  readonly dueAt: Date
  readonly count: number
  readonly reviewers: readonly number[]
}

/** Takes requests that are due within a day, of which nobody was reminded: they count as reminded now. */
export async function takeDue(database: Database, max: number): Promise<DueRequest[]> {
  const { rows } = await sql<DueRequest>`
    with due as (
      update review_request set reminded_at = now() where request_id in (
        select request_id from review_request
        where reminded_at is null and due_at between now() and now() + interval '1 day'
        order by due_at limit ${max} for update skip locked)
      returning request_id, due_at
    )
    select due.request_id "requestId", due.due_at "dueAt",
      (select count(*)::int from review_item i where i.request_id = due.request_id and i.state = 'waiting') count,
      array(select v.user_id from review_reviewer v where v.request_id = due.request_id and exists (
        select from review_item i where i.request_id = due.request_id and i.state = 'waiting' and not exists (
          select from review_decision d where d.resource = i.resource and d.id = i.id and d.request_id = i.request_id
            and d.author_kind = 'user' and d.author_id = v.user_id and not d.is_void))) reviewers
    from due`.execute(database)
  return rows
}
