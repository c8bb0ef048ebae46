import type { MergeProgress } from '@cartouche/contract'
import { z } from 'zod'
import type { Context } from '../../../access/context.ts'
import { selectNames } from '../entities.sql.ts'
import { nameIn } from '../read-entities.ts'
import type { Schema } from '../../schemas/schema.ts'
import { countLinksTo, selectJob, type Named } from './merges.sql.ts'

/**
 * What has a meaning beyond its name and its links: one of them does not stand for another. Widgets and files
 * of pages stand in what their path names, which no link says.
 */
const unmergeable = new Set([
  'asset',
  'schema',
  'schemafield',
  'user',
  'role',
  'application',
  'page',
  'pagewidget',
  'pagefile',
])

/** Whether entities of a resource can be merged. */
export function canBeMerged({ resource }: Schema): boolean {
  return !unmergeable.has(resource)
}

/** A merge as its job holds it: `id` gives way to `into`; `total` is how many links there were. */
export const Merge = z.object({ resource: z.string(), id: z.number(), into: z.number(), total: z.number() })
export type Merge = z.output<typeof Merge>

/** The key of the job that merges an entity. */
export function keyOfMerge({ resource, id }: Named): string {
  return `merge:${resource}:${id}`
}

/** The merge that an entity is in, by the job that does it; undefined where it is in none. */
export async function readMerge(
  context: Context,
  { resource }: Schema,
  id: number,
): Promise<MergeProgress | undefined> {
  const merge = Merge.safeParse(await selectJob(context.database, keyOfMerge({ resource, id }))).data
  if (!merge) return undefined
  const left = (await countLinksTo(context.database, merge)).reduce((sum, { count }) => sum + count, 0)
  return {
    state: 'running',
    done: Math.max(0, merge.total - left),
    total: Math.max(merge.total, left),
    into: { id: merge.into, name: await nameOf(context, resource, merge.into) },
  }
}

/** The name of an entity in the reader's language. */
export async function nameOf({ database, locale }: Context, resource: string, id: number): Promise<string> {
  const names = (await selectNames(database, resource, [id])).get(id)
  return names ? nameIn(names, locale) : String(id)
}
