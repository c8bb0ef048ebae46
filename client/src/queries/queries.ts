import { hashKey } from '@tanstack/query-core'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { ClientError, nounError, toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { isField, limitedResources, normalise } from '../query/build-query.ts'
import { constraintMode, type Constraint } from '../query/constraint.ts'
import type { SchemaSnapshot } from '../schemas/schema.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import { queryErrors } from './query-errors.ts'
import type { Queries, QueryConstraint, QueryDefinition, QuerySnapshot } from './query.ts'

/** The named queries of a client. */
export const queriesOf = attach(createQueries)

/** How long a query is waited for: 10 tries of 200 ms as one wait. @source data-layer §9 */
const longestWaitMs = 10 * 200

interface Entry {
  readonly definition: QueryDefinition
  readonly isOpen: boolean
  readonly error: Failure | null
}

/** @source data-layer §3 Query, §4 Query, §5, §8, §9 */
function createQueries(client: Client): Queries {
  const entries = new Map<string, Entry>()
  const store = createKeyedStore<QuerySnapshot>((name) => ({
    name,
    path: '',
    status: 'unknown',
    error: null,
    constraints: {},
    staticQuery: {},
    sequences: [],
  }))
  const put = (entry: Entry): void => {
    const { name, path } = entry.definition
    entries.set(name, entry)
    store.set(name, snapshotOf(entry, client.schemas.get(path)))
  }
  const known = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw nounError(queryErrors, 'query_missing', { name })
    return entry
  }
  /** Constraints are resolved by the schema of their path. */
  const resolve = async (name: string): Promise<void> => {
    const entry = entries.get(name)
    if (!entry) return
    const asking = client.schemas.resolve(entry.definition.path)
    put(entry)
    const error = await asking.then(() => null, toFailure)
    const now = entries.get(name)
    if (now) put({ ...now, error })
  }
  const edit = (name: string, change: (entry: Entry) => Entry): void => {
    put(change(known(name)))
    void resolve(name)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    register(definition) {
      if (entries.has(definition.name))
        throw nounError(queryErrors, 'query_exists', { name: definition.name })
      put({ definition, isOpen: definition.initialStatus === 'registering', error: null })
      void resolve(definition.name)
    },
    ready: (name) => edit(name, (entry) => ({ ...entry, isOpen: false })),
    unregister(name) {
      entries.delete(name)
      store.delete(name)
    },
    constrain: (name, constraintName, constraint) =>
      edit(name, (entry) => ({
        ...entry,
        definition: {
          ...entry.definition,
          constraints: withConstraint(entry.definition.constraints ?? {}, constraintName, constraint),
        },
      })),
    whenResolved: (name) => whenResolved(client, store, name),
    apply(name, cursorName) {
      known(name)
      if (client.cursors.get(cursorName).status === 'unknown')
        throw new ClientError('cursor_unknown', { name: cursorName })
      const follow = (): void => applyTo(client, store.get(name), cursorName)
      follow()
      return store.subscribe(name, follow)
    },
    clear: () =>
      [...entries.keys()].forEach((name) => {
        entries.delete(name)
        store.delete(name)
      }),
  }
}

function whenResolved(
  { options: { clock } }: Client,
  store: { get(name: string): QuerySnapshot; subscribe(name: string, listener: () => void): () => void },
  name: string,
): Promise<QuerySnapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<QuerySnapshot>()
  const look = (): void => {
    const query = store.get(name)
    if (query.status === 'resolved') resolve(query)
    else if (query.error) reject(query.error)
  }
  const stop = store.subscribe(name, look)
  const callOff = clock.after(longestWaitMs, () => reject(nounError(queryErrors, 'query_missing', { name })))
  look()
  return promise.finally(() => {
    stop()
    callOff()
  })
}

/** @throws constraint_mode, subquery_operator */
function withConstraint(
  constraints: Readonly<Record<string, Constraint>>,
  name: string,
  constraint: Constraint | null,
): Readonly<Record<string, Constraint>> {
  const { [name]: before, ...others } = constraints
  if (!constraint) return others
  const mode = constraintMode(constraint)
  if (before && constraintMode(before) !== mode)
    throw new ClientError('constraint_mode', { name, mode: constraintMode(before) })
  return { ...others, [name]: constraint }
}

/** The constraints of a query are those of its namespace in a cursor, in the place of those before. */
function applyTo(
  { cursors }: Client,
  { name, constraints, sequences, staticQuery }: QuerySnapshot,
  cursorName: string,
): void {
  const { status, definition } = cursors.get(cursorName)
  if (status === 'unknown') return
  const inQuery = (constraint: string): string => `${name}/${constraint}`
  const others = Object.entries(definition.constraints).filter(
    ([constraint]) => !constraint.startsWith(inQuery('')),
  )
  const own = Object.entries(constraints).map(
    ([constraint, { constraint: asked }]) => [inQuery(constraint), asked] as const,
  )
  cursors.change(cursorName, {
    constraints: Object.fromEntries([...others, ...own]),
    ...(Object.keys(staticQuery).length > 0 ? { query: staticQuery } : {}),
    ...(sequences.length > 0 ? { sequences: sequences.map((names) => names.map(inQuery)) } : {}),
  })
}

/** @source data-layer §4 Query: the status of a query */
function snapshotOf({ definition, isOpen, error }: Entry, schema: SchemaSnapshot): QuerySnapshot {
  const { name, path, constraints = {}, staticQuery = {}, sequences = [] } = definition
  const own = Object.fromEntries(
    Object.entries(constraints).map(([key, constraint]) => [key, constraintOf(key, constraint, schema)]),
  )
  const statuses = Object.values(own).map(({ status }) => status)
  const combined: LoadStatus = statuses.includes('registered')
    ? 'registered'
    : statuses.includes('resolving') || schema.status === 'fetching'
      ? 'resolving'
      : schema.status === 'resolved'
        ? 'resolved'
        : 'registered'
  return {
    name,
    path,
    status: error ? 'error' : isOpen ? 'registering' : combined,
    error,
    constraints: own,
    staticQuery,
    sequences,
  }
}

function constraintOf(
  name: string,
  constraint: Constraint,
  { status, schemas }: SchemaSnapshot,
): QueryConstraint {
  if (status !== 'resolved')
    return {
      status: status === 'fetching' ? 'resolving' : 'registered',
      constraint,
      resolved: null,
      signature: null,
      invalidResources: [],
      limitedResources: limitedResources(name),
    }
  const resolved = normalise(name, constraint)
  const invalidResources = Object.keys(schemas).filter(
    (resource) =>
      (resolved.resources.length === 0 || resolved.resources.includes(resource)) &&
      !isField(constraint.field, schemas[resource] ?? {}),
  )
  return {
    status: 'resolved',
    constraint,
    resolved,
    signature: hashKey([resolved]),
    invalidResources,
    limitedResources: resolved.resources,
  }
}
