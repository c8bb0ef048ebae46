import type { Changes, Client } from '@cartouche/client'
import type { Link } from './asset-fields.ts'

interface NewLink {
  readonly path: string
  readonly name: string
  /** The id it was created with, once it was saved. */
  created: number | null
}

/**
 * Entities that are created when the form that names them is saved. Until then a negative id stands for each.
 */
const newLinks = new Map<number, NewLink>()

/** Names an entity that is to be created with the form; the same word twice is one entity. */
export function newLink(path: string, name: string): Link {
  for (const [id, known] of newLinks)
    if (known.created === null && known.path === path && known.name.toLowerCase() === name.toLowerCase())
      return { id, name: known.name }
  const id = -newLinks.size - 1
  newLinks.set(id, { path, name, created: null })
  return { id, name }
}

/** The new entities among ids, for a field that shows them. */
export function newLinksAmong(ids: readonly number[]): Link[] {
  return ids.flatMap((id) => {
    const known = newLinks.get(id)
    return known === undefined ? [] : [{ id, name: known.name }]
  })
}

/**
 * Creates the new entities that values name, and answers the values with their ids. What was created stays so
 * where saving fails afterwards: the next try links it.
 */
export async function createNewLinks<Values extends Changes>(
  client: Pick<Client, 'entities'>,
  values: Values,
): Promise<Values> {
  const named = Object.values(values)
    .flat()
    .flatMap((id) => (typeof id === 'number' ? (newLinks.get(id) ?? []) : []))
  for (const one of named)
    one.created ??= (await client.entities.create(one.path, { name: one.name }))?.id ?? null
  const idOf = (value: unknown): unknown =>
    typeof value === 'number' ? (newLinks.get(value)?.created ?? value) : value
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(idOf) : idOf(value),
    ]),
  ) as Values
}

/** Whether a value of a field names a new entity. */
export function namesNewLink(value: unknown): boolean {
  return [value].flat().some((id) => typeof id === 'number' && newLinks.has(id))
}
