import type { Context } from '../../access/context.ts'
import { decideRows } from '../../model/entities/decide-rows.ts'
import { selectNames } from '../../model/entities/entities.sql.ts'
import { nameIn } from '../../model/entities/read-entities.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'

/** Names of linked entities that the user may see, in their language, by id. */
export async function visibleNames(
  context: Context,
  target: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const schema = (await listSchemas(context)).get(target)
  if (!schema || ids.length === 0) return new Map()
  const decisions = await decideRows(context, schema, ids, ['view'])
  const visible = ids.filter((id) => decisions.get(id)?.has('view'))
  const names = await selectNames(context.database, target, visible)
  return new Map([...names].map(([id, name]) => [id, nameIn(name, context.locale)]))
}
