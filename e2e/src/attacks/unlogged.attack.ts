import { openApi } from '../open-api.ts'
import { requireHeld, type Attack } from './attack.ts'

interface Created {
  readonly response: { readonly data: { readonly id: number } }
}
interface Found {
  readonly response: { readonly data: readonly { readonly id: number }[] }
}
interface AuditLog {
  readonly entries: readonly {
    readonly kind: string
    readonly actor: { readonly name: string }
    readonly target: { readonly id: string } | null
  }[]
}

export const attacks: readonly Attack[] = [
  {
    name: 'nobody edits, takes or deletes without a trace',
    run: async ({ url, password }) => {
      const [administrator, contributor] = [
        await openApi(url, 'admin', password),
        await openApi(url, 'contributor', password),
      ]
      const {
        response: {
          data: [published],
        },
      } = await contributor.call<Found>(
        'GET',
        `/rest/dam/data/asset?max=1&query=${encodeURIComponent('{"status":6}')}`,
      )
      const {
        response: {
          data: { id },
        },
      } = await contributor.call<Created>('POST', '/rest/dam/data/asset', { json: { name: 'Unlogged' } })
      await contributor.call('PATCH', `/rest/dam/data/asset/${id}`, { json: { name: 'Unlogged, edited' } })
      await contributor.call('POST', `/rest/dam/data/asset/${id}/workflow`, { workflowAction: 'submit' })
      await (await contributor.fetch(`/wedia/dam/variation/asset/${published?.id}/original`)).arrayBuffer()
      await administrator.call('DELETE', `/rest/dam/data/asset/${id}`)
      const { entries } = await administrator.call<AuditLog>('GET', '/rest/administration/audit?kind=asset')
      const isLogged = (kind: string, of: number | undefined): boolean =>
        entries.some((entry) => entry.kind === kind && entry.target?.id === String(of))
      for (const kind of ['asset.created', 'asset.updated', 'asset.workflow', 'asset.deleted'])
        requireHeld(isLogged(kind, id), `${kind} was not logged`)
      requireHeld(isLogged('asset.downloaded', published?.id), 'the download of an original was not logged')
    },
  },
]
