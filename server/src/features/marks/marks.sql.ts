import type { MarkChange, Marks } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { MarksOf } from '../../model/search/marks.sql.ts'

/** An entity that was marked. */
export interface MarkedRow {
  readonly id: number
  readonly before: Marks
  readonly marks: Marks
}

/**
 * Marks entities, as far as they are there: what the change leaves out stays. A row without any mark is
 * deleted. Rows are taken in the order of their ids, so that two people never wait for each other.
 */
export async function upsertMarks(
  database: Database,
  { resource, personId }: MarksOf,
  ids: readonly number[],
  { rating, label, pick }: MarkChange,
): Promise<MarkedRow[]> {
  const changes = (value: unknown): boolean => value !== undefined
  const { rows } = await sql<MarkedRow>`
    with held as (
      select id from entity where resource = ${resource} and id = any(${[...ids]}::bigint[]) order by id for key share
    ), before as (
      select m.* from mark m join held using (id)
      where m.person_id = ${personId} and m.resource = ${resource} order by m.id for update of m
    ), wanted as (
      select h.id, coalesce(b.rating, 0) old_rating, b.label old_label, b.pick old_pick,
        coalesce(${rating ?? null}::smallint, b.rating, 0) rating,
        case when ${changes(label)} then ${label ?? null}::text else b.label end as label,
        case when ${changes(pick)} then ${pick ?? null}::text else b.pick end pick
      from held h left join before b using (id)
    ), emptied as (
      delete from mark m using wanted w where m.person_id = ${personId} and m.resource = ${resource} and m.id = w.id
        and w.rating = 0 and w.label is null and w.pick is null
    ), written as (
      insert into mark (person_id, resource, id, rating, label, pick)
      select ${personId}::bigint, ${resource}, id, rating, label, pick from wanted
      where not (rating = 0 and label is null and pick is null) order by id
      on conflict (person_id, resource, id) do update set
        rating = case when ${changes(rating)} then excluded.rating else mark.rating end,
        label = case when ${changes(label)} then excluded.label else mark.label end,
        pick = case when ${changes(pick)} then excluded.pick else mark.pick end
    )
    select id, jsonb_build_object('rating', old_rating, 'label', old_label, 'pick', old_pick) before,
      jsonb_build_object('rating', rating, 'label', label, 'pick', pick) marks from wanted
  `.execute(database)
  return rows
}
