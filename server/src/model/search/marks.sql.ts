import type { Marks } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { markedSql, type Marked } from './marked-sql.ts'

/** The ids with some marks, at most so many, in no order. */
export async function selectMarkedIds(database: Database, marked: Marked, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${markedSql(marked)} limit ${max}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Whose marks of which resource. */
export interface MarksOf {
  readonly resource: string
  readonly personId: number
}

/** The marks of some entities, by id; those without any are missing. */
export async function selectMarks(
  database: Database,
  { resource, personId }: MarksOf,
  ids: readonly number[],
): Promise<Map<number, Marks>> {
  const rows = await database
    .selectFrom('mark')
    .select(['id', 'rating', 'label', 'pick'])
    .where('person_id', '=', personId)
    .where('resource', '=', resource)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, ...marks }) => [id, marks]))
}

/** All marks of a person. */
export async function selectAllMarks(
  database: Database,
  { resource, personId }: MarksOf,
): Promise<(Marks & { readonly id: number })[]> {
  return database
    .selectFrom('mark')
    .select(['id', 'rating', 'label', 'pick'])
    .where('person_id', '=', personId)
    .where('resource', '=', resource)
    .execute()
}
