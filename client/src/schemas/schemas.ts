import { calls, type FieldHeader } from '@cartouche/contract/wire'
import { ClientError, toFailure } from '../failure.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { AskSchema, Schemas, SchemaSnapshot } from './schema.ts'

/** Scopes whose rights a schema is asked with. @source data-layer §6 */
const securityScopes = [
  'insert',
  'objectactions/create',
  'objectactions/multiupdate',
  'objectactions/delete',
  'objectactions/view',
] as const

/** Creates the store of schemas: `fetching`, then `resolved` or `error`. @source data-layer §4 Schema */
export function createSchemas(transport: Pick<Transport, 'call'>): Schemas {
  const store = createKeyedStore<SchemaSnapshot>(unknownSchema)
  const running = new Map<string, Promise<SchemaSnapshot>>()
  let ask: AskSchema = (path) =>
    transport.call(calls.getSchema, { path, rscSecurity: securityScopes.join(',') })

  const fetch = async (path: string): Promise<SchemaSnapshot> => {
    store.update(path, (schema) => ({ ...schema, status: 'fetching', error: null }))
    try {
      const schema = await ask(path).then((answer) => readSchema(path, answer))
      store.update(path, (before) => withVersion(schema, before))
      return store.get(path)
    } catch (error) {
      const failure = toFailure(error)
      store.update(path, (schema) => ({ ...schema, status: 'error', error: failure }))
      throw failure
    }
  }
  const refresh = (path: string): Promise<SchemaSnapshot> => {
    if (path.trim() === '') return Promise.reject(new ClientError('schema_nameless'))
    const started = running.get(path) ?? fetch(path).finally(() => running.delete(path))
    running.set(path, started)
    return started
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    paths: store.keys,
    refresh,
    askWith(wrap) {
      ask = wrap(ask)
    },
    resolve: (path) =>
      store.get(path).status === 'resolved' ? Promise.resolve(store.get(path)) : refresh(path),
  }
}

/** Unchanged fields keep their identity; a change counts one up. */
function withVersion(schema: SchemaSnapshot, before: SchemaSnapshot): SchemaSnapshot {
  const schemas = keepEqual(before.schemas, schema.schemas)
  if (Object.keys(before.schemas).length === 0) return schema
  return {
    ...keepEqual(before, schema),
    schemas,
    version: before.version + Number(schemas !== before.schemas),
  }
}

function unknownSchema(name: string): SchemaSnapshot {
  return {
    name,
    status: 'unknown',
    error: null,
    label: '',
    version: 0,
    resource: '',
    fields: {},
    tree: false,
    treefield: null,
    create: false,
    security: {},
    schemas: {},
  }
}

/**
 * The snapshot that an answer of the server stands for.
 * @throws answer_unexpected unless it names exactly one of `resource` and `resources` (data-layer §5)
 */
function readSchema(name: string, answer: Awaited<ReturnType<AskSchema>>): SchemaSnapshot {
  const one = 'resource' in answer
  if (one === 'resources' in answer)
    throw new ClientError('answer_unexpected', {
      call: 'getSchema',
      reason: 'exactly one of resource and resources is expected',
    })
  const known: SchemaSnapshot = { ...unknownSchema(name), status: 'resolved' }
  if (one) {
    const { resource, headers: fields, tree, create, $security: security } = answer
    return {
      ...known,
      label: answer.name,
      resource,
      fields,
      tree,
      treefield: treeField(fields),
      create,
      security,
      schemas: { [resource]: fields },
    }
  }
  const schemas = answer.headers
  return {
    ...known,
    label: answer.resources.map((resource) => resource.name).join(', '),
    fields: commonFields(Object.values(schemas)),
    schemas,
  }
}

function treeField(headers: Readonly<Record<string, FieldHeader>>): string | null {
  return Object.keys(headers).find((field) => headers[field]?.tree) ?? null
}

function commonFields([first = {}, ...others]: readonly Readonly<Record<string, FieldHeader>>[]): Record<
  string,
  FieldHeader
> {
  return Object.fromEntries(
    Object.entries(first).filter(([field]) => others.every((fields) => field in fields)),
  )
}
