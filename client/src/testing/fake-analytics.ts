import { ApiError, usageKindOf, usageKinds, type UsageKind } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

interface Event {
  readonly kind: UsageKind
  readonly resource: string
  readonly id: number
  readonly login: string | null
  readonly site: string | undefined
}

/** What is counted of the fake server: at once, where the real one takes up to a minute. */
export function analyticsHandlers(library: FakeLibrary): FakeHandlers {
  const events: Event[] = []
  const note = (event: Event): { logged: boolean } => {
    library.get(event.resource, event.id)
    const isKnown = events.some((one) => JSON.stringify(one) === JSON.stringify(event))
    if (!isKnown) events.push(event)
    return { logged: !isKnown }
  }
  const of = (kind: UsageKind, login: string | null, isOwn: boolean) =>
    events.filter((event) => event.kind === kind && (!isOwn || event.login === login))
  return {
    logObjectData: ({ object, id, actionId }, { login }) =>
      note({ kind: usageKindOf(actionId), resource: object.toLowerCase(), id, login, site: undefined }),
    logEvent({ configuration, params }, { login }) {
      const { object = 'asset', id, words, site } = params ?? {}
      const kind = usageKindOf(configuration)
      if (id === undefined) return { logged: kind === 'search' && (words ?? '').trim() !== '' }
      return note({ kind, resource: object.toLowerCase(), id, login, site: site && new URL(site).hostname })
    },
    listTopAssets({ top, onlyCurrentUser, object, max }, { login }) {
      const resources = object.map((name) => name.toLowerCase())
      const found = of(usageKindOf(top), login, onlyCurrentUser || top.endsWith('User'))
      const keys = found
        .filter(({ resource }) => resources.includes(resource))
        .map(({ resource, id }) => `${resource}_${id}`)
      return { list: counted(keys).slice(0, max) }
    },
    listTop({ configurationName, aggregationFieldname, onlyCurrentUser, max }, { login }) {
      if (aggregationFieldname !== 'object' && !onlyCurrentUser) throw new ApiError('access_denied')
      const keys = of(usageKindOf(configurationName), login, onlyCurrentUser).map(
        ({ resource, id }) => `${resource}_${id}`,
      )
      return { list: aggregationFieldname === 'object' ? counted(keys).slice(0, max) : [] }
    },
    listAssetEvents({ object, id, onlyCurrentUser, max }, { login }) {
      const resource = object.toLowerCase()
      library.get(resource, id)
      const about = usageKinds.flatMap((kind) =>
        of(kind, login, onlyCurrentUser).filter((event) => event.resource === resource && event.id === id),
      )
      const list = counted(about.map(({ kind }) => kind))
      return { list: list.slice(0, max).map((count) => ({ ...count, caption: count.key })) }
    },
    listBroadcasts({ uuid, max }) {
      const entity = library.list('asset').find(({ $uuid }) => $uuid === uuid)
      if (!entity) throw new ApiError('entity_not_found', { resource: 'asset', id: uuid })
      const sites = events.flatMap(({ kind, id, site }) =>
        kind === 'embed' && id === entity.id && site ? [site] : [],
      )
      return { list: counted(sites).slice(0, max) }
    },
  }
}

function counted(keys: readonly string[]): { key: string; count: number }[] {
  return [...Map.groupBy(keys, (key) => key)]
    .map(([key, same]) => ({ key, count: same.length }))
    .toSorted((a, b) => b.count - a.count)
}
