import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { accountColumns, accountTables, type AccountRow } from '../session/credentials.sql.ts'

/** These users, those of them who may sign in. */
export async function selectUsers(database: Database, ids: readonly number[]): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from ${accountTables}
    where c.resource = 'user' and c.id = any(${[...ids]}::bigint[]) and not c.disabled`.execute(database)
  return rows
}

/** Ids of users whose name or login holds a text, by name. */
export async function selectUsersByName(database: Database, text: string, max: number): Promise<number[]> {
  const like = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ id: number }>`
    select e.id from entity e join credential c on c.resource = e.resource and c.id = e.id
    where e.resource = 'user' and not c.disabled
      and (unaccent(e.props ->> 'name') ilike unaccent(${like}) or c.login ilike ${like})
    order by e.props ->> 'name', e.id limit ${max}`.execute(database)
  return rows.map(({ id }) => id)
}
