import type { Services } from '../../ground/services.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { ladderOf, type Rung } from '../film-ladder.ts'
import { isSettled, isMade, type MadeRendition } from './ensure-rendition.ts'
import { selectLadderFacts, selectRenditions } from './renditions.sql.ts'

/** The sizes of a film that is played adaptively. */
export interface Ladder {
  /** Those that were made, small to large. */
  readonly made: readonly { readonly rung: Rung; readonly rendition: MadeRendition }[]
  /** Those that are yet to be made, in order; none where one has failed. */
  readonly missing: readonly Rung[]
  /** Whether each was made. With some alone, a fast line would show less than the one file does. */
  readonly isWhole: boolean
}

/** The sizes of the film with these bytes; undefined where it is not played adaptively. */
export async function findLadder(
  { database }: Pick<Services, 'database'>,
  sha256: string,
): Promise<Ladder | undefined> {
  const rungs = ladderOf(await selectLadderFacts(database, sha256))
  if (rungs.length === 0) return undefined
  const rows = await selectRenditions(database, sha256, rungs)
  const all = rungs.map((rung) => ({ rung, row: rows.find(({ name }) => name === rung.name) }))
  const made = all.flatMap(({ rung, row }) => (row && isMade(row) ? [{ rung, rendition: row }] : []))
  const missing = all.flatMap(({ rung, row }) => (row && isSettled(row) ? [] : [rung]))
  const isHopeless = made.length + missing.length < rungs.length
  return { made, missing: isHopeless ? [] : missing, isWhole: made.length === rungs.length }
}

/**
 * Has the next size of a film made, after all that somebody waits for. A film that was there before these
 * sizes has them made when somebody plays it.
 */
export async function queueLadder(
  { database, addJob, settings }: Pick<Services, 'database' | 'addJob' | 'settings'>,
  sha256: string,
): Promise<void> {
  const { adaptiveFilmsAtOnce: atOnce } = settings
  if (atOnce === 0) return
  // Jobs of one queue run one after the other, on whichever server.
  const queue = `ladder-${(Number.parseInt(sha256.slice(0, 8), 16) % atOnce) + 1}`
  const options = { key: `ladder:${sha256}`, priority: jobPriority.ladder, queue }
  await addJob(database, 'make-ladder', { sha256 }, options)
}
