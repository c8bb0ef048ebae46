import { sql, type RawBuilder } from 'kysely'
import { isRanked, noneColumns, spanColumns } from '../../server/src/features/analytics/roll-up.sql.ts'
import type { Database } from '../../server/src/ground/database/database.ts'

/**
 * Copies the events and the counts of a day to each of so many days after it, on a connection without a limit
 * of time. Their tables have no indexes meanwhile.
 */
export async function copyUsage(
  connection: Database,
  day: string,
  copies: number,
  say: (line: string) => void,
): Promise<void> {
  if (copies === 0) return
  const later = (copy: number): RawBuilder<unknown> => sql`day + ${copy}::int`
  const ofDay = sql`day = ${day}::date`
  const tables: readonly CopiedTable[] = [
    {
      name: 'usage_event',
      rows: sql`at >= ${day}::timestamp at time zone 'UTC' and at < (${day}::timestamp + interval '1 day') at time zone 'UTC'`,
      changed: (copy) => ({ at: sql`at + ${copy} * interval '1 day'`, event_id: sql`gen_random_uuid()` }),
    },
    { name: 'usage_entity_day', rows: ofDay, changed: (copy) => ({ day: later(copy) }) },
    { name: 'usage_site_day', rows: ofDay, changed: (copy) => ({ day: later(copy) }) },
    {
      name: 'usage_group_day',
      rows: ofDay,
      changed: (copy) => ({
        day: later(copy),
        key: sql`case when "grouping" = 'hour' then to_char(key::timestamp + ${copy} * interval '1 day', 'YYYY-MM-DD"T"HH24:00"Z"') else key end`,
      }),
    },
  ]
  await sql`set maintenance_work_mem = '1GB'`.execute(connection)
  const names = tables.map(({ name }) => name)
  await withoutIndexes(connection, names, say, async () => {
    say(`copying a day ${copies} times`)
    for (const { name, rows } of tables)
      await sql`create temporary table ${sql.id(`${name}_copied`)} as select * from ${sql.table(name)} where ${rows}`.execute(
        connection,
      )
    for (let copy = 1; copy <= copies; copy++) {
      for (const { name, changed } of tables) await copyRows(connection, name, changed(copy))
      if (copy % 10 === 0) say(`${copy} of ${copies} copies are made`)
    }
  })
  say('adding up what the days counted')
  await sql`truncate usage_entity, usage_group`.execute(connection)
  const sum = (counted: string, days: number): RawBuilder<unknown> =>
    sql`coalesce(sum(${sql.ref(counted)}) filter (where day > (select after from usage_span where days = ${days})), 0)`
  const sums = [...spanColumns.keys()].map((days) => sum('count', days))
  await sql`
    insert into usage_entity (resource, entity_id, kind, ${sql.raw([...spanColumns.values()].join(', '))})
    select resource, entity_id, kind, ${sql.join(sums)} from usage_entity_day group by 1, 2, 3`.execute(
    connection,
  )
  const noneSums = [...noneColumns.keys()].map((days) => sum('none_found', days))
  await sql`
    insert into usage_group (kind, grouping, key, ${sql.raw([...spanColumns.values(), ...noneColumns.values()].join(', '))})
    select kind, grouping, key, ${sql.join([...sums, ...noneSums])} from usage_group_day
    where ${isRanked} group by 1, 2, 3`.execute(connection)
}

interface CopiedTable {
  readonly name: string
  /** Which rows are of the day. */
  readonly rows: RawBuilder<unknown>
  /** The values of the columns that differ, in the copy of that number. */
  readonly changed: (copy: number) => Readonly<Record<string, RawBuilder<unknown>>>
}

/** Inserts the copied rows of a table once more, with other values in some columns. */
async function copyRows(
  connection: Database,
  table: string,
  changed: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name "name" from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(
    connection,
  )
  const values = rows.map(({ name }) => changed[name] ?? sql.ref(name))
  await sql`insert into ${sql.table(table)} select ${sql.join(values)} from ${sql.id(`${table}_copied`)}`.execute(
    connection,
  )
}

/** Does something to tables without their indexes and keys, which are there afterwards. */
async function withoutIndexes(
  connection: Database,
  tables: readonly string[],
  say: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ drop: string; create: string }>`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end "drop",
      case when c.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end "create"
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
    where i.indrelid = any(${tables}::regclass[])`.execute(connection)
  for (const { drop } of rows) await sql.raw(drop).execute(connection)
  await work()
  say('making their indexes')
  for (const { create } of rows) await sql.raw(create).execute(connection)
}
