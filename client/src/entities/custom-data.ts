import { attach, type Forgetful } from '../attach.ts'
import { entityKey } from './entity.ts'

/** What an application keeps of its own with an entity. @source data-layer §3 Generic entity: $custom */
export interface CustomData extends Forgetful {
  /** What is kept, by name; empty where nothing is. */
  get(path: string, id: number): Readonly<Record<string, unknown>>
  /**
   * Keeps values with an entity, beside those of other names: whoever shows it sees them as `data.$custom`.
   * They stay when it is read again and are never sent. Does nothing for an entity that is not known.
   */
  set(path: string, id: number, values: Readonly<Record<string, unknown>>): void
}

/** The custom data of a client's entities; it goes with them. */
export const customDataOf = attach(({ entities }): CustomData => {
  const get: CustomData['get'] = (path, id) => {
    const custom = entities.get(entityKey(path, id)).data?.['$custom']
    return typeof custom === 'object' && custom !== null ? { ...custom } : {}
  }
  return {
    get,
    set(path, id, values) {
      const { data } = entities.get(entityKey(path, id))
      if (!data) return
      const { $uuid, $resource, $version } = data
      const version = $version === undefined ? {} : { $version }
      const own = { id, $uuid, $resource, ...version, $custom: { ...get(path, id), ...values } }
      entities.acceptList([own], entities.mark())
    },
    clear: () => undefined,
  }
})
