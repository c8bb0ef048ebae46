import { sql, type Selectable } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'

/** A picture of the brand as it is stored. */
export type BrandImageRow = Selectable<Tables['branding_image']>

/** What the interface gets beside its look; empty where there is none. */
export interface ApplicationSettings {
  readonly dxmUrl: string
  readonly richTextEditorKey: string
  readonly spellcheckerKey: string
}

/** How the library presents itself, as it is stored. */
export interface BrandingRow extends ApplicationSettings {
  readonly name: string | null
  readonly colour: string | null
  readonly version: number
  readonly images: readonly Pick<BrandImageRow, 'kind' | 'sha256'>[]
}

/** The one row, with its pictures. */
export async function selectBranding(database: Database): Promise<BrandingRow> {
  const { rows } = await sql<BrandingRow>`
    select name, colour, version, dxm_url "dxmUrl", rich_text_editor_key "richTextEditorKey", spellchecker_key "spellcheckerKey", coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'sha256', sha256) order by kind) from branding_image), '[]') images from branding
  `.execute(database)
  return (
    rows[0] ?? {
      name: null,
      colour: null,
      version: 1,
      dxmUrl: '',
      richTextEditorKey: '',
      spellcheckerKey: '',
      images: [],
    }
  )
}

/** The name that was given, if one was. */
export async function selectBrandName(database: Database): Promise<string | null> {
  return (await database.selectFrom('branding').select('name').executeTakeFirst())?.name ?? null
}

/** What is undefined stays. */
export type BrandingChange = {
  readonly [Field in 'name' | 'colour']?: string | null | undefined
} & { readonly [Field in keyof ApplicationSettings]?: string | undefined }

/** Changes what is given, and counts the version; false where another change came before. */
export async function updateBrandingRow(
  database: Database,
  { name, colour, dxmUrl, richTextEditorKey, spellcheckerKey }: BrandingChange,
  basedOn: number | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('branding')
    .set((eb) => ({
      name,
      colour,
      dxm_url: dxmUrl,
      rich_text_editor_key: richTextEditorKey,
      spellchecker_key: spellcheckerKey,
      version: eb('version', '+', 1),
      modified_at: new Date(),
    }))
    .$if(basedOn !== undefined, (query) => query.where('version', '=', basedOn ?? 0))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One picture with its size; undefined where there is none. */
export async function selectBrandImage(
  database: Database,
  kind: BrandImageRow['kind'],
): Promise<(BrandImageRow & { readonly size_bytes: number }) | undefined> {
  return database
    .selectFrom('branding_image as i')
    .innerJoin('blob as b', 'b.sha256', 'i.sha256')
    .selectAll('i')
    .select('b.size_bytes')
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Puts a picture in the place of another. */
export async function upsertBrandImage(database: Database, image: BrandImageRow): Promise<void> {
  const { kind: _kind, ...rest } = image
  await database
    .insertInto('branding_image')
    .values(image)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(rest))
    .execute()
}

/** Takes a picture away. */
export async function deleteBrandImage(database: Database, kind: BrandImageRow['kind']): Promise<void> {
  await database.deleteFrom('branding_image').where('kind', '=', kind).execute()
}
