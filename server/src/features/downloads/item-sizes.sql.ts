import { sql, type RawBuilder } from 'kysely'
import type { ArchiveSizes } from '@cartouche/contract'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Database } from '../../ground/database/database.ts'
import { conditionSql } from '../../model/search/condition.ts'
import {
  chosenOf,
  focus,
  itemsOf,
  nameFor,
  recipeColumns,
  type ItemRights,
  type RecipeKey,
} from './archive-items.sql.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ItemSource } from './archives.sql.ts'

/** How items are weighed. `recipes`: of their renditions by nature; undefined for originals. */
export interface Sizing {
  readonly rights: ItemRights
  readonly recipes: readonly (RecipeKey & { readonly guessBytes: number })[] | undefined
  /**
   * Bytes that each file brings beside its own: headers, its lines in manifest and descriptions, its picture
   * on the contact sheet.
   */
  readonly overheadBytes: number
  readonly picked: Pick<ArchiveOptions, 'selection' | 'part'>
  readonly withLiveVideos: boolean
}

/**
 * Sizes of items in their order, those from `slice.first` on; the names of what alone is larger than
 * `largerThan`.
 */
export async function selectSizes(
  database: Database,
  source: ItemSource,
  {
    slice,
    largerThan,
    ...sizing
  }: Sizing & {
    readonly slice: { readonly first: number; readonly count: number }
    readonly largerThan: number
  },
): Promise<ArchiveSizes> {
  const {
    rows: [row],
  } = await sql<ArchiveSizes>`
    with sized as (select ci.entity_id id, row_number() over (order by ci.position) place, ${sizeOf(sizing)} size ${rowsOf(source, sizing)} order by ci.position limit ${slice.count} offset ${slice.first})
    select coalesce(json_agg(id order by place), '[]') ids, coalesce(json_agg(size order by place), '[]') sizes,
      (select coalesce(json_object_agg(z.id, coalesce(e.props ->> 'name', '')), '{}') from sized z join entity e on e.resource = ${itemResource} and e.id = z.id where z.size > ${largerThan}) names
    from sized
  `.execute(database)
  return row ?? { ids: [], sizes: [], names: {} }
}

/** What all items weigh together. */
export async function selectWeight(database: Database, source: ItemSource, sizing: Sizing): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    bytes: number
  }>`select coalesce(sum(${sizeOf(sizing)}), 0)::bigint bytes ${rowsOf(source, sizing)}`.execute(database)
  return row?.bytes ?? 0
}

/** Items with their search rows, files and renditions. */
function rowsOf(source: ItemSource, sizing: Sizing): RawBuilder<unknown> {
  const { recipes, picked, rights, withLiveVideos } = sizing
  const made =
    recipes === undefined
      ? sql``
      : sql`
    left join unnest(${recipeColumns(recipes)}, ${recipes.map(({ guessBytes }) => guessBytes)}::bigint[])
      r(nature, name, version, follows_place, follows_focus, guess) on r.nature = coalesce(f.facts ->> 'nature', 'OTHER')
    ${chosenOf}
    left join rendition made on made.source_sha256 = f.sha256 and made.name = ${nameFor(sql`p.place`, focus)} and made.recipe_version = r.version left join blob mb on mb.sha256 = made.sha256`
  return sql`from (select * ${itemsOf(source, picked)}) ci
    left join search s on s.resource = ${itemResource} and s.id = ci.entity_id and ${conditionSql(rights.visible)}
    left join entity_file f on f.resource = s.resource and f.id = s.id left join blob b on b.sha256 = f.sha256 ${made} ${withLiveVideos ? filmsOf(source, sizing) : sql``}`
}

/**
 * `film.bytes`: of the largest film that belongs to a Live Photo, as far as the same person may take it and
 * the source does not bring it by itself. Which one the picture plays is decided where it is packed.
 */
function filmsOf(source: ItemSource, { recipes, picked, rights }: Sizing): RawBuilder<unknown> {
  const bytes = recipes
    ? sql`${recipes.find(({ nature }) => nature === 'VIDEO')?.guessBytes ?? 0}::bigint`
    : sql`b.size_bytes`
  // In here `s` is the film, which decides the rights.
  return sql`left join entity picture on picture.resource = s.resource and picture.id = s.id and picture.props ->> 'metadata.form' = 'Live'
    left join lateral (select max(${bytes}) bytes from search s join entity_file f on f.resource = s.resource and f.id = s.id
      join blob b on b.sha256 = f.sha256 where s.resource = ${itemResource} and f.facts ->> 'nature' = 'VIDEO'
      and s.words @@ plainto_tsquery('simple', picture.props ->> 'metadata.livephoto')
      and ${conditionSql(rights.visible)} and ${conditionSql(rights.downloadable)}
      and s.id not in (select ci.entity_id ${itemsOf(source, { ...picked, part: null })})) film on true`
}

function sizeOf({ recipes, rights, overheadBytes, withLiveVideos }: Sizing): RawBuilder<unknown> {
  const size =
    recipes === undefined
      ? sql`b.size_bytes`
      : sql`case when r.name is null or made.error_code is not null then null else coalesce(mb.size_bytes, r.guess) end`
  const film = withLiveVideos ? sql`+ coalesce(film.bytes + ${overheadBytes}::int, 0)` : sql``
  return sql`case when s.id is not null and f.sha256 is not null and coalesce(${conditionSql(rights.downloadable)}, false) then coalesce(${size} + ${overheadBytes}::int, 0) ${film} else 0 end`
}
