import { sql, type RawBuilder } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import { isOneOf } from '../../ground/database/is-one-of.ts'

/**
 * An entity with what its projection is made from; links by field, in order, with all language variants of
 * their names.
 */
export interface EntityForProjection {
  readonly id: number
  readonly status: number | null
  readonly from: Date | null
  readonly until: Date | null
  readonly props: Readonly<Record<string, unknown>>
  readonly links: Readonly<
    Record<string, readonly { readonly id: number; readonly names: readonly string[] }[]>
  >
}

/** A value of a facet: the linked entity's id or the text; the empty text stands for no value. */
export interface FacetKey {
  readonly field: string
  readonly key: string
}

/**
 * One projection row; `facets` are places, from 1, in the list of facet values that comes with the rows;
 * `words` are folded words of the weights A, B, C and D, the last of them those of linked names; `suggested`
 * are words to complete what someone types.
 */
export interface Projection {
  readonly id: number
  readonly facets: readonly number[]
  readonly words: readonly string[]
  readonly suggested: string
  readonly keys: Readonly<Record<string, unknown>>
}

/** Entities by ids; the caller's transaction has changed them, and so holds them locked. */
export async function selectForProjection(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<EntityForProjection[]> {
  const { rows } = await sql<EntityForProjection>`${sql.raw(planned)}
    select e.id, e.status, e.valid_from "from", e.valid_until until, e.props, coalesce((
      select jsonb_object_agg(field, list) from (
        select l.field, jsonb_agg(jsonb_build_object('id', l.target_id, 'names', jsonb_build_array(t.props ->> 'name', coalesce(t.props ->> 'name_fr', ''))) order by l.position) list
        from link l join entity t on t.resource = l.target_resource and t.id = l.target_id
        where l.resource = e.resource and l.id = e.id group by l.field
      ) fields), '{}') links
    from entity e where e.resource = ${resource} and ${isOneOf(sql.ref('e.id'), ids)} order by e.id
  `.execute(database)
  return rows
}

/**
 * Writes projection rows in one statement, and the numbers of facet values that nobody had before; the counts
 * follow by trigger.
 * @param values each facet value of the rows, once
 * @param beside inserts that go with them in the same statement
 * @returns false where another transaction made a number at this moment: the rows are without it, and are to
 * be written again
 */
export async function upsertProjections(
  database: Database,
  resource: string,
  { rows, values }: { readonly rows: readonly Projection[]; readonly values: readonly FacetKey[] },
  beside: readonly RawBuilder<unknown>[] = [],
): Promise<boolean> {
  const data = JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      facets: row.facets,
      a: row.words[0],
      b: row.words[1],
      c: row.words[2],
      d: row.words[3],
      suggested: row.suggested,
      keys: row.keys,
    })),
  )
  const insertsBeside = beside.map((insert, nth) => sql`, ${sql.raw(`beside_${nth}`)} as (${insert})`)
  // New values are made in order, so that two writers of the same ones wait for each other in place of a
  // deadlock.
  const { rows: written } = await sql<{ complete: boolean }>`${sql.raw(planned)}
    with wanted as (
      select * from jsonb_to_recordset(${data}::jsonb) w(id bigint, facets int[], a text, b text, c text, d text, suggested text, keys jsonb)
    ), value as (
      select field, key, nth from unnest(${values.map(({ field }) => field)}::text[], ${values.map(({ key }) => key)}::text[]) with ordinality v(field, key, nth)
    ), known as (
      select v.nth, f.id from value v join facet_value f on f.resource = ${resource} and f.field = v.field and f.key = v.key
    ), made as (
      insert into facet_value (resource, field, key)
      select ${resource}, v.field, v.key from value v where v.nth not in (select nth from known) order by v.field, v.key
      on conflict do nothing returning id, field, key
    ), number as (
      select nth, id from known union all select v.nth, m.id from made m join value v on v.field = m.field and v.key = m.key
    ), numbers as (
      select array_agg(n.id order by v.nth) ids, count(n.id) = count(*) complete from value v left join number n on n.nth = v.nth
    ), words as (
      insert into word (resource, word)
      select distinct ${resource}, w.word from wanted, regexp_split_to_table(suggested collate "C", ' ') w(word) where length(word) between 3 and 40
        and (select true from word k where k.resource = ${resource} and k.word = w.word) is null
      order by word on conflict do nothing
    )${sql.join(insertsBeside, sql``)}
    insert into search (resource, id, status, owner_id, valid_from, valid_until, created_at, modified_at, facets, words, keys, links_apart)
    select e.resource, e.id, e.status, e.owner_id, e.valid_from, e.valid_until, e.created_at, e.modified_at,
      array(select n.ids[f.at] from unnest(w.facets) with ordinality f(at, nth) where n.ids[f.at] is not null order by f.nth),
      setweight(to_tsvector('simple', w.a), 'A') || setweight(to_tsvector('simple', w.b), 'B') || setweight(to_tsvector('simple', w.c), 'C') || setweight(to_tsvector('simple', w.d), 'D'),
      w.keys, true
    from numbers n, wanted w join entity e on e.resource = ${resource} and e.id = w.id
    on conflict (resource, id) do update set status = excluded.status, owner_id = excluded.owner_id, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      created_at = excluded.created_at, modified_at = excluded.modified_at, facets = excluded.facets, words = excluded.words, keys = excluded.keys, links_apart = true
    returning (select complete from numbers) complete
  `.execute(database)
  return written.every(({ complete }) => complete)
}
