import { sql, type RawBuilder } from 'kysely'
import { planned } from '../../../ground/database/create-pool.ts'
import type { Database } from '../../../ground/database/database.ts'
import type { Author } from '../author-of.ts'

/** What the fields of an entity hold: values by field, links as ids. */
export type FieldState = Readonly<Record<string, unknown>>

/** A change of a field that is written down. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * What the fields of an entity hold, with which a change is compared; it is locked until the
 * transaction ends. Undefined where it is gone.
 */
export async function holdFields(
  database: Database,
  resource: string,
  id: number,
): Promise<FieldState | undefined> {
  const { rows } = await sql<{
    values: FieldState
    from: Date | null
    until: Date | null
  }>`${sql.raw(planned)}
    select e.props || coalesce((
      select jsonb_object_agg(field, ids) from (
        select field, jsonb_agg(target_id order by position) ids from link
        where resource = e.resource and id = e.id group by field) l), '{}') as values,
      e.valid_from "from", e.valid_until until
    from entity e where e.resource = ${resource} and e.id = ${id} for no key update of e`.execute(database)
  const [row] = rows
  if (!row) return undefined
  return { ...row.values, ...validityOf(row) }
}

/** When an entity is valid, as its fields hold it. */
export function validityOf({
  from,
  until,
}: {
  readonly from: Date | null
  readonly until: Date | null
}): FieldState {
  return { validfrom: from?.toISOString(), validuntil: until?.toISOString() }
}

/** A statement that writes changes down, each an entry, at one instant. */
export function editEntries(
  { resource, id }: { readonly resource: string; readonly id: number },
  author: Author,
  changes: readonly FieldChange[],
): RawBuilder<unknown> {
  return sql`
    insert into entity_edit (resource, id, author_id, author_name, field, before, after)
    select ${resource}::text, ${id}::bigint, ${author.id}::bigint, ${author.name}::text, field, before, after
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) c(field text, before jsonb, after jsonb)`
}
