import { openApi, type Api } from '../open-api.ts'
import { requireHeld, type Attack } from './attack.ts'

const room = '/rest/administration/roles'
const viewerRoleId = 4
interface Found {
  readonly response: { readonly total: number; readonly data: readonly unknown[] }
}
interface Made {
  readonly response: { readonly data: { readonly id: number } }
}
interface Role {
  readonly watermark: boolean
  readonly grants: readonly { readonly resource: string; readonly action: string }[]
}

/** Questions whose answers would reveal that something hidden is called `zanzibar`. */
const questions = (collection: number): readonly string[] => [
  `query=${encodeURIComponent(JSON.stringify({ 'collections.name': { ct: 'zanzibar' } }))}`,
  `query=${encodeURIComponent(JSON.stringify({ collections: collection }))}`,
  'fulltext=zanzibar',
  'fulltext=zanz',
  'suggest=words&fulltext=zanz',
]

async function ask(api: Api, asset: number, collection: number): Promise<void> {
  for (const question of questions(collection)) {
    const { response } = await api.call<Found>('GET', `/rest/dam/data/asset?${question}`)
    requireHeld(response.total === 0, `the list answered ${question} with ${response.total}`)
  }
  const record = JSON.stringify(await api.call('GET', `/rest/dam/data/asset/${asset}`))
  requireHeld(!/zanzibar/i.test(record), 'the record named it')
  requireHeld(
    /"\$moreChildren_collections":\{"first":0,"count":0,"total":0\}/.test(record),
    'the record counted it',
  )
  const spoken = await api.call<{ entities: unknown[] }>('GET', '/luis/analyze?phrase=zanzibar%20secret')
  requireHeld(!/zanzibar secret/i.test(JSON.stringify(spoken.entities)), 'a phrase named it')
}

export const attacks: readonly Attack[] = [
  {
    name: 'a viewer learns no name of a collection that a rule of rows hides',
    run: async ({ url, password }) => {
      const [administrator, viewer] = (await Promise.all(
        ['admin', 'viewer'].map((login) => openApi(url, login, password)),
      )) as [Api, Api]
      const make = async (resource: string, json: object): Promise<number> =>
        (await administrator.call<Made>('POST', `/rest/dam/data/${resource}`, { json })).response.data.id
      const collection = await make('assetcollection', { name: 'Zanzibar secret' })
      const asset = await make('asset', { name: 'Plain picture', collections: [collection] })
      await administrator.call('POST', `/rest/dam/data/asset/${asset}/workflow`, {
        workflowAction: 'publish',
      })
      const { grants, watermark } = await administrator.call<Role>('GET', `${room}/${viewerRoleId}`)
      const limited = grants.map((grant) =>
        grant.resource === 'assetcollection' && grant.action === 'view'
          ? { ...grant, rows: { id: { neq: collection } } }
          : grant,
      )
      await administrator.call('PUT', `${room}/${viewerRoleId}`, { grants: limited, watermark })
      try {
        await ask(viewer, asset, collection)
      } finally {
        await administrator.call('PUT', `${room}/${viewerRoleId}`, { grants, watermark })
        await administrator.call('DELETE', `/rest/dam/data/asset/${asset}`)
        await administrator.call('DELETE', `/rest/dam/data/assetcollection/${collection}`)
      }
    },
  },
]
