import { calls, type CallAnswer } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { createCachedAnswer, type CachedAnswer } from '../session/cached-answer.ts'
import type { Readable } from '../store/keyed-store.ts'

/** The workflow of items, a list of them by the wire: its actions, each from statuses to a status. */
export type ImportWorkflow = CallAnswer<typeof calls.listImportItemActions>['response']['data'][number]

/** The workflows of the items of imports. @source data-layer §3 Other mass-import structures */
export interface ImportWorkflows extends Readable<CachedAnswer<readonly ImportWorkflow[]>>, Forgetful {
  /** Reads them once; after a failure again. Rejects with what the call rejects with. */
  resolve(): Promise<readonly ImportWorkflow[]>
}

/** The workflows of the items of a client's imports. */
export const importWorkflowsOf = attach(({ call }: Client): ImportWorkflows => {
  const { get, subscribe, clear, load } = createCachedAnswer<readonly ImportWorkflow[]>()
  return {
    get,
    subscribe,
    clear,
    async resolve() {
      if (get().status !== 'loaded')
        await load(async () => (await call(calls.listImportItemActions, {})).response.data)
      return get().data ?? []
    },
  }
})
