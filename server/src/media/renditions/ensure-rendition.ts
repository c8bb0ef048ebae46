import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { readFingerprint } from '../fingerprint.ts'
import type { RenderedRendition } from '../pixels.ts'
import { RenditionError } from '../rendition-error.ts'
import { recipeFor, takesLong, type RenditionRecipe } from '../rendition-recipes.ts'
import { upsertFingerprint } from './fingerprints.sql.ts'
import { whileWanted } from './while-wanted.ts'
import {
  selectRenditions,
  selectRenditionSource,
  tryLockRendition,
  unlockRendition,
  upsertRenditions,
  type NewRendition,
  type RenditionRow,
  type RenditionSourceRow,
} from './renditions.sql.ts'

/** A rendition that was made. */
export type MadeRendition = RenditionRow & {
  readonly sha256: string
  readonly sizeBytes: number
  readonly mediaType: string
}

/**
 * Failures that another try can mend: a program that was installed since, a machine that was busy. Of the
 * others the reason is kept and answered at once.
 */
const passing: ReadonlySet<string> = new Set(['tool_missing', 'timeout', 'memory', 'crashed'])
const tryAgainAfterMs = 3_600_000
/** Looking for a program costs little, and whoever has just installed it wants to see it work. */
const lookForToolAfterMs = 60_000
/** A card in place of the content is drawn again now and then: the program that was missing may be there. */
const drawAgainAfterMs = 86_400_000
const lookAgainAfterMs = 200

/**
 * Gives a rendition of some bytes: the one that is kept, or one that is made now. However many ask at once,
 * in whichever process, it is made once. The caller has decided that it may be seen.
 * @param wanted the name of a rendition of the product, or a recipe for this kind of file
 * @param known what the bytes are, where the caller knows it
 * @throws rendition_not_found where the kind of file has none of this name, rendition_failed with the reason
 */
export async function ensureRendition(
  services: Services,
  sourceSha256: string,
  wanted: string | RenditionRecipe,
  known?: RenditionSourceRow,
): Promise<MadeRendition> {
  const source = known ?? (await selectRenditionSource(services.database, sourceSha256))
  const recipe = source && (typeof wanted === 'string' ? recipeFor(wanted, source.nature) : wanted)
  if (!recipe)
    throw new ApiError('rendition_not_found', {
      name: (typeof wanted === 'string' ? wanted : wanted.name).slice(0, 100),
    })
  const row = await findOrMake(services, { ...source, isWatched: known === undefined }, recipe)
  if (isMade(row)) return row
  throw new ApiError('rendition_failed', {
    name: recipe.name,
    reason: row.errorMessage ?? '',
    problem: row.errorCode ?? '',
  })
}

/** Bytes that were found as those of an asset or item are of no use without one. */
interface Source extends RenditionSourceRow {
  readonly isWatched: boolean
}

async function findOrMake(
  services: Services,
  source: Source,
  recipe: RenditionRecipe,
): Promise<RenditionRow> {
  const kept = await findSettled(services.database, source, recipe)
  if (kept) return kept
  const { making } = services.renditionQueue
  const key = `${source.sha256}/${recipe.name}/${recipe.version}`
  const running = making.get(key)
  if (running) return running
  const made = makeOnce(services, source, recipe, key).finally(() => making.delete(key))
  making.set(key, made)
  return made
}

/** The rendition, or a failure that another try now would not mend. */
async function findSettled(
  database: Database,
  source: RenditionSourceRow,
  recipe: RenditionRecipe,
): Promise<RenditionRow | undefined> {
  const [row] = await selectRenditions(database, source.sha256, [recipe])
  return row && isSettled(row) ? row : undefined
}

/** Whether a rendition is made, or a failure is kept that another try now would not mend. */
export function isSettled(row: RenditionRow): boolean {
  // Of a clock that was set back, or lies apart from the database's.
  const ageMs = Math.abs(Date.now() - row.createdAt.getTime())
  if (row.isPlaceholder) return ageMs <= drawAgainAfterMs
  if (row.errorCode === 'tool_missing') return ageMs <= lookForToolAfterMs
  return !passing.has(row.errorCode ?? '') || ageMs <= tryAgainAfterMs
}

async function makeOnce(
  services: Services,
  source: Source,
  recipe: RenditionRecipe,
  key: string,
): Promise<RenditionRow> {
  const { pictures, films, rungs } = services.renditionQueue
  const limit = recipe.kind === 'rung' ? rungs : takesLong(recipe) ? films : pictures
  for (;;) {
    const made = await limit(() =>
      services.sessions.connection().execute(async (connection) => {
        if (!(await tryLockRendition(connection, key))) return undefined
        try {
          return (await findSettled(connection, source, recipe)) ?? (await make(services, source, recipe))
        } finally {
          await unlockRendition(connection, key)
        }
      }),
    )
    if (made) return made
    await sleep(lookAgainAfterMs)
  }
}

async function make(services: Services, source: Source, recipe: RenditionRecipe): Promise<RenditionRow> {
  const outputPath = await services.blobs.newScratchPath(`.${recipe.extension}`)
  try {
    const isWanted = async () =>
      !source.isWatched || (await selectRenditionSource(services.database, source.sha256)) !== undefined
    const made = await whileWanted(isWanted, undefined, (signal) =>
      services.blobs.withLocalFile(source.sha256, (sourcePath) =>
        services.mediaWorkers.render({
          sourcePath,
          nature: source.nature,
          mediaType: source.mediaType,
          extension: source.extension,
          decode: !(source.undecodable ?? false),
          outputs: [{ recipe, outputPath }],
          signal,
        }),
      ),
    )
    if (!made) throw new ApiError('rendition_not_found', { name: recipe.name })
    const [rendered] = made
    if (!rendered) throw new RenditionError('unsupported', 'Nothing was made.')
    await keepRenditions(services, source.sha256, [{ recipe, rendered, path: outputPath }])
  } catch (error) {
    if (!(error instanceof RenditionError) || !error.isOfFile) throw error
    services.log.warn({ source: source.sha256, rendition: recipe.name, code: error.code }, error.message)
    await upsertRenditions(services.database, source.sha256, [
      {
        name: recipe.name,
        version: recipe.version,
        isPlaceholder: false,
        errorCode: error.code,
        errorMessage: error.message,
      },
    ])
  }
  const [row] = await selectRenditions(services.database, source.sha256, [recipe])
  if (!row)
    throw new Error(`The rendition ${recipe.name} of ${source.sha256} is gone right after it was made`)
  return row
}

/** A finished file. */
export interface FinishedRendition {
  readonly recipe: Pick<RenditionRecipe, 'name' | 'version'>
  readonly rendered: RenderedRendition
  readonly path: string
}

/** Keeps finished files as renditions of some bytes; the file at each `path` becomes the blob's. */
export async function keepRenditions(
  { blobs, database }: Pick<Services, 'blobs' | 'database'>,
  source: string,
  finished: readonly FinishedRendition[],
): Promise<void> {
  const renditions = await Promise.all(
    finished.map(async ({ recipe, rendered, path }): Promise<NewRendition> => ({
      name: recipe.name,
      version: recipe.version,
      blob: await blobs.adopt(path),
      mediaType: rendered.mediaType,
      width: rendered.width || null,
      height: rendered.height || null,
      isPlaceholder: rendered.isPlaceholder,
    })),
  )
  await upsertRenditions(database, source, renditions)
  for (const { rendered } of finished)
    if (rendered.fingerprint !== undefined)
      await upsertFingerprint(database, source, readFingerprint(rendered.fingerprint))
}

/** Whether it was made, and did not fail. */
export function isMade(row: RenditionRow): row is MadeRendition {
  return row.sha256 !== null
}
