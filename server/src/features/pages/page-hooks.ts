import type { PartResource } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { AccountHooks, ModelHooks } from '../../model/schemas/model-hooks.ts'
import { openRoot, pathOf } from './place.ts'
import { deleteBelow, selectPart } from './parts.sql.ts'
import { followPageAction } from './publish-page.ts'
import { settlePart } from './settle-part.ts'

const parts: ReadonlySet<string> = new Set<PartResource>(['page', 'pagewidget', 'pagefile'])
const isPart = (resource: string): resource is PartResource => parts.has(resource)

/** What pages do when entities change, beside what `hooks` do. @source decision 0162 */
export function withPageHooks(hooks: AccountHooks): ModelHooks {
  return {
    ...hooks,
    beforeDelete: async (context, deletion) => {
      await hooks.beforeDelete(context, deletion)
      if (isPart(deletion.resource)) await deleteParts(context, deletion.resource, deletion.id)
    },
    settleWrite: async (context, { resource }, id, { kind }) => {
      if (isPart(resource)) await settlePart(context, resource, id, kind)
    },
    afterAction: async (context, schema, ids, { action }) => {
      if (schema.resource === 'page')
        for (const id of ids) await followPageAction(context, schema, id, action)
    },
  }
}

/** What stands in a page or a widget goes with it. A widget of a page that is published stays. */
async function deleteParts(context: Context, resource: PartResource, id: number): Promise<void> {
  const part = await selectPart(context.database, { resource, id })
  if (!part) return
  if (part.parent !== '') await openRoot(context, part.parent)
  await deleteBelow(context.database, pathOf(part))
}
