import type { ModelHooks } from '../../model/schemas/model-hooks.ts'
import { followAction, followNewVersion } from './follow-action.ts'

/** What requests for approval do when assets change, beside what `hooks` do. @source decision 0210 */
export function withReviewHooks(hooks: ModelHooks): ModelHooks {
  return {
    ...hooks,
    settleWrite: async (context, schema, id, write) => {
      await hooks.settleWrite(context, schema, id, write)
      if (schema.resource === 'asset' && write.kind === 'patch' && write.hasFiles)
        await followNewVersion(context, schema, id)
    },
    afterAction: async (context, schema, ids, taken) => {
      await hooks.afterAction(context, schema, ids, taken)
      if (schema.resource === 'asset') await followAction(context, ids, taken)
    },
  }
}
