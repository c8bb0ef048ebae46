import {
  and,
  ApiError,
  defaultPageSize,
  defaultTreeDepth,
  everything,
  parseQuery,
  parseResourcePath,
  type CallInput,
  type Calls,
  type EntityAnswer,
  type EntityData,
  type Facets,
  type Query,
  type TreeAnswer,
} from '@cartouche/contract'
import type { Context } from '../../../access/context.ts'
import { requireAction, type Scope } from '../../../access/decide.ts'
import { valuesByField } from '../read-facets.ts'
import { readEntities } from '../read-entities.ts'
import { requireRows } from '../decide-rows.ts'
import { headersOf } from '../../schemas/read-schemas.ts'
import { labelIn, type Schema } from '../../schemas/schema.ts'
import { getSchemaOf, listSchemas } from '../../schemas/schema-registry.ts'
import { findPage, suggestWords, type SearchIn } from '../../search/find.ts'
import { countLinking } from './count-linking.ts'
import { withTreePaths } from './tree-paths.ts'
import { isTree, type TreeSchema } from './tree-schema.ts'
import { searchIn } from '../../search/search-in.ts'

type TreeInput = CallInput<Calls['findTree']>

/** What the levels of one answer have in common. */
interface Walk {
  readonly context: Context
  readonly where: SearchIn
  readonly schema: TreeSchema
  readonly scope: Scope
  readonly input: TreeInput
  readonly query: Query
  /** Children of each node that has some, those below the last level too. */
  readonly childCounts: ReadonlyMap<string, number>
  /** Nodes that the answer may still hold: each with children is a search of its own. */
  left: number
}

/** Nodes of one answer; below the last of them, children are counted and not listed. @source decision 0118 */
const maxNodes = 2000

/**
 * Whether a list of a tree's resource asks for the tree.
 * @source data-layer §7 Trees: `GET /rest/{treePath}`
 */
export function isTreeRequest(
  schema: Schema,
  input: Pick<TreeInput, 'depth' | 'from' | 'treepath' | 'treetop'>,
): boolean {
  return (
    schema.treeField !== null &&
    (input.depth !== undefined ||
      input.from !== undefined ||
      input.treepath === true ||
      input.treetop !== undefined)
  )
}

/**
 * Finds nodes of a tree: the roots, or what is below a node, nested; with full text a flat page of hits.
 * @throws not_a_tree, entity_not_found, unknown_resource, query_syntax, unknown_field, token_mismatch,
 * sign_in_needed, access_denied
 */
export async function findTree(context: Context, input: TreeInput): Promise<TreeAnswer> {
  const named = parseResourcePath(input.path)
  if (named.kind !== 'tree') throw new ApiError('path_not_found')
  const schema = await getSchemaOf(context, named.resource)
  if (!isTree(schema)) throw new ApiError('not_a_tree', { resource: schema.resource })
  const scope = requireAction(context.identity, schema.resource, 'view')
  const where = await searchIn(context)
  const query = input.query === undefined ? everything : parseQuery(input.query)
  if (input.suggest === 'words') {
    const words = await suggestWords(where, { scope, query, fulltext: input.fulltext })
    return envelope(context, schema, input, { data: words, total: words.length })
  }
  const counts = await findPage(where, { scope, query: everything }, { max: 0, withFacets: true })
  const children = counts.facets ? (await valuesByField(context, counts.facets)).get(schema.treeField) : []
  const walk: Walk = {
    context,
    where,
    schema,
    scope,
    input,
    query,
    childCounts: new Map((children ?? []).map(({ key, count }) => [key, count])),
    left: maxNodes,
  }
  if ((input.fulltext ?? '').trim() !== '') return findHits(walk, input.id)
  return input.id === undefined ? findRoots(walk) : findBelow(walk, input.id)
}

/**
 * A node with what is below it, at the node's own address.
 * @source data-layer §7 Trees: `GET /rest/{treePath}/{nodeId}`
 */
export async function getNode(
  context: Context,
  schema: Schema,
  id: number,
  options: Partial<TreeInput>,
): Promise<EntityAnswer> {
  const {
    response: { data },
  } = await findTree(context, { max: defaultPageSize, ...options, path: `${schema.path}/tree`, id })
  if (Array.isArray(data)) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return { resource: schema.resource, response: { data } }
}

async function findRoots(walk: Walk): Promise<TreeAnswer> {
  const { context, schema, input } = walk
  const level = await readLevel(walk, null, input.after)
  const data = await withPaths(
    walk,
    await withChildren(walk, level.nodes, (input.depth ?? defaultTreeDepth) - 1),
  )
  return envelope(context, schema, input, {
    data,
    total: level.total,
    next: level.next,
    aggregates: await aggregatesOf(walk, data),
  })
}

async function findBelow(walk: Walk, id: number): Promise<TreeAnswer> {
  const { context, schema, input } = walk
  await requireRows(context, schema, [id], 'view')
  const [read] = await readEntities(context, schema, [id], input)
  if (!read) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  const level = await readLevel(walk, id, input.after)
  const children = await withChildren(walk, level.nodes, (input.depth ?? defaultTreeDepth) - 1)
  const [node] = await withPaths(walk, [nest(walk, read, children, level.next)])
  return envelope(context, schema, input, {
    data: node ?? read,
    total: level.total,
    next: level.next,
    aggregates: await aggregatesOf(walk, node ? [node] : []),
  })
}

/** Hits as a flat page; a subtree's own below a node that was named. */
async function findHits(walk: Walk, from: number | undefined): Promise<TreeAnswer> {
  const { context, where, schema, scope, input } = walk
  const text = (input.fulltext ?? '').trim()
  const below: Query =
    from === undefined
      ? everything
      : { kind: 'compare', field: 'id', operator: 'in', values: await subtreeOf(walk, from) }
  const named: Query =
    input.keywords === true ? everything : { kind: 'compare', field: 'name', operator: 'ct', values: [text] }
  const search = {
    scope,
    query: and(walk.query, below, named),
    fulltext: input.keywords === true ? input.fulltext : undefined,
  }
  const page = await findPage(where, search, {
    orderby: input.orderby ?? 'name',
    max: input.max ?? defaultPageSize,
    after: input.after,
  })
  const read = await readEntities(context, schema, page.ids, input)
  const data = await withTreePaths(
    context,
    schema,
    read.map((node) => nest(walk, node, [])),
    input,
  )
  return envelope(context, schema, input, {
    data,
    total: page.total,
    next: page.next,
    aggregates: await aggregatesOf(walk, data),
  })
}

async function subtreeOf({ where, schema, scope }: Walk, from: number): Promise<number[]> {
  // Everything below a node is what links to it or to something below it, and the node itself.
  const below: Query = { kind: 'compare', field: schema.treeField, operator: 'dof', values: [from] }
  const ids: number[] = [from]
  for (let after: string | undefined; ;) {
    const page = await findPage(where, { scope, query: below }, { max: 200, after })
    ids.push(...page.ids)
    if (page.next === undefined) return ids
    after = page.next
  }
}

interface Level {
  readonly nodes: EntityData[]
  readonly total: number
  readonly next: string | undefined
}

/** A page of the children of a node, in the order of their names by default. */
async function readLevel(walk: Walk, parent: number | null, after: string | undefined): Promise<Level> {
  const { context, where, schema, scope, input, query } = walk
  const children: Query = { kind: 'compare', field: schema.treeField, operator: 'eq', values: [parent] }
  const skipped = parent === null && after === undefined ? (input.from ?? 0) : 0
  const page = await findPage(
    where,
    { scope, query: and(query, children) },
    { orderby: input.orderby ?? 'name', max: skipped + (input.max ?? defaultPageSize), after },
  )
  const ids = page.ids.slice(skipped)
  walk.left -= ids.length
  return { nodes: await readEntities(context, schema, ids, input), total: page.total, next: page.next }
}

async function withChildren(walk: Walk, nodes: readonly EntityData[], levels: number): Promise<EntityData[]> {
  return Promise.all(
    nodes.map(async (node) => {
      if (levels <= 0 || walk.left <= 0 || !walk.childCounts.has(String(node.id))) return nest(walk, node, [])
      const level = await readLevel(walk, node.id, undefined)
      return nest(walk, node, await withChildren(walk, level.nodes, levels - 1), level.next)
    }),
  )
}

/**
 * A node with its children in the relation field, null where it has none, and empty where they were not asked
 * for; a root has no plain keys there.
 */
function nest(
  { schema, childCounts }: Walk,
  node: EntityData,
  children: readonly EntityData[],
  next?: string,
): EntityData {
  const parent = node[schema.treeField] as object | null | undefined
  const childCount = childCounts.get(String(node.id)) ?? 0
  return {
    ...node,
    [schema.treeField]: { ...parent, $children: childCount === 0 ? null : children },
    $childCount: childCount,
    ...(next === undefined ? {} : { $nextToken: next }),
  }
}

function withPaths({ context, schema, input }: Walk, nodes: EntityData[]): Promise<EntityData[]> {
  return input.treepath === true || input.treetop !== undefined
    ? withTreePaths(context, schema, nodes, input)
    : Promise.resolve(nodes)
}

function aggregatesOf(
  { context, schema, input }: Walk,
  nodes: readonly EntityData[],
): Promise<Facets> | undefined {
  return input.withAggregates === true ? countLinking(context, schema, flatten(schema, nodes)) : undefined
}

function flatten(schema: TreeSchema, nodes: readonly EntityData[]): EntityData[] {
  return nodes.flatMap((node) => [
    node,
    ...flatten(schema, (node[schema.treeField] as { $children?: EntityData[] } | undefined)?.$children ?? []),
  ])
}

interface Found {
  readonly data: TreeAnswer['response']['data']
  readonly total: number
  readonly next?: string | undefined
  readonly aggregates?: Facets | undefined
}

async function envelope(
  context: Context,
  schema: Schema,
  input: TreeInput,
  { data, total, next, aggregates }: Found,
): Promise<TreeAnswer> {
  const schemas = await listSchemas(context)
  return {
    resource: schema.resource,
    name: labelIn(schema.label, context.locale),
    version: '1.0',
    apiversion: '2.4',
    ...(input.state === undefined ? {} : { state: input.state }),
    headers: input.headers === true ? headersOf(context, schemas, schema) : {},
    links:
      next === undefined
        ? {}
        : { nextResultsToken: next, next: `/api/rest/${input.path}?after=${encodeURIComponent(next)}` },
    response: {
      count: Array.isArray(data) ? data.length : 1,
      total,
      data,
      ...(aggregates ? { aggregates } : {}),
    },
  }
}
