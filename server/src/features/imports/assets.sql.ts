import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** An asset, or another entity, that an import makes, under the id that was reserved for it. */
export interface NewAsset {
  readonly resource: string
  readonly id: number
  readonly ownerId: number
  readonly modifiedBy: number
  /** Null where the resource has no workflow. */
  readonly status: number | null
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly props: Readonly<Record<string, unknown>>
  readonly links: readonly {
    readonly field: string
    readonly target: string
    readonly ids: readonly number[]
  }[]
  readonly file: {
    readonly sha256: string
    readonly fileName: string
    readonly mediaType: string
    readonly facts: Readonly<Record<string, unknown>>
  }
}

/** Writes assets with links and files, in three statements however many they are. */
export async function insertAssets(database: Database, assets: readonly NewAsset[]): Promise<void> {
  if (assets.length === 0) return
  const rows = JSON.stringify(
    assets.map((asset) => ({
      resource: asset.resource,
      id: asset.id,
      status: asset.status,
      owner_id: asset.ownerId,
      modified_by: asset.modifiedBy,
      valid_from: asset.validFrom,
      valid_until: asset.validUntil,
      props: asset.props,
      sha256: asset.file.sha256,
      file_name: asset.file.fileName,
      media_type: asset.file.mediaType,
      facts: asset.file.facts,
    })),
  )
  const links = JSON.stringify(
    assets.flatMap((asset) =>
      asset.links.flatMap(({ field, target, ids }) =>
        ids.map((targetId, position) => ({
          resource: asset.resource,
          id: asset.id,
          field,
          position,
          target,
          target_id: targetId,
        })),
      ),
    ),
  )
  await sql`
    insert into entity (resource, id, status, owner_id, modified_by, valid_from, valid_until, props)
    select resource, id, status, owner_id, modified_by, valid_from, valid_until, jsonb_strip_nulls(props)
    from jsonb_to_recordset(${rows}::jsonb) r(resource text, id bigint, status int, owner_id bigint, modified_by bigint, valid_from timestamptz, valid_until timestamptz, props jsonb)`.execute(
    database,
  )
  await sql`
    insert into link (resource, id, field, position, target_resource, target_id)
    select resource, id, field, position, target, target_id from jsonb_to_recordset(${links}::jsonb) r(resource text, id bigint, field text, position int, target text, target_id bigint)`.execute(
    database,
  )
  await sql`
    insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    select resource, id, sha256, file_name, media_type, facts from jsonb_to_recordset(${rows}::jsonb) r(resource text, id bigint, sha256 text, file_name text, media_type text, facts jsonb)`.execute(
    database,
  )
}

/**
 * One writer of new keywords at a time, until the transaction ends: two imports that bring the same word make
 * one.
 */
export async function lockKeywords(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217013)`.execute(database)
}

/** The oldest node of a tree with a name, folded; undefined where there is none. */
export async function selectNodeByName(
  database: Database,
  resource: string,
  foldedName: string,
): Promise<number | undefined> {
  const { rows } = await sql<{
    id: number
  }>`select id from search s where s.resource = ${resource} and s.keys -> 'name' = to_jsonb(${foldedName}::text) order by id limit 1`.execute(
    database,
  )
  return rows[0]?.id
}

/** The names of the blobs that were stored last. */
export async function selectNewestBlobs(database: Database, max: number): Promise<string[]> {
  const rows = await database
    .selectFrom('blob')
    .select('sha256')
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => row.sha256)
}
