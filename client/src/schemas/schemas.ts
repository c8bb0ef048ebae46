import { calls, type FieldHeader, type SchemaAnswer, type SchemasAnswer } from '@cartouche/contract'
import { ClientError, toFailure } from '../failure.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { Schemas, SchemaSnapshot } from './schema.ts'

/** Scopes whose rights a schema is asked with. @source data-layer §6 */
const securityScopes = ['insert', 'objectactions/create', 'objectactions/multiupdate', 'objectactions/delete', 'objectactions/view'] as const

/** Creates the store of schemas: `fetching`, then `resolved` or `error`. @source data-layer §4 Schema */
export function createSchemas(transport: Pick<Transport, 'call'>): Schemas {
  const store = createKeyedStore<SchemaSnapshot>(unknownSchema)
  const running = new Map<string, Promise<SchemaSnapshot>>()

  const fetch = async (path: string): Promise<SchemaSnapshot> => {
    store.update(path, (schema) => ({ ...schema, status: 'fetching', error: null }))
    try {
      const answer = await transport.call(calls.getSchema, { path, rscSecurity: securityScopes.join(',') })
      store.set(path, readSchema(path, answer))
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
    get: store.get, subscribe: store.subscribe, clear: store.clear, refresh,
    resolve: (path) => (store.get(path).status === 'resolved' ? Promise.resolve(store.get(path)) : refresh(path)),
  }
}

function unknownSchema(name: string): SchemaSnapshot {
  return { name, status: 'unknown', error: null, label: '', resource: '', fields: {}, tree: false, treefield: null, create: false, schemas: {} }
}

/**
 * The snapshot that an answer of the server stands for.
 * @throws answer_unexpected unless it names exactly one of `resource` and `resources` (data-layer §5)
 */
function readSchema(name: string, answer: SchemaAnswer | SchemasAnswerData): SchemaSnapshot {
  const one = 'resource' in answer
  if (one === 'resources' in answer) throw new ClientError('answer_unexpected', { call: 'getSchema', reason: 'exactly one of resource and resources is expected' })
  if (one) {
    const { resource, headers, tree, create } = answer
    return { name, status: 'resolved', error: null, label: answer.name, resource, fields: headers, tree, treefield: treeField(headers), create, schemas: { [resource]: headers } }
  }
  const schemas = answer.headers
  return {
    name, status: 'resolved', error: null, label: answer.resources.map((resource) => resource.name).join(', '), resource: '',
    fields: commonFields(Object.values(schemas)), tree: false, treefield: null, create: false, schemas,
  }
}

type SchemasAnswerData = typeof SchemasAnswer['_output']

function treeField(headers: Readonly<Record<string, FieldHeader>>): string | null {
  return Object.keys(headers).find((field) => headers[field]?.tree) ?? null
}

function commonFields([first = {}, ...others]: readonly Readonly<Record<string, FieldHeader>>[]): Record<string, FieldHeader> {
  return Object.fromEntries(Object.entries(first).filter(([field]) => others.every((fields) => field in fields)))
}
