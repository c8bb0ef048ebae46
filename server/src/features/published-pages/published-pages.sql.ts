import { assetStatuses } from '@cartouche/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Nature } from '../../media/media-types.ts'

/** A published page. */
export interface PublishedPage {
  readonly id: number
  readonly name: string
  /** Without slashes at its ends; the home page's is empty. */
  readonly path: string
  readonly props: string
  /** Its texts in other languages, as JSON. */
  readonly translations: string
  /** Open to everybody. */
  readonly public: boolean
  readonly ownerId: number | null
  readonly modifiedAt: Date
}

const page = sql`e.id, coalesce(e.props ->> 'name', '') name, trim(both '/' from e.props ->> 'path') path, coalesce(e.props ->> 'props', '{}') props,
  coalesce(e.props ->> 'translations', '{}') translations, coalesce(e.props -> 'public' = 'true', false) public, e.owner_id "ownerId", e.modified_at "modifiedAt"`
/** A page without an address is at none; the home page's is `/`. Models are copied, not read. */
const published = sql`e.resource = 'page' and e.status = ${sql.lit(assetStatuses.published)} and coalesce(e.props ->> 'path', '') <> '' and e.props -> 'ismodel' is distinct from 'true'`

/** Pages with an address, the highest version first: that one is meant. @source data-layer §9 */
export async function selectPagesAt(database: Database, path: string): Promise<PublishedPage[]> {
  return (await pagesAt(path).execute(database)).rows
}

/** The statement of `selectPagesAt`; by an index of migration 0031. */
export const pagesAt = (path: string): RawBuilder<PublishedPage> => sql<PublishedPage>`
  select ${page} from entity e where ${published} and trim(both '/' from e.props ->> 'path') = ${path}
  order by coalesce((e.props ->> 'version')::numeric, 1) desc, e.id limit 20`

/** Published pages by id. */
export async function selectPublishedPages(
  database: Database,
  ids: readonly number[],
): Promise<PublishedPage[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PublishedPage>`
    select ${page} from entity e where ${published} and e.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/** Most addresses of a site map. @source sitemaps.org protocol 0.9 */
export const maxAddresses = 50_000

/** The pages that are open to everybody, in the order of their addresses. */
export async function selectOpenPages(database: Database): Promise<PublishedPage[]> {
  const { rows } = await sql<PublishedPage>`
    select ${page} from entity e where ${published} and e.props -> 'public' = 'true' order by path, e.id limit ${maxAddresses}
  `.execute(database)
  return rows
}

/** A widget as it is shown. */
export interface WidgetRow {
  readonly id: number
  /** The path of what it stands in. */
  readonly parent: string
  readonly slot: string
  readonly value: string | null
  /** Cut off where it is longer than any that is read. */
  readonly props: string
  /** Its texts in other languages, as JSON; cut off as `props`. */
  readonly translations: string
  readonly component: string
}

/**
 * The widgets of a page that are shown, in their order, at most `max`: those that are switched off or have no
 * component are missing, and with them nothing leads to what stands in them.
 */
export async function selectWidgets(
  database: Database,
  path: string,
  { max, maxLength }: { readonly max: number; readonly maxLength: number },
): Promise<WidgetRow[]> {
  const inside = `${path.replaceAll('_', '\\_')}\\_%`
  const { rows } = await sql<WidgetRow>`
    select e.id, e.props ->> 'parent' parent, coalesce(e.props ->> 'slot', '') slot, left(e.props ->> 'value', ${maxLength}) value,
      left(coalesce(e.props ->> 'props', '{}'), ${maxLength + 1}) props,
      left(coalesce(e.props ->> 'translations', '{}'), ${maxLength + 1}) translations, e.props -> 'component' ->> 'name' component
    from entity e where e.resource in ('pagewidget', 'pagefile') and e.resource = 'pagewidget'
      and (e.props ->> 'parent' = ${path} or e.props ->> 'parent' like ${inside})
      and e.props -> 'enabled' is distinct from 'false' and e.props -> 'component' ->> 'name' is not null
    order by coalesce((e.props ->> 'position')::numeric, 0), e.id limit ${max}
  `.execute(database)
  return rows
}

/** An asset with its file and the renditions that were made of it. */
export interface ShownRow {
  readonly id: number
  readonly name: string
  readonly nameFr: string | null
  readonly description: string | null
  readonly descriptionFr: string | null
  readonly nature: Nature
  readonly sha256: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
  readonly modifiedAt: Date
  readonly made: readonly { readonly name: string; readonly width: number; readonly height: number }[]
  /** Names of all renditions that were made or could not be. */
  readonly tried: readonly string[]
  /** Of the picture that somebody chose, as `recipeAt` takes it; names above are without it. */
  readonly place: number | null
  /** Subtitles and captions, in the order in which they came. */
  readonly subtitles: readonly {
    readonly id: number
    readonly kind: 'subtitles' | 'captions'
    readonly language: string
    readonly label: string
  }[]
}

/** Whether a rendition is of the picture that was chosen, or of the usual one where none was. */
const isOfPlace = sql`split_part(r.name, '@', 2) = coalesce(p.place::text, '')`

/** Assets by id, those with a file. Whoever calls has decided that they may be seen. */
export async function selectShown(database: Database, ids: readonly number[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const number = (name: string) =>
    sql`case when jsonb_typeof(e.props -> ${name}) = 'number' then (e.props ->> ${name})::numeric::int end`
  const { rows } = await sql<ShownRow>`
    select e.id, coalesce(e.props ->> 'name', f.file_name) name, e.props ->> 'name_fr' "nameFr", e.props ->> 'description' description, e.props ->> 'description_fr' "descriptionFr",
      coalesce(f.facts ->> 'nature', 'OTHER') nature, f.sha256, f.file_name "fileName", b.size_bytes "sizeBytes", e.modified_at "modifiedAt",
      ${number('width')} width, ${number('height')} height,
      coalesce((select jsonb_agg(jsonb_build_object('name', split_part(r.name, '@', 1), 'width', r.width, 'height', r.height) order by r.width, r.name) from rendition r
        where r.source_sha256 = f.sha256 and ${isOfPlace} and r.sha256 is not null and not r.stand_in and r.width > 0 and r.height > 0), '[]') made,
      array(select split_part(r.name, '@', 1) from rendition r where r.source_sha256 = f.sha256 and ${isOfPlace}) tried, p.place,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'language', t.language, 'label', t.label) order by t.id) from track t
        where t.resource = e.resource and t.entity_id = e.id and t.kind in ('subtitles', 'captions')), '[]') subtitles
    from entity e join entity_file f on f.resource = e.resource and f.id = e.id join blob b on b.sha256 = f.sha256
    left join poster p on p.resource = f.resource and p.id = f.id and p.file_sha256 = f.sha256
    where e.resource = 'asset' and e.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}
