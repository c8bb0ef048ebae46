import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetStatuses } from '@cartouche/contract'
import { sql } from 'kysely'
import { builtInRoles } from '../access/built-in-roles.ts'
import type { Context } from '../access/context.ts'
import { modelHooks } from '../people/model-hooks.ts'
import type { Services } from '../ground/services.ts'
import { anonymous, type Identity, type SignedIn } from '../access/identity.ts'
import { createFolderBlobs } from '../ground/blobs/folder-blobs.ts'
import { createTestDatabase } from '../ground/database/test-database.ts'
import { insertEntity, replaceLinks } from '../model/entities/entities.sql.ts'
import { installLibrary } from '../model/entities/install-library.ts'
import { getSchemaOf } from '../model/schemas/schema-registry.ts'
import { project } from '../model/search/project.ts'
import { createServices } from '../features/create-services.ts'
import { readSettings } from '../ground/settings/settings.ts'

/** An asset as a test wants it. Links by field are ids. */
export interface AssetOptions {
  readonly name: string
  readonly props?: Record<string, unknown>
  readonly links?: Record<string, readonly number[]>
  readonly status?: keyof typeof assetStatuses
  readonly ownerId?: number
  readonly validFrom?: string
  readonly validUntil?: string
}

/** A library of a test's own: a real database with the built-in schemas and a real folder of blobs. */
export interface TestLibrary {
  readonly url: string
  readonly services: Services
  /** Jobs that were put into the queue, in order; a test that wants them done runs them. */
  readonly jobs: readonly { readonly task: string; readonly payload: object }[]
  /** A context of this identity; nobody by default. */
  as(identity?: Identity, locale?: string): Context
  /** A signed-in user of a built-in role, made on the first call for this login. */
  user(role: string, login?: string): Promise<SignedIn>
  createAsset(options: AssetOptions): Promise<number>
  /** A node of a tree or a nature. */
  createNode(resource: string, name: string, parent?: number): Promise<number>
  close(): Promise<void>
}

/** Opens a library; `close` takes everything away. */
export async function createTestLibrary(): Promise<TestLibrary> {
  const { url, database, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-test-'))
  const jobs: { task: string; payload: object }[] = []
  const services = createServices({
    database,
    blobs: await createFolderBlobs(join(folder, 'blobs')),
    settings: readSettings({ CARTOUCHE_DATA: folder, CARTOUCHE_DEMO: '0' }),
    log: quiet,
    modelHooks,
    addJob: async (_database, task, payload) => void jobs.push({ task, payload }),
  })
  await installLibrary(database)
  return {
    url,
    services,
    jobs,
    as: (identity = anonymous, locale = 'en') => contextOf(services, identity, locale),
    user: (role, login = role) => createUser(services, role, login),
    createAsset: (options) => createAsset(services, options),
    createNode: (resource, name, parent) => createNode(services, resource, name, parent),
    close: async () => {
      await drop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

function contextOf(services: Services, identity: Identity, locale: string): Context {
  return {
    ...services,
    identity,
    locale,
    requestId: 'test',
    signal: new AbortController().signal,
    setCookie: () => {},
    request: {
      address: '127.0.0.1',
      cookies: {},
      authorization: undefined,
      headers: {},
      baseUrl: 'http://cartouche.test',
    },
  }
}

async function createUser(services: Services, roleName: string, login: string): Promise<SignedIn> {
  const role = builtInRoles.find(({ name }) => name === roleName)
  if (!role) throw new Error(`There is no role ${roleName}`)
  const { rows } = await sql<{
    id: number
  }>`select id from entity where resource = 'user' and props ->> 'login' = ${login}`.execute(
    services.database,
  )
  const id =
    rows[0]?.id ??
    (await insertEntity(services.database, {
      resource: 'user',
      status: null,
      ownerId: null,
      props: { name: login, login },
      modifiedBy: null,
    }))
  return {
    kind: 'user',
    id,
    login,
    name: login,
    locale: 'en',
    role,
    session: { key: login, csrfToken: 'csrf', cookie: false },
  }
}

async function createAsset(services: Services, options: AssetOptions): Promise<number> {
  const { database } = services
  const schema = await getSchemaOf(services, 'asset')
  const id = await insertEntity(database, {
    resource: 'asset',
    status: assetStatuses[options.status ?? 'published'],
    ownerId: options.ownerId ?? null,
    props: { name: options.name, ...options.props },
    validFrom: options.validFrom,
    validUntil: options.validUntil,
    modifiedBy: null,
  })
  for (const [field, ids] of Object.entries({ rootnature: [1], ...options.links }))
    await replaceLinks(database, 'asset', id, field, schema.fields.get(field)?.target ?? '', ids)
  await project(database, schema, [id])
  return id
}

async function createNode(
  services: Services,
  resource: string,
  name: string,
  parent?: number,
): Promise<number> {
  const { database } = services
  const schema = await getSchemaOf(services, resource)
  const id = await insertEntity(database, {
    resource,
    status: null,
    ownerId: null,
    props: { name },
    modifiedBy: null,
  })
  if (parent !== undefined) await replaceLinks(database, resource, id, 'parent', resource, [parent])
  await project(database, schema, [id])
  return id
}
