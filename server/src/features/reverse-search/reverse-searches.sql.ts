import type { ProviderFindings } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Nature } from '../../media/media-types.ts'
import type { SimilarAsset } from './find-similar.ts'

/** The last search for an asset. */
export interface ReverseSearchRow {
  readonly status: 'pending' | 'done' | 'failed'
  readonly findings: readonly SimilarAsset[]
  /** What providers found, one after the other. */
  readonly elsewhere: readonly ProviderFindings[]
  readonly error: string | null
  readonly done_at: Date | null
}

/** The last search for an asset; undefined where there was none. */
export async function selectReverseSearch(
  database: Database,
  assetId: number,
): Promise<ReverseSearchRow | undefined> {
  return database
    .selectFrom('reverse_search')
    .select(['status', 'findings', 'elsewhere', 'error', 'done_at'])
    .where('resource', '=', 'asset')
    .where('entity_id', '=', assetId)
    .executeTakeFirst()
}

/** Begins a search for an asset, in the place of the last one. */
export async function startReverseSearch(database: Database, assetId: number): Promise<void> {
  await sql`
    insert into reverse_search (resource, entity_id, status) values ('asset', ${assetId}, 'pending')
    on conflict (resource, entity_id) do update set status = 'pending', findings = '[]', elsewhere = '[]', error = null, submitted_at = now(), done_at = null`.execute(
    database,
  )
}

/** Writes how a search ended. One that is not pending any more is left alone. */
export async function settleReverseSearch(
  database: Database,
  assetId: number,
  outcome:
    | { readonly findings: readonly SimilarAsset[]; readonly elsewhere: readonly ProviderFindings[] }
    | { readonly error: string },
): Promise<void> {
  await database
    .updateTable('reverse_search')
    .set({
      status: 'error' in outcome ? 'failed' : 'done',
      findings: JSON.stringify('error' in outcome ? [] : outcome.findings),
      elsewhere: JSON.stringify('error' in outcome ? [] : outcome.elsewhere),
      error: 'error' in outcome ? outcome.error : null,
      done_at: sql<Date>`now()`,
    })
    .where('resource', '=', 'asset')
    .where('entity_id', '=', assetId)
    .where('status', '=', 'pending')
    .execute()
}

/** A found asset as the report shows it. */
export interface FoundAsset {
  readonly id: number
  readonly name: string
  readonly sha256: string
  readonly copyright: string | null
  readonly credit: string | null
  readonly nature: Nature
  /** Of the picture that somebody chose, as `recipeAt` takes it. */
  readonly place: number | null
}

/** Names and files of assets; those without a file are missing. Whoever calls decides which may be seen. */
export async function selectFoundAssets(
  database: Database,
  ids: readonly number[],
): Promise<readonly FoundAsset[]> {
  const { rows } = await sql<FoundAsset>`
    select e.id, coalesce(e.props ->> 'name', f.file_name) name, f.sha256,
      nullif(e.props ->> 'copyright', '') copyright, nullif(e.props ->> 'credit', '') credit,
      coalesce(f.facts ->> 'nature', 'OTHER') nature, p.place
    from entity e join entity_file f using (resource, id)
    left join poster p on p.resource = f.resource and p.id = f.id and p.file_sha256 = f.sha256
    where e.resource = 'asset' and e.id = any(${[...ids]}::bigint[])`.execute(database)
  return rows
}
