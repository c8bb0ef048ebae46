import { assetNatures, assetStatuses, type NatureName } from '@cartouche/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInRoles } from '../access/built-in-roles.ts'
import type { Context, Services } from '../access/context.ts'
import type { Identity, SignedIn } from '../access/identity.ts'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { insertEntity, replaceLinks } from '../entities/entities.sql.ts'
import { builtInSchemas } from '../schemas/built-in-schemas.ts'
import { forgetSchemas, getSchemaOf } from '../schemas/schema-registry.ts'
import { upsertSchema } from '../schemas/schemas.sql.ts'
import { project } from '../search/project.ts'
import { readSettings } from '../settings/settings.ts'

/** A job that was put into the queue. */
export interface QueuedJob { readonly task: string; readonly payload: object }

/** What an asset of a test is like. */
export interface TestAsset {
  readonly name: string
  /** Published unless said otherwise. */
  readonly status?: keyof typeof assetStatuses
  readonly nature?: NatureName
  /** Without bytes it has no file. */
  readonly bytes?: Uint8Array
  readonly fileName?: string
  readonly mediaType?: string
  readonly ownerId?: number
  readonly validUntil?: string
  readonly props?: Readonly<Record<string, unknown>>
}

/** A library of a test file's own: a database, a folder of blobs, and people of every role. */
export type TestLibrary = Awaited<ReturnType<typeof createTestLibrary>>

/** Makes a library with the built-in schemas and roles; `drop` removes it. */
export async function createTestLibrary() {
  const { database, drop: dropDatabase } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-library-'))
  const jobs: QueuedJob[] = []
  const services: Services = {
    database, blobs: await createFolderBlobs(join(folder, 'blobs')), settings: { ...readSettings({}), dataFolder: folder },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    addJob: async (_database, task, payload) => void jobs.push({ task, payload }),
  }
  await seed(services)
  return {
    services, jobs, database, blobs: services.blobs,
    addUser: (name: string, role: RoleName, kind?: SignedIn['kind']) => addUser(services, name, role, kind),
    addAsset: (asset: TestAsset) => addAsset(services, asset),
    as: (identity: Identity, request: Partial<Context['request']> = {}): Context => contextOf(services, identity, request),
    drop: async () => {
      await dropDatabase()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type RoleName = 'administrator' | 'editor' | 'contributor' | 'viewer' | 'portal'

async function seed({ database }: Services): Promise<void> {
  for (const [position, schema] of builtInSchemas.entries()) await upsertSchema(database, schema, position)
  forgetSchemas(database)
  for (const { id, name, watermark } of builtInRoles) await insertEntity(database, { resource: 'role', id, status: null, ownerId: null, props: { name, watermark }, modifiedBy: null })
  for (const [name, id] of Object.entries(assetNatures)) await insertEntity(database, { resource: 'assetnature', id, status: null, ownerId: null, props: { name }, modifiedBy: null })
}

async function addUser({ database }: Services, name: string, roleName: RoleName, kind: SignedIn['kind'] = 'user'): Promise<SignedIn> {
  const role = builtInRoles.find((one) => one.name === roleName)
  if (!role) throw new Error(`There is no role ${roleName}`)
  const login = name.toLowerCase()
  const id = await insertEntity(database, { resource: kind, status: null, ownerId: null, props: { name, login, locale: 'en' }, modifiedBy: null })
  await replaceLinks(database, kind, id, 'role', 'role', [role.id])
  await project(database, await getSchemaOf(database, kind), [id])
  await database.insertInto('credential').values({ resource: kind, id, login, password_hash: 'none' }).execute()
  return { kind, id, login, name, locale: 'en', role, session: { key: 'test', csrfToken: 'test', cookie: false } }
}

async function addAsset({ database, blobs }: Services, asset: TestAsset): Promise<number> {
  const { name, status = 'published', nature = 'IMAGE', bytes, fileName = name, mediaType = 'image/jpeg', ownerId = null, validUntil, props } = asset
  const id = await insertEntity(database, {
    resource: 'asset', status: assetStatuses[status], ownerId, props: { name, ...(bytes ? { 'metadata.filesize': bytes.length, 'metadata.filename': fileName } : {}), ...props }, validUntil, modifiedBy: null,
  })
  await replaceLinks(database, 'asset', id, 'rootnature', 'assetnature', [assetNatures[nature]])
  if (bytes) {
    const { sha256, sizeBytes, crc32 } = await blobs.write(bytes)
    await database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).onConflict((conflict) => conflict.doNothing()).execute()
    await database.insertInto('entity_file').values({ resource: 'asset', id, sha256, file_name: fileName, media_type: mediaType }).execute()
  }
  await project(database, await getSchemaOf(database, 'asset'), [id])
  return id
}

function contextOf(services: Services, identity: Identity, request: Partial<Context['request']>): Context {
  return {
    ...services, identity, locale: 'en', requestId: 'test', setCookie: () => {}, signal: new AbortController().signal,
    request: { address: '127.0.0.1', cookies: {}, authorization: undefined, headers: {}, baseUrl: 'http://127.0.0.1:8080', ...request },
  }
}
