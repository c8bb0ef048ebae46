import {
  ApiError,
  assetStatuses,
  partPath,
  partSteps,
  type EntityData,
  type PartStep,
} from '@cartouche/contract'
import { createFakePageSchedules } from './fake-page-schedules.ts'
import type { FakeHandlers } from './fake-routes.ts'

type Values = Readonly<Record<string, unknown>>

interface Store {
  readonly stored: Map<string, EntityData>
  get(resource: string, id: number): EntityData
  add(resource: string, values: Values): EntityData
  list(resource: string): readonly EntityData[]
}

/** What is set of a part that nothing is said of. @source decision 0162 */
export const partDefaults: Readonly<Record<string, Values>> = {
  page: {
    path: '',
    version: 1,
    props: '{}',
    translations: '{}',
    parent: null,
    template: { name: 'default' },
    features: [],
    validchildren: [],
    ismodel: false,
    copietravail: null,
  },
  pagewidget: {
    name: '',
    parent: '',
    slot: '',
    position: 0,
    enabled: true,
    value: null,
    props: '{}',
    translations: '{}',
    component: null,
    features: [],
    validchildren: [],
    mastercomponent: null,
  },
}

/** What writes of pages do beside those of every entity. @source decisions 0162, 0163 */
export interface FakePages {
  readonly handlers: FakeHandlers
  /** @throws page_closed */
  requireOpen(part: EntityData): void
  /** What a new part is given. @throws entity_not_found, page_closed */
  ofNew(resource: string, values: Values): Values
  /** What a change sets beside what was sent. */
  ofChanged(resource: string): Values
  /** All that stands in a part. */
  below(part: EntityData): readonly EntityData[]
  /** What follows from a workflow action; answers what became of the entity. */
  afterAction(entity: EntityData, action: string): EntityData
}

const draft = { id: assetStatuses.draft, name: 'draft' }
const published = { id: assetStatuses.published, name: 'published' }
const archived = { id: assetStatuses.archived, name: 'archived' }
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const nameOf = ({ status }: EntityData): string => (status as { name: string }).name

/** Creates the pages of a library. */
export function createFakePages(store: Store): FakePages {
  const { get, stored } = store
  const schedules = createFakePageSchedules(get)
  const put = (entity: EntityData, values: Values): EntityData => {
    const next = { ...entity, ...values, $version: (entity.$version ?? 0) + 1 }
    stored.set(`${entity.$resource}/${entity.id}`, next)
    return next
  }
  const pathOf = ({ $resource, id, parent }: EntityData): string =>
    partPath({ resource: $resource as PartStep['resource'], id }, $resource === 'page' ? '' : textOf(parent))
  const inside = (path: string): EntityData[] =>
    ['pagewidget', 'pagefile'].flatMap((resource) =>
      store.list(resource).filter(({ parent }) => parent === path || textOf(parent).startsWith(`${path}_`)),
    )
  const childrenAt = (path: string): EntityData[] =>
    store
      .list('pagewidget')
      .filter(({ parent }) => path !== '' && parent === path)
      .toSorted((one, other) => Number(one['position']) - Number(other['position']) || one.id - other.id)
  const rootOf = (path: string): EntityData | undefined => {
    const [first] = partSteps(path) ?? []
    return first && get(first.resource, first.id)
  }
  const requireOpen = (part: EntityData): void => {
    const root = part.$resource === 'page' ? part : rootOf(textOf(part['parent']))
    if (root?.$resource === 'page' && !['draft', 'submitted'].includes(nameOf(root)))
      throw new ApiError('page_closed', { id: root.id, status: nameOf(root) })
  }
  const sort = (ids: readonly number[]): void =>
    ids.forEach((id, at) => {
      const widget = get('pagewidget', id)
      if (widget['position'] !== at + 1) put(widget, { position: at + 1 })
    })
  const rebase = (from: string, to: string): void => {
    for (const part of inside(from)) put(part, { parent: to + textOf(part['parent']).slice(from.length) })
  }
  const copy = (part: EntityData, parent: string, status: unknown): EntityData => {
    const { id: _id, $uuid: _uuid, $resource, ...values } = part
    const made = store.add($resource, { ...values, $version: 1, parent, status })
    if ($resource !== 'pagefile')
      for (const child of inside(pathOf(part)).filter((one) => one['parent'] === pathOf(part)))
        copy(child, pathOf(made), status)
    return made
  }
  const bring = (id: number, place: string, root: EntityData): number => {
    const widget = get('pagewidget', id)
    const from = pathOf(widget)
    if (widget['parent'] === place) return id
    const top = pathOf(root)
    const parent = textOf(widget['parent'])
    if (parent !== top && !parent.startsWith(`${top}_`)) {
      const made = copy(widget, place, root['status'])
      return put(made, parent === '' ? { mastercomponent: { id, name: widget.name } } : {}).id
    }
    if (place === from || place.startsWith(`${from}_`))
      throw new ApiError('invalid_parameter', { parameter: 'form_value', reason: 'in itself' })
    rebase(from, pathOf(put(widget, { parent: place })))
    return id
  }
  const withStatus = (page: EntityData, status: unknown): EntityData => {
    for (const part of inside(pathOf(page))) put(part, { status })
    return put(page, { status })
  }

  return {
    requireOpen,
    ofChanged: (resource) => (resource === 'pagefile' ? { modified: new Date().toISOString() } : {}),
    below: (part) => (part.$resource in partDefaults ? inside(pathOf(part)) : []),
    ofNew(resource, { parent }) {
      if (resource !== 'pagewidget' && resource !== 'pagefile') return {}
      if (parent === '' && resource === 'pagewidget') return { status: published }
      const last = partSteps(textOf(parent))?.at(-1)
      if (!last) throw new ApiError('invalid_parameter', { parameter: 'parent', reason: 'no place' })
      const place = get(last.resource, last.id)
      if (pathOf(place) !== parent) throw new ApiError('entity_not_found', { ...last })
      requireOpen(place)
      return {
        status: rootOf(parent)?.['status'],
        ...(resource === 'pagefile' ? { modified: new Date().toISOString() } : {}),
      }
    },
    afterAction(entity, action) {
      if (entity.$resource !== 'page') return entity
      schedules.afterAction(entity.id, action)
      const original = entity['copietravail'] as { id: number } | null
      if (action !== 'validate' || !original) return withStatus(entity, entity['status'])
      const before = get('page', original.id)
      const said = ({
        name,
        path,
        version,
        props,
        translations,
        parent,
        template,
        features,
      }: EntityData): Values => ({ name, path, version, props, translations, parent, template, features })
      const [one, other] = [pathOf(before), pathOf(entity)]
      rebase(one, 'swapped')
      rebase(other, one)
      rebase('swapped', other)
      withStatus(put(before, said(entity)), published)
      return withStatus(put(entity, said(before)), archived)
    },
    handlers: {
      ...schedules.handlers,
      getWorkingCopy({ id }) {
        const page = get('page', id)
        const isOpen = ['draft', 'submitted'].includes(nameOf(page))
        const original = isOpen
          ? page
          : get('page', (page['copietravail'] as { id: number } | null)?.id ?? id)
        const there = isOpen
          ? page
          : store
              .list('page')
              .find(
                (one) =>
                  (one['copietravail'] as { id: number } | null)?.id === original.id &&
                  nameOf(one) === 'draft',
              )
        const made = there ?? makeCopy(original)
        return { resource: 'page', response: { data: String(made.id) } }
      },
      assignWidgets({ form_object, form_id, form_value }) {
        const owner = get(form_object, form_id)
        requireOpen(owner)
        const place = pathOf(owner)
        const root = rootOf(place) ?? owner
        for (const id of form_value) get('pagewidget', id)
        const placed = form_value.map((id) => bring(id, place, root))
        const order = [...new Set([...placed, ...childrenAt(place).map(({ id }) => id)])]
        sort(order)
        return { new_children: order.map(String) }
      },
      deletePageWithVersions({ page: id, versions }) {
        const page = get('page', id)
        const copies = store
          .list('page')
          .filter((one) => (one['copietravail'] as { id: number } | null)?.id === id)
          .map((one) => one.id)
        if (copies.length !== versions.length || copies.some((copy) => !versions.includes(copy)))
          throw new ApiError('page_versions_changed', { id })
        const gone = [...copies.map((copy) => get('page', copy)), page]
        for (const one of gone.flatMap((root) => [...inside(pathOf(root)), root]))
          stored.delete(`${one.$resource}/${one.id}`)
        return { deleted: gone.map((one) => one.id) }
      },
      sortWidgets({ clubwedwidget_1: ids }) {
        for (const id of ids) requireOpen(get('pagewidget', id))
        sort(ids)
        return { sorted: [...ids] }
      },
    },
  }

  function makeCopy(original: EntityData): EntityData {
    const { id, $uuid: _uuid, $resource: _resource, ...values } = original
    const made = store.add('page', {
      ...values,
      $version: 1,
      status: draft,
      version: Number(original['version']) + 1,
      copietravail: { id, name: original.name },
    })
    for (const part of inside(pathOf(original)).filter((one) => one['parent'] === pathOf(original)))
      copy(part, pathOf(made), draft)
    return made
  }
}
