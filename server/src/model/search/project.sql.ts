import { sql } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'

/**
 * An entity with what its projection is made from; links by field, in order, with all language variants of
 * their names.
 */
export interface EntityForProjection {
  readonly id: number
  readonly status: number | null
  readonly props: Readonly<Record<string, unknown>>
  readonly links: Readonly<
    Record<string, readonly { readonly id: number; readonly names: readonly string[] }[]>
  >
}

/**
 * One projection row; `words` are folded words of the weights A, B, C and D, the last of them those of linked
 * names; `suggested` are words to complete what someone types.
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
    select e.id, e.status, e.props, coalesce((
      select jsonb_object_agg(field, list) from (
        select l.field, jsonb_agg(jsonb_build_object('id', l.target_id, 'names', jsonb_build_array(t.props ->> 'name', coalesce(t.props ->> 'name_fr', ''))) order by l.position) list
        from link l join entity t on t.resource = l.target_resource and t.id = l.target_id
        where l.resource = e.resource and l.id = e.id group by l.field
      ) fields), '{}') links
    from entity e where e.resource = ${resource} and e.id = any(${[...ids]}::bigint[]) order by e.id
  `.execute(database)
  return rows
}

/** Writes projection rows in one statement; the counts follow by trigger. */
export async function upsertProjections(
  database: Database,
  resource: string,
  rows: readonly Projection[],
): Promise<void> {
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
  await sql`${sql.raw(planned)}
    with wanted as (
      select * from jsonb_to_recordset(${data}::jsonb) w(id bigint, facets int[], a text, b text, c text, d text, suggested text, keys jsonb)
    ), words as (
      insert into word (resource, word)
      select distinct ${resource}, word from wanted, regexp_split_to_table(suggested, ' ') word where length(word) between 3 and 40
      order by word on conflict do nothing
    )
    insert into search (resource, id, status, owner_id, valid_from, valid_until, created_at, modified_at, facets, words, keys, links_apart)
    select e.resource, e.id, e.status, e.owner_id, e.valid_from, e.valid_until, e.created_at, e.modified_at, w.facets,
      setweight(to_tsvector('simple', w.a), 'A') || setweight(to_tsvector('simple', w.b), 'B') || setweight(to_tsvector('simple', w.c), 'C') || setweight(to_tsvector('simple', w.d), 'D'),
      w.keys, true
    from wanted w join entity e on e.resource = ${resource} and e.id = w.id
    on conflict (resource, id) do update set status = excluded.status, owner_id = excluded.owner_id, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      created_at = excluded.created_at, modified_at = excluded.modified_at, facets = excluded.facets, words = excluded.words, keys = excluded.keys, links_apart = true
  `.execute(database)
}
