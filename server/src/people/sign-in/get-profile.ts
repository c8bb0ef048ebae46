import type { CallInput, Calls, ProfileAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { fieldPermissionsOf, withFieldPermissions } from '../../model/entities/field-permissions.ts'
import { headersOf } from '../../model/schemas/read-schemas.ts'
import { getSchemaOf, listSchemas } from '../../model/schemas/schema-registry.ts'
import { getCurrentUser } from '../session/whoami.ts'
import { requireSignedIn } from '../../access/decide.ts'

/** What people change of their own profile; login and role are for whoever administers users. */
const ownFields: ReadonlySet<string> = new Set(['name', 'email', 'locale'])

/**
 * The profile of the signed-in user: what `whoami` answers, and where asked for the fields of users
 * (`headers`) and what of them this person may change here (`withFacets`).
 * @throws sign_in_needed, session_gone
 * @source portal §7 Profile
 */
export async function getProfile(
  context: Context,
  { headers, withFacets }: CallInput<Calls['getProfile']>,
): Promise<ProfileAnswer> {
  const signedIn = requireSignedIn(context.identity)
  const user = await getCurrentUser(context, signedIn)
  const schema = await getSchemaOf(context, signedIn.kind)
  const permissions = Object.fromEntries(
    Object.entries(fieldPermissionsOf(context.identity, schema, 'patch', true)).map(([name, permission]) => [
      name,
      { ...permission, editable: signedIn.kind === 'user' && ownFields.has(name) },
    ]),
  )
  return {
    resource: schema.resource,
    ...(headers ? { headers: headersOf(context, await listSchemas(context), schema) } : {}),
    response: { data: withFacets ? withFieldPermissions(user, permissions) : user },
  }
}
