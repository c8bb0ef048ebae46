import type { CallInput, Calls, ProfileAnswer } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { facesOf, withFaces } from '../../model/entities/faces.ts'
import { headersOf } from '../../model/schemas/read-schemas.ts'
import { getSchemaOf, listSchemas } from '../../model/schemas/schema-registry.ts'
import { getSurfer } from '../session/whoami.ts'
import { requireSignedIn } from '../../access/decide.ts'

/** What people change of their own profile; login and role are for whoever administers users. */
const ownFields: ReadonlySet<string> = new Set(['name', 'email', 'locale'])

/**
 * The profile of who is signed in: what `whoami` tells, and where asked for the fields of users (`headers`)
 * and what of them this person may change here (`withFacets`).
 * @throws sign_in_needed, session_gone
 * @source portal §7 Profile
 */
export async function getProfile(
  context: Context,
  { headers, withFacets }: CallInput<Calls['getProfile']>,
): Promise<ProfileAnswer> {
  const signedIn = requireSignedIn(context.identity)
  const surfer = await getSurfer(context, signedIn)
  const schema = await getSchemaOf(context.database, signedIn.kind)
  const faces = Object.fromEntries(
    Object.entries(facesOf(context.identity, schema, 'patch', true)).map(([name, face]) => [
      name,
      { ...face, editable: signedIn.kind === 'user' && ownFields.has(name) },
    ]),
  )
  return {
    resource: schema.resource,
    ...(headers ? { headers: headersOf(context, await listSchemas(context.database), schema) } : {}),
    response: { data: withFacets ? withFaces(surfer, faces) : surfer },
  }
}
