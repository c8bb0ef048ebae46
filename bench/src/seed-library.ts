import { sql } from 'kysely'
import type { Database } from '../../server/src/ground/database/database.ts'
import { insertEntity, replaceLinks } from '../../server/src/model/entities/entities.sql.ts'
import { createSchemaRegistry, getSchemaOf } from '../../server/src/model/schemas/schema-registry.ts'
import { sortIndexLock } from '../../server/src/model/schemas/sort-indexes.sql.ts'
import { project } from '../../server/src/model/search/project.ts'

/** How the values of each facet of a generated library are spread: number of values. */
const texts = {
  creator: 500,
  city: 200,
  country: 60,
  camera: 40,
  colorspace: 3,
  'metadata.mediatype': 6,
} as const
const keywordCount = 400
const collectionCount = 60
const batch = 50_000

/**
 * Fills an empty library with generated assets: 12 to 14 facet values each, names and descriptions of words
 * of a skewed vocabulary, in which `harbour` stands in one asset of twenty. The same number makes the same
 * library.
 * @param existing how many assets an earlier call made in it: it grows from there to `count`
 */
export async function seedLibrary(
  database: Database,
  count: number,
  say: (line: string) => void = () => {},
  existing = 0,
): Promise<void> {
  if (existing === 0) {
    await seedNodes(database, 'assetkeyword', keywordCount, 'keyword')
    await seedNodes(database, 'assetcollection', collectionCount, 'collection')
    await seedFacetValues(database)
  }
  // One connection: the temporary table is its own, and statements here run for minutes.
  await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    // A server that loads the numbers of a large library reads its rows for long.
    await sql`set lock_timeout = 0`.execute(connection)
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    // Without triggers, those of foreign keys among them: the rows are made for each other.
    await sql`set session_replication_role = replica`.execute(connection)
    // The server would make again what is dropped here.
    await sql`select pg_advisory_lock(${sortIndexLock})`.execute(connection)
    const indexes = await dropIndexes(connection)
    for (let first = existing + 1; first <= count; first += batch) {
      await seedAssets(connection, first, Math.min(first + batch - 1, count))
      // The plans of the foreign keys' checks were made for empty tables; new statistics make new plans.
      await sql`analyze entity, search, link`.execute(connection)
      say(`${Math.min(first + batch - 1, count)} of ${count} assets`)
    }
    for (const index of indexes) {
      say(index)
      await sql.raw(index).execute(connection)
    }
    await finish(connection)
    await sql`select pg_advisory_unlock(${sortIndexLock})`.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
    await sql`reset lock_timeout`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
}

async function seedNodes(database: Database, resource: string, count: number, word: string): Promise<void> {
  const schema = await getSchemaOf({ database, schemaRegistry: createSchemaRegistry(undefined) }, resource)
  const ids: number[] = []
  for (let n = 1; n <= count; n++)
    ids.push(
      await insertEntity(database, {
        resource,
        id: 1000 + n,
        status: null,
        ownerId: null,
        props: { name: `${word} ${n}` },
        modifiedBy: null,
      }),
    )
  // Eight nodes below each: the tree is three levels deep.
  if (schema.treeField)
    for (let n = 2; n <= count; n++)
      await replaceLinks(database, resource, 1000 + n, schema.treeField, resource, [
        1000 + Math.floor((n + 6) / 8),
      ])
  await project(database, schema, ids)
}

async function seedFacetValues(database: Database): Promise<void> {
  const values = [
    ...Object.entries(texts).flatMap(([field, count]) =>
      Array.from({ length: count }, (_, n) => [field, `${field.split('.').at(-1)} ${n}`]),
    ),
    ...Array.from({ length: keywordCount }, (_, n) => ['keywords', String(1001 + n)]),
    ...Array.from({ length: collectionCount }, (_, n) => ['collections', String(1001 + n)]),
    ...[1, 2, 3, 4, 5].map((n) => ['rootnature', String(n)]),
    ['status', '6'],
    ['status', '1'],
  ]
  await sql`insert into facet_value (resource, field, key) select 'asset', field, key
    from unnest(${values.map(([field]) => field)}::text[], ${values.map(([, key]) => key)}::text[]) v(field, key) on conflict do nothing`.execute(
    database,
  )
}

/** A number from 0 to `below` that depends on the row and a salt; skewed to small ones by `power`. */
const pick = (salt: string, below: number, power = 1) =>
  sql`floor(power((hashtext(n || ${sql.lit(salt)})::bigint + 2147483648) / 4294967296.0, ${sql.lit(power)}) * ${sql.lit(below)})::int`
const value = (field: string, key: unknown) =>
  sql`(select id from facet_value where resource = 'asset' and field = ${sql.lit(field)} and key = ${key})`

async function seedAssets(database: Database, first: number, last: number): Promise<void> {
  await sql`
    create temporary table seed as select 100000 + n id, n,
      'picture ' || n || ' w' || ${pick('w1', 5000, 2)} || ' w' || ${pick('w2', 5000, 2)} || case when ${pick('h', 20)} = 0 then ' harbour' else '' end as name,
      'w' || ${pick('d1', 20000, 2)} || ' w' || ${pick('d2', 20000, 2)} || ' w' || ${pick('d3', 20000, 2)} as description,
      ${pick('creator', 500, 2)} creator, ${pick('city', 200, 2)} city, ${pick('country', 60, 2)} country, ${pick('camera', 40, 2)} camera, ${pick('space', 3, 2)} space, ${pick('type', 6, 3)} type,
      1001 + ${pick('k1', keywordCount, 2)} k1, 1001 + ${pick('k2', keywordCount, 2)} k2, 1001 + ${pick('k3', keywordCount, 2)} k3, 1001 + ${pick('c', collectionCount, 2)} c,
      1 + ${pick('nature', 5, 4)} nature, case when ${pick('status', 10)} = 0 then 1 else 6 end status, ${pick('size', 20000000)} size,
      timestamptz '2020-01-01' + n * interval '2 minutes' made
    from generate_series(${first}::int, ${last}::int) n
  `.execute(database)
  await sql`insert into entity (resource, id, status, props, created_at, modified_at)
    select 'asset', id, status, jsonb_build_object('name', name, 'description', description, 'creator', 'creator ' || creator, 'city', 'city ' || city, 'country', 'country ' || country,
      'camera', 'camera ' || camera, 'colorspace', 'colorspace ' || space, 'metadata.mediatype', 'mediatype ' || type, 'metadata.filesize', size, 'width', 4000, 'height', 3000), made, made from seed`.execute(
    database,
  )
  await sql`insert into link (resource, id, field, position, target_resource, target_id)
    select 'asset', id, field, position, target, target_id from seed, lateral (values ('keywords', 0, 'assetkeyword', k1), ('keywords', 1, 'assetkeyword', k2), ('keywords', 2, 'assetkeyword', k3),
      ('collections', 0, 'assetcollection', c), ('rootnature', 0, 'assetnature', nature)) l(field, position, target, target_id) on conflict do nothing`.execute(
    database,
  )
  await sql`insert into search (resource, id, status, created_at, modified_at, facets, words, links_apart, keys)
    select 'asset', id, status, made, made, array[${value('status', sql`status::text`)}, ${value('rootnature', sql`nature::text`)},
        ${value('collections', sql`c::text`)}, ${value('creator', sql`'creator ' || creator`)}, ${value('city', sql`'city ' || city`)}, ${value('country', sql`'country ' || country`)},
        ${value('camera', sql`'camera ' || camera`)}, ${value('colorspace', sql`'colorspace ' || space`)}, ${value('metadata.mediatype', sql`'mediatype ' || type`)}]
        || array(select distinct id from facet_value where resource = 'asset' and field = 'keywords' and key in (k1::text, k2::text, k3::text)),
      setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', description), 'C'), true,
      jsonb_build_object('name', name, 'creator', 'creator ' || creator, 'city', 'city ' || city, 'country', 'country ' || country, 'camera', 'camera ' || camera,
        'takenat', null, 'width', 4000, 'height', 3000, 'metadata.filesize', size) from seed`.execute(
    database,
  )
  await sql`drop table seed`.execute(database)
}

/** All but the keys of the tables that grow: made again over all rows, they take a fraction of the time. */
async function dropIndexes(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('entity'::regclass, 'link'::regclass, 'search'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(database)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(database)
  return rows.map(({ definition }) => definition)
}

async function finish(database: Database): Promise<void> {
  // What was written without triggers is in no log of changes: it begins here, and servers load their numbers
  // again.
  await sql`delete from search_change`.execute(database)
  await sql`insert into search_change (resource, ids) values ('', '{}')`.execute(database)
  await sql`insert into word select distinct 'asset', word from (select unnest(tsvector_to_array(words)) word from search where resource = 'asset') w where length(word) between 3 and 40 on conflict do nothing`.execute(
    database,
  )
  for (const table of ['entity', 'link', 'search', 'facet_value'])
    await sql`vacuum analyze ${sql.id(table)}`.execute(database)
}
