import { sql, type RawBuilder } from 'kysely'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import { readNumbers } from '../../ground/database/packed.ts'
import type { Nature } from '../../media/media-types.ts'
import { conditionSql, type Condition } from '../../model/search/condition.ts'
import { columnsOf } from '../../model/search/search-in.ts'
import { revisionsOf } from '../../model/search/revisions.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ItemSource } from './archives.sql.ts'

/** Conditions on rows of the projection: what someone may see, and what of that they may take. */
export interface ItemRights {
  readonly visible: Condition
  readonly downloadable: Condition
}

/** What an archive is asked to hold of its source. */
type Picked = Pick<ArchiveOptions, 'selection' | 'part'>

/** Rows `ci (entity_id, position)` of a cart or a kept list, limited to what is picked. */
export function itemsOf(source: ItemSource, { selection, part }: Picked): RawBuilder<unknown> {
  const ids = selection?.filter(({ type }) => type === itemResource).map(({ id }) => id)
  const limits = [
    ...(ids ? [sql`ci.entity_id = any(${ids}::bigint[])`] : []),
    ...(part && part.without.length > 0 ? [sql`ci.entity_id <> all(${part.without}::bigint[])`] : []),
  ]
  const limit = limits.length === 0 ? sql`` : sql`and ${sql.join(limits, sql` and `)}`
  if ('cartId' in source)
    return sql`from cart_item ci where ci.cart_id = ${source.cartId} and ci.resource = ${itemResource} ${limit}`
  const slice =
    part === null ? sql`l.ids` : sql`l.ids[${part.first + 1}::int : ${part.first + part.count}::int]`
  return sql`from archive_list l cross join unnest(${slice}) with ordinality ci(entity_id, position) where l.uuid = ${source.listUuid} ${limit}`
}

/**
 * Items of a cart or a kept list that someone may see, in its order.
 * @param toItem makes what is answered of each. `revision`: another one after every change of the asset, its
 * file, its links and the names that they lead to.
 * @source decision 0072
 */
export async function selectItems<Item>(
  services: Pick<Services, 'database' | 'searchColumns'>,
  source: ItemSource,
  { visible, downloadable }: ItemRights,
  picked: Picked,
  toItem: (id: number, revision: number, mayDownload: boolean) => Item,
): Promise<Item[]> {
  const { database } = services
  const {
    rows: [row],
  } = await sql<{
    packed: Buffer | null
  }>`select string_agg(int8send(ci.entity_id), ''::bytea order by ci.position, ci.entity_id) packed ${itemsOf(source, picked)}`.execute(
    database,
  )
  return selectRights(services, readNumbers(row?.packed), { visible, downloadable }, toItem)
}

/** Of these assets, those that someone may see, in this order. */
export async function selectRights<Item>(
  services: Pick<Services, 'database' | 'searchColumns'>,
  ids: Float64Array<ArrayBuffer>,
  { visible, downloadable }: ItemRights,
  toItem: (id: number, revision: number, mayDownload: boolean) => Item,
): Promise<Item[]> {
  const [seen, taken] = await revisionsOf(
    services.database,
    { resource: itemResource, ids, conditions: [visible, downloadable] },
    columnsOf(services),
  )
  const items: Item[] = []
  for (let at = 0; at < ids.length; at++) {
    const revision = seen?.[at] ?? 0
    if (revision !== 0) items.push(toItem(ids[at] ?? 0, revision, (taken?.[at] ?? 0) !== 0))
  }
  return items
}

/** Which of these assets a source holds, whatever is picked of it. */
export async function selectHeld(
  database: Database,
  source: ItemSource,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{
    id: number
  }>`select ci.entity_id id ${itemsOf(source, { selection: ids.map((id) => ({ type: itemResource, id })), part: null })}`.execute(
    database,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What an asset is called, and its original. */
export interface AssetFile {
  readonly name: string
  readonly createdAt: Date
  /** Null where the asset has no file. */
  readonly file: {
    readonly name: string
    readonly nature: Nature
    readonly sha256: string
    readonly sizeBytes: number
    readonly crc32: number
    /** Of the picture that somebody chose, as `recipeAt` takes it. */
    readonly place: number | null
    /** The focal point that somebody set, as `recipeAround` takes it. */
    readonly focus: string | null
    /** The identifier of a Live Photo, of its picture. */
    readonly livePhoto: string | null
  } | null
}

/** The identifier of a Live Photo, of the row `e` of its picture `f`. */
const livePhoto = sql`case when e.props ->> 'metadata.form' = 'Live' and f.facts ->> 'nature' = 'IMAGE' then e.props ->> 'metadata.livephoto' end`

/** What somebody chose of the files `f`: a moment or page in `p`, a focal point in `fp`. */
export const chosenOf = sql`left join poster p on p.resource = f.resource and p.id = f.id and p.file_sha256 = f.sha256
    left join focal_point fp on fp.resource = f.resource and fp.id = f.id and fp.file_sha256 = f.sha256`
/** The focal point of the row `fp`, as `recipeAround` takes it. */
export const focus = sql`(fp.x || ',' || fp.y)`

/** Files of assets by id, of those that are visible still, with whether they may be taken still. */
export async function selectAssetFiles(
  database: Database,
  ids: readonly number[],
  { visible, downloadable }: ItemRights,
): Promise<Map<number, { readonly mayDownload: boolean; readonly asset: AssetFile }>> {
  const { rows } = await sql<{
    id: number
    may_download: boolean
    created_at: Date
    asset_name: string
    file_name: string
    nature: Nature
    sha256: string | null
    size_bytes: number
    crc32: number
    place: number | null
    focus: string | null
    live_photo: string | null
  }>`
    select s.id, coalesce(${conditionSql(downloadable)}, false) may_download, s.created_at, coalesce(e.props ->> 'name', '') asset_name,
      f.file_name, coalesce(f.facts ->> 'nature', 'OTHER') nature, f.sha256, b.size_bytes, b.crc32, p.place, ${focus} focus, ${livePhoto} live_photo
    from search s join entity e on e.resource = s.resource and e.id = s.id
    left join entity_file f on f.resource = s.resource and f.id = s.id left join blob b on b.sha256 = f.sha256
    ${chosenOf}
    where s.resource = ${itemResource} and s.id = any(${[...ids]}::bigint[]) and ${conditionSql(visible)}
  `.execute(database)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        mayDownload: row.may_download,
        asset: {
          name: row.asset_name,
          createdAt: row.created_at,
          file:
            row.sha256 === null
              ? null
              : {
                  name: row.file_name,
                  nature: row.nature,
                  sha256: row.sha256,
                  sizeBytes: row.size_bytes,
                  crc32: row.crc32,
                  place: row.place,
                  focus: row.focus,
                  livePhoto: row.live_photo,
                },
        },
      },
    ]),
  )
}

/** A rendition by nature: of files of this nature, by this recipe. */
export interface RecipeKey {
  readonly nature: Nature
  readonly name: string
  readonly version: number
  /** As `followsPlace` says: of a file with a place it has another name. */
  readonly followsPlace: boolean
  /** As `followsFocus` says: of a file with a focal point it has another name. */
  readonly followsFocus: boolean
}

/** The name of a recipe `r` for a file, as `recipeAt` and `recipeAround` give it. */
export function nameFor(place: RawBuilder<unknown>, around: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(r.name || case when r.follows_place and ${place} is not null then '@' || ${place} else '' end
    || case when r.follows_focus and ${around} is not null then '@' || ${around} else '' end)`
}

/** Columns of recipes `r`, for `unnest`. */
export function recipeColumns(recipes: readonly RecipeKey[]): RawBuilder<unknown> {
  return sql`${recipes.map(({ nature }) => nature)}::text[], ${recipes.map(({ name }) => name)}::text[], ${recipes.map(({ version }) => version)}::int[],
      ${recipes.map((recipe) => recipe.followsPlace)}::boolean[], ${recipes.map((recipe) => recipe.followsFocus)}::boolean[]`
}

/**
 * What was made of a file: its bytes, or why there are none; both null where nobody has tried, or where
 * another try may mend it.
 */
export interface MadeRendition {
  readonly blob: { readonly sha256: string; readonly sizeBytes: number; readonly crc32: number } | null
  readonly error: string | null
}

/**
 * Failures of these codes may have been mended an hour later: a program was installed, a machine is less
 * busy.
 */
const passing = ['tool_missing', 'timeout', 'memory', 'crashed']

/** What was made of files by recipes, by `renditionKey`. */
export async function selectMadeRenditions(
  database: Database,
  files: readonly Pick<NonNullable<AssetFile['file']>, 'sha256' | 'nature' | 'place' | 'focus'>[],
  recipes: readonly RecipeKey[],
): Promise<Map<string, MadeRendition>> {
  if (recipes.length === 0 || files.length === 0) return new Map()
  const { rows } = await sql<{
    key: string
    sha256: string | null
    size_bytes: number
    crc32: number
    error: string | null
  }>`
    select distinct f.nature || '/' || f.sha256 || '/' || made.name key, made.sha256, b.size_bytes, b.crc32,
      case when made.error_code = any(${passing}) and made.created_at < now() - interval '1 hour' then null else made.error_message end error
    from unnest(${files.map(({ sha256 }) => sha256)}::text[], ${files.map(({ nature }) => nature)}::text[], ${files.map(({ place }) => place)}::int[], ${files.map((file) => file.focus)}::text[]) f(sha256, nature, place, focus)
    join unnest(${recipeColumns(recipes)}) r(nature, name, version, follows_place, follows_focus) on r.nature = f.nature
    join rendition made on made.source_sha256 = f.sha256 and made.name = ${nameFor(sql`f.place`, sql`f.focus`)} and made.recipe_version = r.version
    left join blob b on b.sha256 = made.sha256
  `.execute(database)
  return new Map(
    rows.map(({ key, sha256, size_bytes, crc32, error }) => [
      key,
      { blob: sha256 === null ? null : { sha256, sizeBytes: size_bytes, crc32 }, error },
    ]),
  )
}

/** Names what a recipe makes of a file. `recipe`: its name, for the place of the file. */
export function renditionKey(
  { nature, sha256 }: { readonly nature: Nature; readonly sha256: string },
  recipe: string,
): string {
  return `${nature}/${sha256}/${recipe}`
}
