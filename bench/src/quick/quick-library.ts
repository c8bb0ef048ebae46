import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { createDatabase } from '../../../server/src/ground/database/database.ts'
import { startEmbeddedPostgres } from '../../../server/src/ground/database/embedded-postgres.ts'
import { startBenchServer, type BenchServer } from '../bench-server.ts'
import { seedCarts, seedFiles } from '../seed-carts.ts'
import { seedLibrary } from '../seed-library.ts'
import { givePictures } from '../web-pictures.ts'

/** The library that all comparisons of a run work on: a copy of one that is kept between runs. */
export interface QuickLibrary extends BenchServer {
  readonly assets: number
  /** Where peers keep what they made of the same rows; goes when the library is seeded again. */
  readonly peersFolder: string
  say(line: string): void
}

const carts = 10_000
/** Assets with an original, the first ones. */
const assetsWithFiles = 150_000
/** Drafts, one asset of ten, have pictures that a wall can load. */
const statusWithPictures = 1
const migrationsFolder = join(import.meta.dirname, '../../../server/src/ground/database/migrations')
const peersFolder = join(import.meta.dirname, '../../peers')

/**
 * Opens a library of so many assets: seeds it once, keeps it under `bench/peers`, and runs a server on a copy
 * of its database, so that each run begins with the same. It is seeded again when the schema or the seed
 * changes.
 */
export async function openQuickLibrary(assets: number, say: (line: string) => void): Promise<QuickLibrary> {
  const folder = join(peersFolder, `library-${assets}`)
  const key = await keyOfSeed()
  if ((await readFile(join(folder, 'seeded'), 'utf8').catch(() => '')) !== key)
    await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: () => {} })
  try {
    if ((await readFile(join(folder, 'seeded'), 'utf8').catch(() => '')) !== key) {
      const start = performance.now()
      await seed(postgres.url, { folder, assets, say })
      await writeFile(join(folder, 'seeded'), key)
      say(`seeded in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    }
    const databaseUrl = await copyDatabase(postgres.url, say)
    const server = await startBenchServer({}, { databaseUrl })
    await cp(join(folder, 'blobs'), join(server.dataFolder, 'blobs'), { recursive: true })
    return {
      ...server,
      assets,
      peersFolder: folder,
      say,
      stop: async () => {
        await server.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** What the seed is made by. */
async function keyOfSeed(): Promise<string> {
  const hash = createHash('sha256')
  const seeds = ['seed-library.ts', 'seed-carts.ts'].map((file) => join(import.meta.dirname, '..', file))
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const file of [...seeds, ...names.map((name) => join(migrationsFolder, name))])
    hash.update(await readFile(file))
  return hash.digest('hex')
}

interface Seeding {
  readonly folder: string
  readonly assets: number
  readonly say: (line: string) => void
}

async function seed(databaseUrl: string, { folder, assets, say }: Seeding): Promise<void> {
  const server = await startBenchServer({}, { databaseUrl })
  try {
    await seedLibrary(server.database, assets, say)
    say('pictures, files and carts')
    await givePictures(server, statusWithPictures)
    await seedFiles(server, assetsWithFiles)
    await seedCarts(server, { carts, assets: Math.min(assets, assetsWithFiles) })
    await cp(join(server.dataFolder, 'blobs'), join(folder, 'blobs'), { recursive: true })
  } finally {
    await server.stop()
  }
}

/** Copies the kept database; what the last run left goes. */
async function copyDatabase(url: string, say: (line: string) => void): Promise<string> {
  const start = performance.now()
  const copy = new URL(url)
  copy.pathname = '/quick'
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const database = createDatabase(maintenance.href)
  try {
    await database.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`drop database if exists quick with (force)`.execute(connection)
      await sql`create database quick template cartouche strategy file_copy`.execute(connection)
    })
  } finally {
    await database.destroy()
  }
  say(`copied in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  return copy.href
}
