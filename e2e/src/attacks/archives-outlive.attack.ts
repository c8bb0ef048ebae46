import { openApi } from '../open-api.ts'
import { requireHeld, type Attack } from './attack.ts'

interface List {
  readonly response: { readonly data: readonly { readonly id: number; readonly owner?: object }[] }
}

export const attacks: readonly Attack[] = [
  {
    name: 'an archive does not outlive the right to what is in it',
    run: async ({ url, password }) => {
      const administrator = await openApi(url, 'admin', password)
      const contributor = await openApi(url, 'contributor', password)
      const {
        response: { data },
      } = await contributor.call<List>(
        'GET',
        `/rest/dam/data/asset?max=50&query=${encodeURIComponent('{"status":6}')}`,
      )
      const id = data.find(({ owner }) => !/contributor/i.test(JSON.stringify(owner ?? {})))?.id ?? 0
      const [cart] = await contributor.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
        name: 'Taken',
        items: { asset: [id] },
      })
      const uuid = await contributor.call<string>('POST', `/wedia/cart/zipCart/${cart?.id}`, {
        withContactSheet: false,
      })
      const take = async (range?: string): Promise<number> =>
        (await fetch(`${url}/api/wedia/cart/downloadCart/${uuid}`, { headers: range ? { range } : {} }))
          .status
      requireHeld((await take()) === 200, 'the archive was not there to begin with')
      await administrator.call('POST', `/rest/dam/data/asset/${id}/workflow`, { workflowAction: 'unpublish' })
      try {
        const [whole, part] = [await take(), await take('bytes=0-9')]
        requireHeld(
          whole === 410 && part === 410,
          `after the asset was unpublished it answered ${whole}, and ${part} for a range`,
        )
      } finally {
        await administrator.call('POST', `/rest/dam/data/asset/${id}/workflow`, { workflowAction: 'publish' })
        await contributor.call('DELETE', `/wedia/cart/deleteCart/${cart?.id}`)
      }
    },
  },
]
