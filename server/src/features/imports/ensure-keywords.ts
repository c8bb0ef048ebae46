import { insertEntity } from '../../model/entities/entities.sql.ts'
import { getSchemaOf, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { foldText } from '../../ground/fold-text.ts'
import { project } from '../../model/search/project.ts'
import { lockKeywords } from './assets.sql.ts'
import { selectKeywords } from './imports.sql.ts'

/**
 * Keywords by the names that items propose: those that exist, whatever their case and accents, and new ones
 * for the rest, at the root of the tree. Part of the transaction that links to them.
 */
export async function ensureKeywords(
  services: WithSchemas,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { database: transaction } = services
  const folded = new Map(names.map((name) => [name, foldText(name)]))
  let known = await selectKeywords(transaction, [...folded.values()])
  if (names.some((name) => !known.has(foldText(name)))) {
    await lockKeywords(transaction)
    known = await selectKeywords(transaction, [...folded.values()])
    const made: number[] = []
    for (const [name, key] of folded) {
      if (known.has(key)) continue
      const id = await insertEntity(transaction, {
        resource: 'assetkeyword',
        status: null,
        ownerId: null,
        props: { name },
        modifiedBy: null,
      })
      known.set(key, id)
      made.push(id)
    }
    await project(transaction, await getSchemaOf(services, 'assetkeyword'), made)
  }
  return new Map(
    names.flatMap((name): [string, number][] => {
      const id = known.get(foldText(name))
      return id === undefined ? [] : [[name, id]]
    }),
  )
}
