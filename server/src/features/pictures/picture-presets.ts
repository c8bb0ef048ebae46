import {
  ApiError,
  maxPicturePresets,
  type CallAnswer,
  type CallInput,
  type Calls,
  type PicturePreset,
} from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import {
  deletePresetRow,
  holdPresets,
  insertPreset,
  selectPreset,
  selectPresets,
  updatePresetRow,
} from './picture-presets.sql.ts'

export function listPicturePresets({ database }: Context): Promise<PicturePreset[]> {
  return selectPresets(database)
}

/** @throws picture_preset_not_found */
export async function requirePreset(database: Database, code: string): Promise<PicturePreset> {
  const preset = await selectPreset(database, code)
  if (!preset) throw new ApiError('picture_preset_not_found', { code })
  return preset
}

/** @throws picture_preset_exists, picture_presets_full, access_denied, sign_in_needed */
export async function createPicturePreset(
  context: Context,
  input: CallInput<Calls['createPicturePreset']>,
): Promise<PicturePreset> {
  requireAction(context.identity, 'picturepreset', 'create')
  return withTransaction(context.database, async (transaction) => {
    await holdPresets(transaction)
    const presets = await selectPresets(transaction)
    if (presets.some(({ code }) => code === input.code))
      throw new ApiError('picture_preset_exists', { code: input.code })
    if (presets.length >= maxPicturePresets)
      throw new ApiError('picture_presets_full', { max: maxPicturePresets })
    await insertPreset(transaction, input)
    const preset = await requirePreset(transaction, input.code)
    await recordAudit(context, transaction, {
      kind: 'picturepreset.created',
      target: targetOf(preset),
      after: auditOf(preset),
    })
    return preset
  })
}

/** @throws picture_preset_not_found, access_denied, sign_in_needed */
export async function updatePicturePreset(
  context: Context,
  input: CallInput<Calls['updatePicturePreset']>,
): Promise<PicturePreset> {
  requireAction(context.identity, 'picturepreset', 'update')
  return withTransaction(context.database, async (transaction) => {
    await holdPresets(transaction)
    const before = await requirePreset(transaction, input.code)
    await updatePresetRow(transaction, input)
    const preset = await requirePreset(transaction, input.code)
    await recordAudit(context, transaction, {
      kind: 'picturepreset.updated',
      target: targetOf(preset),
      before: auditOf(before),
      after: auditOf(preset),
    })
    return preset
  })
}

/** @throws picture_preset_not_found, access_denied, sign_in_needed */
export async function deletePicturePreset(
  context: Context,
  { code }: CallInput<Calls['deletePicturePreset']>,
): Promise<CallAnswer<Calls['deletePicturePreset']>> {
  requireAction(context.identity, 'picturepreset', 'delete')
  await withTransaction(context.database, async (transaction) => {
    await holdPresets(transaction)
    const before = await requirePreset(transaction, code)
    await deletePresetRow(transaction, code)
    await recordAudit(context, transaction, {
      kind: 'picturepreset.deleted',
      target: targetOf(before),
      before: auditOf(before),
    })
  })
  return { deleted: true }
}

const targetOf = ({ code, names }: PicturePreset) => ({ resource: 'picturepreset', id: code, name: names.en })

function auditOf({ code: _code, position: _position, ...values }: PicturePreset): Record<string, unknown> {
  return values
}
