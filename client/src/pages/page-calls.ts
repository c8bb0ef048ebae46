import {
  ApiError,
  calls,
  partPath,
  type EntityData,
  type PartStep,
  type QueryJson,
} from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { ancestorsOf, contentsOf, pagePart, parentsOf, type PageContents } from './page-contents.ts'
import { toPage, toPageFile, toWidget } from './page-record.ts'
import type { PageAnswer, PageRequest, PartWrite } from './page-state.ts'

/** Resource paths of what pages are made of. */
export const pagePaths = {
  page: 'data/page',
  pagewidget: 'data/pagewidget',
  pagefile: 'data/pagefile',
} as const

/** The most that one answer brings. @source data-layer §9 */
const maxRows = 200

/**
 * All rows of a resource that answer a query, page after page.
 * @source data-layer §7 CMS: paged with an after token, following links.nextResultsToken
 */
export async function readAll(
  client: Client,
  path: string,
  query: QueryJson,
  { max, signal }: { readonly max?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly EntityData[]> {
  const rows: EntityData[] = []
  for (let after: string | undefined; ;) {
    const { links, response } = await client.call(
      calls.findEntities,
      {
        path,
        query,
        orderby: 'id',
        ...(max === undefined ? {} : { max }),
        ...(after === undefined ? {} : { after }),
      },
      { signal },
    )
    for (const row of response.data) if (typeof row !== 'string') rows.push(row)
    after = links.nextResultsToken
    if (after === undefined) return rows
  }
}

/** What stands in a place, at whatever depth. */
function inside(place: string): QueryJson {
  return { or: [{ parent: { eq: place } }, { parent: { sw: `${place}_` } }] }
}

/** Reads a page, or a component, with all that stands in it. @throws entity_not_found, access_denied */
export async function readContents(
  client: Client,
  root: PartStep,
  signal: AbortSignal,
): Promise<PageContents> {
  const place = partPath(root)
  const options = { max: maxRows, signal }
  const isPage = root.resource === 'page'
  const widgets = isPage ? inside(place) : { or: [{ id: { eq: root.id } }, inside(place)] }
  const [page, parts, files] = await Promise.all([
    isPage ? client.call(calls.getEntity, { path: pagePaths.page, id: root.id }, { signal }) : null,
    readAll(client, pagePaths.pagewidget, widgets, options),
    readAll(client, pagePaths.pagefile, inside(place), options),
  ])
  if (!isPage && !parts.some(({ id }) => id === root.id)) throw new ApiError('entity_not_found', { ...root })
  return contentsOf(page && toPage(page.response.data), parts.map(toWidget), files.map(toPageFile))
}

/** What a request is made with. `base`: what was known of the page. */
export interface RequestContext {
  readonly client: Client
  readonly root: PartStep
  readonly base: PageContents | null
  readonly signal: AbortSignal
}

/** Makes one request of a page. @source data-layer §7 CMS */
export async function makeRequest(context: RequestContext, request: PageRequest): Promise<PageAnswer> {
  const { client, root, signal } = context
  switch (request.kind) {
    case 'read':
      return { kind: 'read', contents: await readContents(client, root, signal) }
    case 'write':
      return writePart(context, request)
    case 'assign':
      return assign(context, request.owner, request.ids)
    case 'attach':
      return attachFile(context, request)
    case 'sort':
      await client.call(calls.sortWidgets, {
        form_object: wireNames.pagewidget,
        sort_field: 'position',
        noredirect: true,
        clubwedwidget_1: [...request.ids],
      })
      return { kind: 'sort' }
    case 'delete':
      await client.call(calls.deleteEntityAtJson, { dotted: wireNames.pagewidget, id: request.id })
      return { kind: 'delete' }
    case 'publish':
      await client.call(calls.takeWorkflowActionAtJson, {
        dotted: 'data.page.workflow',
        id: root.id,
        action: 'validate',
      })
      return { kind: 'publish' }
  }
}

/** The names by which pages and what they are made of are written to. */
const wireNames = { page: 'clubwedpagedesc', pagewidget: 'clubwedwidget', pagefile: 'cwpagefile' } as const

function stepOf(
  root: PartStep,
  part: number,
): { readonly resource: 'page' | 'pagewidget'; readonly id: number } {
  return part === pagePart ? { resource: 'page', id: root.id } : { resource: 'pagewidget', id: part }
}

async function writePart({ client, root }: RequestContext, write: PartWrite): Promise<PageAnswer> {
  const { resource, id } = stepOf(root, write.part)
  const { $version, values } = write
  const { props, translations, ...others } = values
  const { response } = await client.call(calls.updateEntityAtJson, {
    dotted: wireNames[resource],
    id,
    json: {
      ...others,
      ...(props === undefined ? {} : { props: JSON.stringify(props) }),
      ...(translations === undefined ? {} : { translations: JSON.stringify(translations) }),
    },
    ...($version === undefined ? {} : { $version }),
  })
  const { data } = response
  return { kind: 'write', record: resource === 'page' ? toPage(data) : toWidget(data) }
}

async function assign(
  { client, root }: RequestContext,
  owner: number,
  ids: readonly number[],
): Promise<PageAnswer> {
  const { resource, id } = stepOf(root, owner)
  const { new_children } = await client.call(calls.assignWidgets, {
    form_object: wireNames[resource],
    form_id: id,
    form_field: 'children',
    form_value: [...ids],
  })
  return { kind: 'assign', ids: new_children.map(Number) }
}

/** A file takes the place of the one of its name; the first one is made. */
async function attachFile(
  { client, root, base }: RequestContext,
  { owner, name, file }: Extract<PageRequest, { kind: 'attach' }>,
): Promise<PageAnswer> {
  const form = new FormData()
  form.append('prop_file', file, file.name)
  const known = base?.files.get(owner)?.find((one) => one.name === name)
  if (!known) {
    form.append('prop_name', name)
    form.append('prop_parent', pathOf(root, base, owner))
  }
  const { response } = known
    ? await client.call(calls.updateEntityAtJson, { dotted: wireNames.pagefile, id: known.id }, { form })
    : await client.call(calls.createEntityAtJson, { dotted: `${wireNames.pagefile}.add` }, { form })
  return { kind: 'attach', file: toPageFile(response.data) }
}

/** The path of a part, as far as the server was heard of it. */
function pathOf(root: PartStep, base: PageContents | null, part: number): string {
  const above = base ? ancestorsOf(parentsOf(base.children), part).toReversed() : []
  const page = root.resource === 'page' ? partPath(root) : ''
  return above.reduce((path, id) => partPath({ resource: 'pagewidget', id }, path), page)
}
