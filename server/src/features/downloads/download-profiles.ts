import { ApiError, type CallInput, type Calls, type DownloadProfile } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { labelIn } from '../../model/schemas/schema.ts'
import {
  deleteProfileRow,
  forgetRenditions,
  insertProfile,
  selectProfile,
  selectProfiles,
  updateProfileRow,
  type StoredProfile,
} from './download-profiles.sql.ts'

/** The profile of an archive that asks for none. @source portal §9 download defaults */
export const defaultProfile = 'originals'

/** What an archive can hold, in the order of the administrator. */
export async function listDownloadProfiles({
  database,
  locale,
}: Context): Promise<{ code: string; name: string }[]> {
  return (await selectProfiles(database)).map(({ code, names }) => ({
    code,
    name: labelIn({ en: names['en'] ?? code, fr: names['fr'] ?? names['en'] ?? code }, locale),
  }))
}

/**
 * A profile by its code.
 * @throws invalid_parameter for one that is none
 */
export async function requireProfile(database: Database, code: string): Promise<StoredProfile> {
  const profile = await selectProfile(database, code)
  if (profile) return profile
  const codes = (await selectProfiles(database)).map((one) => one.code)
  throw new ApiError('invalid_parameter', { parameter: 'profile', reason: `choose ${codes.join(', ')}` })
}

/** Names of the renditions that a recipe makes: plain and watermarked. */
export function renditionNamesOf(code: string): readonly [string, string] {
  return [`profile:${code}`, `profile:${code}_w`]
}

/** All profiles with their recipes, for administrators. */
export async function findDownloadProfiles({ database, identity }: Context): Promise<DownloadProfile[]> {
  requireAction(identity, 'downloadprofile', 'view')
  return (await selectProfiles(database)).map(toProfile)
}

/** @throws profile_exists, invalid_parameter */
export async function createDownloadProfile(
  context: Context,
  { code, ...values }: CallInput<Calls['createDownloadProfile']>,
): Promise<DownloadProfile> {
  const { database, identity } = context
  requireAction(identity, 'downloadprofile', 'create')
  return withTransaction(database, async (transaction) => {
    const profile = await insertProfile(transaction, code, requireWritable(values))
    if (!profile) throw new ApiError('profile_exists', { code })
    await recordAudit(context, transaction, {
      kind: 'downloadprofile.created',
      target: targetOf(profile),
      after: auditOf(profile),
    })
    return toProfile(profile)
  })
}

/** @throws profile_not_found, profile_built_in, invalid_parameter */
export async function updateDownloadProfile(
  context: Context,
  { code, ...values }: CallInput<Calls['updateDownloadProfile']>,
): Promise<DownloadProfile> {
  const { database, identity } = context
  requireAction(identity, 'downloadprofile', 'update')
  const known = await selectProfile(database, code)
  if (!known) throw new ApiError('profile_not_found', { code })
  // What existing clients ask for by its name stays what it is.
  if (known.rendition !== null && (known.isBuiltIn || values.recipe !== null))
    throw new ApiError('profile_built_in', { code })
  return withTransaction(database, async (transaction) => {
    const profile = await updateProfileRow(transaction, code, requireWritable(values))
    if (!profile) throw new ApiError('profile_not_found', { code })
    await forgetRenditions(transaction, renditionNamesOf(code), profile.version)
    await recordAudit(context, transaction, {
      kind: 'downloadprofile.updated',
      target: targetOf(profile),
      before: auditOf(known),
      after: auditOf(profile),
    })
    return toProfile(profile)
  })
}

/** @throws profile_not_found, profile_built_in */
export async function deleteDownloadProfile(
  context: Context,
  { code }: CallInput<Calls['deleteDownloadProfile']>,
): Promise<{ code: string; deleted: true }> {
  const { database, identity } = context
  requireAction(identity, 'downloadprofile', 'delete')
  return withTransaction(database, async (transaction) => {
    const known = await selectProfile(transaction, code)
    if (!known || !(await deleteProfileRow(transaction, code)))
      throw new ApiError(known ? 'profile_built_in' : 'profile_not_found', { code })
    await forgetRenditions(transaction, renditionNamesOf(code), null)
    await recordAudit(context, transaction, {
      kind: 'downloadprofile.deleted',
      target: targetOf(known),
      before: auditOf(known),
    })
    return { code, deleted: true as const }
  })
}

type Values = Omit<CallInput<Calls['createDownloadProfile']>, 'code'>

/** Only JPEG and TIFF can hold the colours of print. @throws invalid_parameter */
function requireWritable(values: Values): Values {
  if (
    values.recipe?.colourSpace === 'cmyk' &&
    values.recipe.format !== 'jpeg' &&
    values.recipe.format !== 'tiff'
  )
    throw new ApiError('invalid_parameter', {
      parameter: 'recipe.colourSpace',
      reason: 'CMYK goes with jpeg and tiff alone',
    })
  return values
}

/** How the audit log names a profile. */
function targetOf({ code, names }: StoredProfile): {
  readonly resource: string
  readonly id: string
  readonly name: string
} {
  return { resource: 'downloadprofile', id: code, name: names['en'] ?? code }
}

/** What the audit log records of a profile. */
function auditOf({ names, recipe, embedsMetadata }: StoredProfile): Readonly<Record<string, unknown>> {
  return { names, recipe, embedsMetadata }
}

function toProfile({ version: _version, ...profile }: StoredProfile): DownloadProfile {
  return profile
}
