import { sql } from 'kysely'
import type { DownloadProfile, ProfileRecipe } from '@cartouche/contract'
import type { Database } from '../../ground/database/database.ts'

/** A profile as it is stored. */
export type StoredProfile = Omit<DownloadProfile, 'recipe'> & {
  readonly recipe: ProfileRecipe | null
  readonly version: number
}

const columns = sql`code, names, position, rendition, recipe, embeds_metadata "embedsMetadata", version, is_built_in "isBuiltIn"`

/** All profiles in their order. */
export async function selectProfiles(database: Database): Promise<StoredProfile[]> {
  return (
    await sql<StoredProfile>`select ${columns} from download_profile order by position, code`.execute(
      database,
    )
  ).rows
}

/** One profile. */
export async function selectProfile(database: Database, code: string): Promise<StoredProfile | undefined> {
  return (
    await sql<StoredProfile>`select ${columns} from download_profile where code = ${code}`.execute(database)
  ).rows[0]
}

/** What is written of a profile. */
export interface ProfileValues {
  readonly names: Readonly<Record<string, string>>
  readonly recipe: ProfileRecipe | null
  readonly embedsMetadata: boolean
}

/** Adds a profile behind the others; undefined where there is one of this code. */
export async function insertProfile(
  database: Database,
  code: string,
  { names, recipe, embedsMetadata }: ProfileValues,
): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    insert into download_profile (code, names, position, rendition, recipe, embeds_metadata)
    select ${code}, ${JSON.stringify(names)}::jsonb, coalesce(max(position), 0) + 1, ${recipe === null ? 'original' : null}, ${recipe && JSON.stringify(recipe)}::jsonb, ${embedsMetadata} from download_profile
    on conflict do nothing returning ${columns}
  `.execute(database)
  return rows[0]
}

/**
 * Changes a profile; with another recipe it has another version, and what the one before made is forgotten.
 */
export async function updateProfileRow(
  database: Database,
  code: string,
  { names, recipe, embedsMetadata }: ProfileValues,
): Promise<StoredProfile | undefined> {
  const { rows } = await sql<StoredProfile>`
    update download_profile set names = ${JSON.stringify(names)}::jsonb, recipe = ${recipe && JSON.stringify(recipe)}::jsonb, embeds_metadata = ${embedsMetadata},
      version = version + case when recipe is distinct from ${recipe && JSON.stringify(recipe)}::jsonb then 1 else 0 end
    where code = ${code} returning ${columns}
  `.execute(database)
  return rows[0]
}

/** Deletes a profile that an administrator made; false where there is none. */
export async function deleteProfileRow(database: Database, code: string): Promise<boolean> {
  return (
    (
      await database
        .deleteFrom('download_profile')
        .where('code', '=', code)
        .where('is_built_in', '=', false)
        .returning('code')
        .execute()
    ).length > 0
  )
}

/**
 * Forgets what a profile made by other versions than `version`. Its bytes count as written now: the sweep
 * leaves them for a week, which no archive outlives.
 */
export async function forgetRenditions(
  database: Database,
  names: readonly string[],
  version: number | null,
): Promise<void> {
  await sql`
    with gone as (delete from rendition where split_part(name, '@', 1) = any(${[...names]}::text[]) and (${version}::int is null or recipe_version <> ${version}) returning sha256)
    update blob set created_at = now() where sha256 in (select sha256 from gone where sha256 is not null)
  `.execute(database)
}

/** Files with their descriptions inside, by signature. Their blobs count as written again. */
export async function selectEmbedded(
  database: Database,
  signatures: readonly string[],
): Promise<Map<string, { sha256: string; sizeBytes: number; crc32: number }>> {
  if (signatures.length === 0) return new Map()
  await sql`update blob set created_at = now() where created_at < now() - interval '4 minutes' and sha256 in (select sha256 from embedded_file where signature = any(${[...signatures]}::text[]))`.execute(
    database,
  )
  const { rows } = await sql<{ signature: string; sha256: string; sizeBytes: number; crc32: number }>`
    select f.signature, b.sha256, b.size_bytes "sizeBytes", b.crc32 from embedded_file f join blob b on b.sha256 = f.sha256 where f.signature = any(${[...signatures]}::text[])
  `.execute(database)
  return new Map(rows.map(({ signature, ...blob }) => [signature, blob]))
}

/** Keeps a file with its description inside. */
export async function insertEmbedded(database: Database, signature: string, sha256: string): Promise<void> {
  await database
    .insertInto('embedded_file')
    .values({ signature, sha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
