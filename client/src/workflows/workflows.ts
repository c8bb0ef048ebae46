import { calls, type CallAnswer } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure } from '../failure.ts'

/** A workflow action: from which statuses to which. */
export type WorkflowAction = CallAnswer<
  typeof calls.listWorkflowActions
>['response']['data'][number]['actions'][number]

/**
 * Workflow actions of entities. Which are possible, the server decides.
 * @source data-layer §4 Entity workflow
 */
export interface Workflows {
  /**
   * Takes an action on entities, 50 at a time. `reason`: why; whoever submitted them reads it.
   * @throws unknown_action, action_not_possible, access_denied
   */
  take(path: string, ids: readonly number[], action: string, reason?: string): Promise<void>
  /**
   * The actions that the user may take on some entity of a resource; asked for once.
   * @throws unknown_resource
   */
  list(path: string): Promise<readonly WorkflowAction[]>
  clear(): void
}

/** Entities that one call takes. @source data-layer §9 */
const chunk = 50

/** The workflow actions of a client's entities. */
export const workflowsOf = attach(({ call, entities, options: { log } }): Workflows => {
  const lists = new Map<string, Promise<readonly WorkflowAction[]>>()
  return {
    async take(path, ids, action, reason) {
      for (let from = 0; from < ids.length; from += chunk) {
        const askedAt = entities.mark()
        try {
          const { response } = await call(calls.takeWorkflowAction, {
            path,
            ids: ids.slice(from, from + chunk),
            workflowAction: action,
            ...(reason === undefined ? {} : { reason }),
          })
          for (const data of response.data) entities.acceptWrite(data, askedAt)
        } catch (error) {
          const failure = toFailure(error)
          log('error', 'error updating entity workflow', failure)
          throw failure
        }
      }
    },
    list(path) {
      const known =
        lists.get(path) ??
        call(calls.listWorkflowActions, { path }).then(({ response }) =>
          response.data.flatMap(({ actions }) => actions),
        )
      lists.set(path, known)
      known.catch(() => lists.delete(path))
      return known
    },
    clear: () => lists.clear(),
  }
})
