import { assetNatures, type NatureName } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { builtInRoles } from '../../access/built-in-roles.ts'
import type { Identity, SignedIn } from '../../access/identity.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { insertEntity, replaceLinks } from '../../model/entities/entities.sql.ts'
import { installRoleGrants } from '../../people/roles/install-role-grants.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import {
  createTestLibrary as openTestLibrary,
  type AssetOptions,
  type TestLibrary as Library,
} from '../../testing/test-library.ts'
import { hashPassword } from '../../people/session/password-hash.ts'

/** An asset with a file, where it has bytes. */
export interface FiledAsset extends AssetOptions {
  readonly nature?: NatureName
  readonly bytes?: Uint8Array
  /** The asset's name by default. */
  readonly fileName?: string
  readonly mediaType?: string
}

/** What a test changes of an asset's row. */
interface AssetChange {
  readonly status?: number
  readonly valid_until?: Date
}

/** A library of a test's own whose assets have files and whose people have credentials. */
export type TestLibrary = Awaited<ReturnType<typeof createTestLibrary>>

/** Opens one; `close` takes everything away. */
export async function createTestLibrary() {
  const library = await openTestLibrary()
  return {
    ...library,
    database: library.services.database,
    addUser: (name: string, role: string, kind?: SignedIn['kind']) => addUser(library, name, role, kind),
    addAsset: (asset: FiledAsset) => addAsset(library, asset),
    changeAsset: (id: number, change: AssetChange) => changeAsset(library, id, change),
    as: (identity: Identity, request: Partial<Context['request']> = {}): Context => {
      const context = library.as(identity)
      return { ...context, request: { ...context.request, ...request } }
    },
  }
}

/** By nobody: no rule is asked, no history written. */
async function changeAsset({ services }: Library, id: number, change: AssetChange): Promise<void> {
  await withTransaction(services.database, async (transaction) => {
    await transaction
      .updateTable('entity')
      .set(change)
      .where('resource', '=', 'asset')
      .where('id', '=', id)
      .execute()
    await project(transaction, await getSchemaOf(services, 'asset'), [id])
  })
}

async function addUser(
  { services }: Library,
  name: string,
  roleName: string,
  kind: SignedIn['kind'] = 'user',
): Promise<SignedIn> {
  const { database } = services
  const role = builtInRoles.find((one) => one.name === roleName)
  if (!role) throw new Error(`There is no role ${roleName}`)
  const login = name.toLowerCase()
  const roles = builtInRoles.map(({ id: roleId, name: called, watermark }) => ({
    resource: 'role',
    id: roleId,
    props: JSON.stringify({ name: called, watermark }),
  }))
  const { numInsertedOrUpdatedRows: made } = await database
    .insertInto('entity')
    .values(roles)
    .onConflict((conflict) => conflict.columns(['resource', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  if (made) await installRoleGrants(database)
  const id = await insertEntity(database, {
    resource: kind,
    status: null,
    ownerId: null,
    props: { name, login },
    modifiedBy: null,
  })
  await replaceLinks(database, kind, id, 'role', 'role', [role.id])
  await project(database, await getSchemaOf(services, kind), [id])
  await database
    .insertInto('credential')
    .values({ resource: kind, id, login, password_hash: await hashPassword(login) })
    .execute()
  return {
    kind,
    id,
    login,
    name,
    locale: 'en',
    role,
    session: { key: 'test', csrfToken: 'test', cookie: false },
  }
}

async function addAsset(
  { services: { database, blobs }, createAsset }: Library,
  asset: FiledAsset,
): Promise<number> {
  const { bytes, nature = 'IMAGE', fileName = asset.name, mediaType = 'image/jpeg' } = asset
  const facts = bytes
    ? { 'metadata.filesize': bytes.length, 'metadata.filename': fileName, 'metadata.mediatype': mediaType }
    : {}
  const id = await createAsset({
    ...asset,
    props: { ...facts, ...asset.props },
    links: { rootnature: [assetNatures[nature]], ...asset.links },
  })
  if (bytes) {
    const { sha256, sizeBytes, crc32 } = await blobs.write(bytes)
    await database
      .insertInto('blob')
      .values({ sha256, size_bytes: sizeBytes, crc32 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await database
      .insertInto('entity_file')
      .values({
        resource: 'asset',
        id,
        sha256,
        file_name: fileName,
        media_type: mediaType,
        facts: JSON.stringify({ nature, extension: 'jpg' }),
      })
      .execute()
  }
  return id
}
