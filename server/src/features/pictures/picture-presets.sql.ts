import type { PicturePreset } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

const columns = sql`code, position, names, crop, width, height, fit, format, quality, metadata`

/** All presets in their order. */
export async function selectPresets(database: Database): Promise<PicturePreset[]> {
  const { rows } = await sql<PicturePreset>`
    select ${columns} from picture_preset order by position, code`.execute(database)
  return rows
}

/** Undefined where there is none of this code. */
export async function selectPreset(database: Database, code: string): Promise<PicturePreset | undefined> {
  const { rows } = await sql<PicturePreset>`
    select ${columns} from picture_preset where code = ${code}`.execute(database)
  return rows[0]
}

/** Holds the list until the transaction ends, so that its length stays what was counted. */
export async function holdPresets(transaction: Database): Promise<void> {
  await sql`lock table picture_preset in share row exclusive mode`.execute(transaction)
}

type Preset = Omit<PicturePreset, 'position'>

/** Adds a preset behind the others. */
export async function insertPreset(database: Database, preset: Preset): Promise<void> {
  const { code, names, crop, width, height, fit, format, quality, metadata } = preset
  await sql`
    insert into picture_preset (code, names, position, crop, width, height, fit, format, quality, metadata)
    select ${code}, ${JSON.stringify(names)}::jsonb, coalesce(max(position), 0) + 1, ${crop}, ${width}::int, ${height}::int,
      ${fit}, ${format}, ${quality}::int, ${metadata} from picture_preset`.execute(database)
}

export async function updatePresetRow(database: Database, preset: Preset): Promise<void> {
  const { code, names, crop, width, height, fit, format, quality, metadata } = preset
  await sql`
    update picture_preset set names = ${JSON.stringify(names)}::jsonb, crop = ${crop}, width = ${width}, height = ${height},
      fit = ${fit}, format = ${format}, quality = ${quality}, metadata = ${metadata}
    where code = ${code}`.execute(database)
}

export async function deletePresetRow(database: Database, code: string): Promise<void> {
  await sql`delete from picture_preset where code = ${code}`.execute(database)
}
