import { openApi, type Api } from './open-api.ts'
import { say } from './play-journey.ts'
import type { Application } from './start-application.ts'

const atOnce = 100

/**
 * Notes which assets a library has; what it answers deletes those that were added since then, for good. The
 * next journey finds the library of the demonstration: which journeys were played before it, by how fast they
 * were, decides nothing.
 */
export async function followAdded({ url, password }: Application): Promise<() => Promise<void>> {
  const openAdmin = (): Promise<Api> => openApi(url, 'admin', password)
  const last = await openAdmin()
    .then((admin) => listNewest(admin, 0, 1))
    .then(
      ([id = 0]) => id,
      () => undefined,
    )
  return async () => {
    try {
      if (last === undefined) throw new Error('it is not known what was there before')
      const admin = await openAdmin()
      for (let ids = await listNewest(admin, last); ids.length > 0; ids = await listNewest(admin, last))
        for (const id of ids) await admin.call('DELETE', `/rest/dam/data/asset/${id}`)
      const { list } = await admin.call<{ list: { id: number }[] }>('GET', '/rest/trash')
      for (const { id } of list) await admin.call('DELETE', `/rest/trash/${id}`)
    } catch (error) {
      say(`What the journey added was not removed: ${String(error)}`)
    }
  }
}

/** Ids of assets above one, the highest first. */
async function listNewest(api: Api, above: number, max = atOnce): Promise<number[]> {
  const query = encodeURIComponent(JSON.stringify({ id: { gt: above } }))
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=${max}&orderby=id+desc&query=${query}`,
  )
  return response.data.map(({ id }) => id)
}
