import { calls, type CallAnswer } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import type { Readable } from '../store/keyed-store.ts'
import { createCachedAnswer, type CachedAnswer } from './cached-answer.ts'

/** How the application is called, where it is and how it looks, with the keys of its editors. */
export type ApplicationInfoSnapshot = CachedAnswer<CallAnswer<typeof calls.getInfos>['infos']>

/** What the server says of the application. */
export interface ApplicationInfo extends Readable<ApplicationInfoSnapshot>, Forgetful {
  /**
   * Reads the infos, then the keys of editors; where the keys cannot be read, the infos are as they were
   * read.
   * @source data-layer §3 Application info, §7: errors of the licence keys are ignored
   */
  load(): Promise<void>
}

/** The application of a client. */
export const applicationInfoOf = attach(createApplicationInfo)

function createApplicationInfo({ call, options }: Client): ApplicationInfo {
  const { get, subscribe, clear, load } = createCachedAnswer<CallAnswer<typeof calls.getInfos>['infos']>()
  const readKeys = async (): Promise<Partial<CallAnswer<typeof calls.getEditorKeys>>> => {
    try {
      return await call(calls.getEditorKeys, {})
    } catch (error) {
      options.log('warn', 'The keys of the editors could not be read', error)
      return {}
    }
  }
  return {
    get,
    subscribe,
    clear,
    load: () =>
      load(async () => {
        const { infos } = await call(calls.getInfos, {})
        return { ...infos, ...(await readKeys()) }
      }),
  }
}
