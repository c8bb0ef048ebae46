import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { foldText } from '../../ground/fold-text.ts'
import type { AccountKey } from '../session/credentials.sql.ts'

/** An account with what administrators see of it. */
export interface ListedRow extends AccountKey {
  readonly name: string
  readonly login: string
  readonly email: string | null
  readonly locale: string | null
  readonly role_id: number | null
  readonly role_name: string | null
  readonly state: 'active' | 'disabled' | 'invited'
  readonly created_at: Date
  readonly seen_at: Date | null
  readonly previous_until: Date | null
}

/** What accounts are found by. */
export interface AccountSearch {
  readonly words: string
  readonly roleId?: number | undefined
  readonly state?: string | undefined
}

const stateColumn = sql`case when c.id is null or c.disabled then 'disabled' when c.must_change then 'invited' else 'active' end`
const tables = sql`search s join entity e on e.resource = s.resource and e.id = s.id left join credential c on c.resource = s.resource and c.id = s.id
  left join link l on l.resource = s.resource and l.id = s.id and l.field = 'role' left join entity r on r.resource = 'role' and r.id = l.target_id`
const columns = sql`s.resource kind, s.id, coalesce(e.props ->> 'name', '') name, coalesce(c.login, e.props ->> 'login', '') login, nullif(e.props ->> 'email', '') email, nullif(e.props ->> 'locale', '') locale,
  r.id role_id, r.props ->> 'name' role_name, ${stateColumn} state, e.created_at,
  (select max(u.seen_at) from session x join session_use u using (family) where x.resource = s.resource and x.entity_id = s.id) seen_at,
  (select max(k.expires_at) from application_key k where s.resource = 'application' and k.application_id = s.id and k.login = c.login and k.expires_at > now()
    and exists (select from application_key o where o.application_id = k.application_id and o.login = k.login and o.id > k.id)) previous_until`

/** A page of the accounts that lie in a condition on `search s`, by name; and how many there are in all. */
export async function selectAccounts(
  database: Database,
  condition: RawBuilder<SqlBool>,
  search: AccountSearch,
  page: { readonly start: number; readonly max: number },
): Promise<{ total: number; rows: ListedRow[] }> {
  const where = sql`where ${condition} and ${wordsCondition(search.words)} and ${search.roleId === undefined ? sql`true` : sql`r.id = ${search.roleId}`} and ${search.state === undefined ? sql`true` : sql`${stateColumn} = ${search.state}`}`
  const { rows } =
    await sql<ListedRow>`select ${columns} from ${tables} ${where} order by s.keys ->> 'name', s.id limit ${page.max} offset ${page.start}`.execute(
      database,
    )
  const counted = await sql<{ total: number }>`select count(*) total from ${tables} ${where}`.execute(
    database,
  )
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** One account in a condition on `search s`; undefined where it is gone, or beyond the condition. */
export async function selectListed(
  database: Database,
  condition: RawBuilder<SqlBool>,
  id: number,
): Promise<ListedRow | undefined> {
  const { rows } =
    await sql<ListedRow>`select ${columns} from ${tables} where s.id = ${id} and ${condition}`.execute(
      database,
    )
  return rows[0]
}

/** Every word stands somewhere in the name, the login or the e-mail address. */
function wordsCondition(words: string): RawBuilder<SqlBool> {
  const patterns = foldText(words)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  if (patterns.length === 0) return sql<SqlBool>`true`
  return sql<SqlBool>`(${sql.join(
    patterns.map(
      (pattern) =>
        sql`concat_ws(' ', s.keys ->> 'name', s.keys ->> 'login', lower(e.props ->> 'email')) like ${pattern}`,
    ),
    sql` and `,
  )})`
}
