import { hashKey } from '@tanstack/query-core'
import {
  calls,
  defaultPageSize,
  type CallParameters,
  type EntityData,
  type FacetValue,
} from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { wait } from '../clock.ts'
import { facetsOf } from '../cursors/cursor-request.ts'
import { entityKey } from '../entities/entity.ts'
import { ClientError, nounError, toFailure } from '../failure.ts'
import { allOf } from '../query/build-query.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import { createWaiters } from '../store/waiters.ts'
import { treeErrors } from './tree-errors.ts'
import {
  newTree,
  stepTree,
  type TreeEffect,
  type TreeEvent,
  type TreeFetch,
  type TreeState,
} from './tree-machine.ts'
import {
  nestedOf,
  noContent,
  withChildren,
  withHits,
  withoutToken,
  withRoots,
  type LoadedNode,
  type TreeContent,
  type TreePage,
} from './tree-nodes.ts'
import type { TreeDefinition, TreeNode, Trees, TreeSnapshot } from './tree.ts'

/** The trees of a client. */
export const treesOf = attach(createTrees)

/** @source data-layer §9 */
const defaultDepth = 2
const fetchDelayMs = 80
const autoloadDelayMs = 500
const longestWalk = 10

interface Entry {
  readonly definition: TreeDefinition
  readonly state: TreeState<TreeContent>
}

/** Runs the machines of all trees: takes events in, carries effects out. */
function createRunner(client: Client) {
  const entries = new Map<string, Entry>()
  const store = createKeyedStore<TreeSnapshot>((name) => ({
    ...snapshotOf(client, newEntry({ name, path: '' })),
    status: 'unknown',
  }))
  const waiters = createWaiters()
  const watched = new Map<string, number>()
  const put = (name: string, entry: Entry): void => {
    const before = store.get(name)
    entries.set(name, entry)
    store.set(name, snapshotOf(client, entry, before))
  }
  const send = (name: string, event: TreeEvent<TreeContent>): void => {
    const entry = entries.get(name)
    if (!entry) return
    const { state, effects } = stepTree(entry.state, event)
    client.options.trace?.({
      noun: 'tree',
      name,
      event: event.type,
      from: entry.state.status,
      to: state.status,
    })
    if (state !== entry.state) put(name, { ...entry, state })
    for (const effect of effects) {
      if (effect.type === 'settle') waiters.settle(effect.waiters, effect.error)
      else act(name, effect)
    }
    if (state.status === 'registered' && watched.has(name)) send(name, { type: 'fetch', part: 'first' })
    autoload(name)
  }
  const autoload = createAutoload(
    client,
    (name) => (watched.has(name) ? entries.get(name) : undefined),
    (name) => send(name, { type: 'fetch', part: 'next' }),
  )
  const act = createActor(client, (name) => entries.get(name), send)
  return {
    entries,
    store,
    put,
    send,
    watched,
    autoload,
    fetch(name: string, part: TreeFetch['part']): Promise<void> {
      known(entries, name)
      return new Promise((done, reject) => {
        send(name, { type: 'fetch', part, waiter: waiters.add(done, reject) })
      })
    },
    forget(name: string): void {
      send(name, { type: 'unregister' })
      entries.delete(name)
      store.delete(name)
    },
  }
}

/**
 * Plans the next roots of a watched tree that has more, in the place of what was planned before.
 * @source data-layer §9: autoload delay 500 ms, on unless fulltext set
 */
function createAutoload(
  client: Client,
  watchedEntry: (name: string) => Entry | undefined,
  next: (name: string) => void,
): (name: string) => void {
  const planned = new Map<string, () => void>()
  return (name) => {
    planned.get(name)?.()
    planned.delete(name)
    const entry = watchedEntry(name)
    if (
      entry?.state.status !== 'loaded' ||
      entry.state.content.token === null ||
      !(entry.definition.autoload ?? !entry.definition.fulltext?.trim())
    )
      return
    const cancel = client.options.clock.after(autoloadDelayMs, () => next(name))
    planned.set(name, cancel)
  }
}

/** Reads schemas and parts of trees; what comes of them are events. */
function createActor(
  client: Client,
  entryOf: (name: string) => Entry | undefined,
  send: (name: string, event: TreeEvent<TreeContent>) => void,
): (name: string, effect: Exclude<TreeEffect, { type: 'settle' }>) => void {
  const aborts = new Map<string, AbortController>()
  const resolve = async (name: string): Promise<void> => {
    const path = entryOf(name)?.definition.path ?? ''
    const event = await client.schemas.resolve(path).then(
      ({ treefield }): TreeEvent<TreeContent> =>
        treefield === null
          ? { type: 'unresolved', error: nounError(treeErrors, 'tree_missing', { path }) }
          : { type: 'resolved' },
      (error: unknown): TreeEvent<TreeContent> => ({ type: 'unresolved', error: toFailure(error) }),
    )
    send(name, event)
  }
  const load = async (name: string, requestId: number, part: TreeFetch['part']): Promise<void> => {
    const key = `${name}#${requestId}`
    const controller = new AbortController()
    aborts.set(key, controller)
    const event = await loadPart(client, entryOf(name), part, controller.signal).then(
      (content): TreeEvent<TreeContent> => ({ type: 'answered', requestId, content }),
      (error: unknown): TreeEvent<TreeContent> => ({ type: 'failed', requestId, error: toFailure(error) }),
    )
    // A tree that was registered again counts its requests again; what was aborted before is ignored.
    if (aborts.get(key) !== controller) return
    aborts.delete(key)
    if (!controller.signal.aborted) send(name, event)
  }
  return (name, effect) => {
    if (effect.type === 'abort') aborts.get(`${name}#${effect.requestId}`)?.abort()
    else if (effect.type === 'resolve') void resolve(name)
    else void load(name, effect.requestId, effect.part)
  }
}

/** @source data-layer §3 Tree, §4 Tree, §5, §7 Trees, §8 */
function createTrees(client: Client): Trees {
  const { entries, store, put, send, watched, autoload, fetch, forget } = createRunner(client)
  const change: Trees['change'] = (name, wanted) => {
    const definition = { ...known(entries, name).definition, ...wanted }
    put(name, { ...known(entries, name), definition })
    send(name, { type: 'change', signature: signatureOf(definition) })
  }
  const register = (definition: TreeDefinition): void => {
    if (definition.name.trim() === '' || definition.path.trim() === '')
      throw nounError(treeErrors, 'tree_incomplete')
    if (entries.has(definition.name)) throw nounError(treeErrors, 'tree_exists', { name: definition.name })
    put(definition.name, newEntry(definition))
    send(definition.name, { type: 'registered' })
  }
  const refreshChildren: Trees['refreshChildren'] = async (name, id) => {
    const entry = known(entries, name)
    if (id === null) return fetch(name, 'roots')
    if (!entry.state.content.nodes.has(id)) return undefined
    put(name, { ...entry, state: { ...entry.state, content: withoutToken(entry.state.content, id) } })
    return fetch(name, id)
  }
  const refreshTree = async (name: string): Promise<void> => {
    const { hits, nodes } = store.get(name)
    if (hits !== null) return fetch(name, 'first')
    const opened = Object.values(nodes).flatMap(({ id, children }) => (children.length > 0 ? [id] : []))
    await Promise.all([null, ...opened].map((id) => refreshChildren(name, id)))
  }
  client.entities.onChange((keys) => {
    for (const [name, entry] of entries)
      if ([...entry.state.content.nodes.values()].some(({ key }) => key !== null && keys.has(key)))
        put(name, entry)
  })
  return {
    get: store.get,
    subscribe: store.subscribe,
    register,
    change,
    unregister: forget,
    ensure: (definition) => {
      if (!entries.has(definition.name)) register(definition)
    },
    clear: () => [...entries.keys()].forEach(forget),
    fetch: (name) => fetch(name, 'first'),
    next: (name) =>
      known(entries, name).state.content.token === null ? Promise.resolve() : fetch(name, 'next'),
    fetchChildren: (name, id) =>
      canHaveMore(known(entries, name).state.content.nodes.get(id)) ? fetch(name, id) : Promise.resolve(),
    refreshChildren,
    async refresh() {
      const names = [...watched.keys()].filter((name) => store.get(name).hasData)
      await Promise.allSettled(names.map(refreshTree))
    },
    setFulltext: (name, fulltext) => change(name, { fulltext }),
    pathOf: (name, id) => walkUp(client, known(entries, name).definition.path, id),
    watch(name) {
      watched.set(name, (watched.get(name) ?? 0) + 1)
      if (entries.get(name)?.state.status === 'registered') send(name, { type: 'fetch', part: 'first' })
      else autoload(name)
      return () => {
        const left = (watched.get(name) ?? 1) - 1
        if (left > 0) watched.set(name, left)
        else watched.delete(name)
        autoload(name)
      }
    },
  }
}

function newEntry(definition: TreeDefinition): Entry {
  return { definition, state: newTree(signatureOf(definition), noContent) }
}

function signatureOf({ name: _name, autoload: _autoload, fulltext, ...rest }: TreeDefinition): string {
  return hashKey([{ ...rest, fulltext: fulltext?.trim() || undefined }])
}

/** @throws tree_unknown; tree_nameless without a name @source data-layer §8 */
function known(entries: ReadonlyMap<string, Entry>, name: string): Entry {
  if (name.trim() === '') throw nounError(treeErrors, 'tree_nameless')
  const entry = entries.get(name)
  if (!entry) throw nounError(treeErrors, 'tree_unknown', { name })
  return entry
}

function canHaveMore(node: LoadedNode | undefined): boolean {
  return (
    node !== undefined &&
    (node.token !== null || node.childCount === null || node.children.length < node.childCount)
  )
}

type Parameters = CallParameters<typeof calls.findTree>

/** Loads one part; the answer is what it makes of the content. */
async function loadPart(
  client: Client,
  entry: Entry | undefined,
  part: TreeFetch['part'],
  signal: AbortSignal,
): Promise<(before: TreeContent) => TreeContent> {
  if (!entry) throw new ClientError('error.canceled')
  const {
    definition,
    state: { content, signature, lastSignature },
  } = entry
  const { treefield } = await client.schemas.resolve(definition.path)
  if (treefield === null) throw nounError(treeErrors, 'tree_missing', { path: definition.path })
  // What is typed is gathered; a tree that shows nothing yet, and one that is asked the same again, do not
  // wait.
  if (part === 'first' && lastSignature !== null && lastSignature !== signature)
    await wait(client.options.clock, fetchDelayMs, signal)
  const fulltext = definition.fulltext?.trim() || undefined
  const node = typeof part === 'number' ? content.nodes.get(part) : undefined
  // A node that is not there any more has no children to load.
  if (typeof part === 'number' && !node) return (before) => before
  const isFirst = part === 'first' || part === 'roots' || (node !== undefined && node.token === null)
  const after = part === 'next' ? content.token : isFirst ? null : (node?.token ?? null)
  const parameters: Parameters = {
    ...parametersOf(definition),
    state: signature,
    ...(after === null ? {} : { after }),
  }
  const askedAt = client.entities.mark()
  const answer = definition.disableUseTreeApi
    ? await client.call(
        calls.findEntities,
        {
          ...parameters,
          ...(fulltext
            ? { fulltext }
            : { query: allOf(queryOf(definition), { [treefield]: { eq: node?.id ?? null } }) }),
        },
        { signal },
      )
    : await client.call(
        calls.findTree,
        {
          ...parameters,
          ...(node ? { id: node.id } : {}),
          depth: definition.depth ?? defaultDepth,
          ...(fulltext && !node ? fulltextOf(definition, fulltext) : {}),
        },
        { signal },
      )
  const { data } = answer.response
  const list: readonly unknown[] = Array.isArray(data)
    ? data
    : nestedOf(data as EntityData, treefield).children
  const page: TreePage = {
    data: list.filter((one): one is EntityData => typeof one === 'object'),
    treefield,
    total: answer.response.total,
    token: answer.links.nextResultsToken ?? null,
    aggregates: facetsOf({ ...answer, response: { ...answer.response, data: [] } }) as Readonly<
      Record<string, readonly FacetValue[]>
    >,
    keyOf: (one) => client.entities.acceptList([one], askedAt)[0] ?? '',
  }
  if (node) return (before) => withChildren(before, node.id, page, isFirst)
  return (before) =>
    fulltext ? withHits(before, page, isFirst) : withRoots(before, page, isFirst, part === 'roots')
}

function parametersOf(definition: TreeDefinition): Parameters {
  const { path, max = defaultPageSize, orderby, props, techprops, withAggregates } = definition
  const query = queryOf(definition)
  return {
    path,
    max,
    ...(orderby === undefined ? {} : { orderby }),
    ...(props ? { props: [...props] } : {}),
    ...(techprops ? { techprops: [...techprops] } : {}),
    ...(withAggregates ? { withAggregates } : {}),
    ...(Object.keys(query).length > 0 ? { query } : {}),
  }
}

function queryOf({ staticQuery = {}, query = {} }: TreeDefinition) {
  return allOf(staticQuery, query)
}

/** Full text is a search of paths from the root. @source data-layer §5: tree-path search with treetop -1 */
function fulltextOf({ enableKeywords }: TreeDefinition, fulltext: string): Partial<Parameters> {
  return {
    fulltext,
    treepath: true,
    treetop: -1,
    depth: undefined,
    ...(enableKeywords ? { keywords: true } : {}),
  }
}

async function walkUp(
  { entities, schemas }: Client,
  path: string,
  id: number,
): Promise<readonly EntityData[]> {
  const { treefield } = await schemas.resolve(path)
  const walked: EntityData[] = []
  for (let next: number | undefined = id; next !== undefined && walked.length < longestWalk;) {
    const key = entityKey(path, next)
    const { data }: { readonly data: EntityData | null } = entities.get(key).data
      ? entities.get(key)
      : await entities.fetch(path, next)
    if (!data || walked.some((one) => one.id === data.id)) break
    walked.unshift(data)
    next = (data[treefield ?? ''] as { readonly id?: number } | null | undefined)?.id
  }
  return walked
}

/** What a tree looks like from outside; nodes that did not change keep their identity. */
function snapshotOf(
  { entities }: Pick<Client, 'entities'>,
  { definition, state }: Entry,
  before?: TreeSnapshot,
): TreeSnapshot {
  const { content } = state
  const nodes: Record<number, TreeNode> = {}
  const gone = new Set(
    [...content.nodes.values()]
      .filter(({ key }) => key !== null && entities.get(key).status === 'not_found')
      .map(({ id }) => id),
  )
  const left = (ids: readonly number[]): readonly number[] =>
    gone.size > 0 && ids.some((id) => gone.has(id)) ? ids.filter((id) => !gone.has(id)) : ids
  for (const node of content.nodes.values()) {
    if (gone.has(node.id)) continue
    const data = (node.key === null ? null : entities.get(node.key).data) ?? {
      id: node.id,
      $uuid: '',
      $resource: '',
      name: node.name,
    }
    const shown: TreeNode = {
      id: node.id,
      name: data.name ?? node.name,
      data: node.key === null ? (before?.nodes[node.id]?.data ?? data) : data,
      parent: node.parent,
      isRoot: node.parent === null,
      children: left(node.children),
      childCount: node.childCount,
      hasMore: canHaveMore(node),
    }
    const last = before?.nodes[node.id]
    nodes[node.id] =
      last &&
      (Object.keys(shown) as (keyof TreeNode)[]).every((field) => Object.is(last[field], shown[field]))
        ? last
        : shown
  }
  const loading = [state.running, ...state.queue].flatMap((wanted) =>
    typeof wanted?.part === 'number' ? [wanted.part] : [],
  )
  return {
    name: definition.name,
    path: definition.path,
    status: state.status,
    error: state.error,
    hasData: state.lastSignature !== null,
    definition,
    roots: left(content.roots),
    nodes,
    hits: content.hits && left(content.hits),
    total: content.total,
    hasMoreResults: content.token !== null,
    nextResultsToken: content.token,
    counts: content.counts,
    lastSignature: state.lastSignature,
    loading,
  }
}
