import { openApi } from '../open-api.ts'
import { requireHeld, type Attack } from './attack.ts'

interface Listed {
  readonly response: { readonly data: readonly { readonly id: number; readonly name: string }[] }
}
interface Made {
  readonly response: { readonly data: { readonly id: number } }
}

export const attacks: readonly Attack[] = [
  {
    name: 'a visitor who may look alone takes no file beside the original',
    run: async ({ url, password }) => {
      const administrator = await openApi(url, 'admin', password)
      const {
        response: { data: schemas },
      } = await administrator.call<Listed>('GET', '/rest/data/schema?max=200')
      const schema = schemas.find(({ name }) => name === 'asset')?.id
      const field = await administrator.call<Made>('POST', '/rest/data/schemafield', {
        json: { schema, name: 'releaseform', label: 'Release', type: 'binary' },
      })
      const form = new FormData()
      form.append('json', JSON.stringify({ name: 'With a contract', releaseform: 'cid:part' }))
      form.append('part', new Blob(['the contract of a model']), 'contract.txt')
      const made = await administrator.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
      const {
        response: {
          data: { id },
        },
      } = (await made.json()) as Made
      const [cart] = await administrator.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
        name: 'Looked at',
        items: { asset: [id] },
      })
      const share = await administrator.call<{ id: string }>('POST', `/wedia/cart/shareCart/${cart?.id}`, {
        shareMode: 'view',
      })
      const seen = await fetch(`${url}/api/wedia/cart/withShare/${share.id}/view`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      const { ticket } = (await seen.json()) as { ticket: string }
      const { status } = await fetch(
        `${url}/api/wedia/dam/file/asset/${id}/releaseform?ticket=${encodeURIComponent(ticket)}`,
      )
      await administrator.call('DELETE', `/wedia/cart/deleteCart/${cart?.id}`)
      await administrator.call('DELETE', `/rest/dam/data/asset/${id}`)
      await administrator.call('DELETE', `/rest/data/schemafield/${field.response.data.id}`)
      requireHeld(status === 403, `the file was answered with ${status}`)
    },
  },
]
