import { resourceNamed } from './resource-aliases.ts'

/** What the part of a path after `/rest/` names. `id` is a positive number, `uuid` a UUID in lower case. */
export type ResourcePath =
  | { readonly kind: 'list'; readonly resources: readonly string[]; readonly several: boolean }
  | { readonly kind: 'entity'; readonly resource: string; readonly id: string }
  | { readonly kind: 'entities'; readonly resource: string; readonly ids: readonly string[] }
  | { readonly kind: 'uuid'; readonly domain: string; readonly resource?: string; readonly uuid: string }
  | { readonly kind: 'headers'; readonly resources: readonly string[]; readonly several: boolean }
  | { readonly kind: 'aggs'; readonly resources: readonly string[]; readonly several: boolean }
  | { readonly kind: 'workflow'; readonly resource: string; readonly ids: readonly string[] }
  | { readonly kind: 'workflows'; readonly resource: string }
  | {
      readonly kind: 'children'
      readonly resource: string
      readonly id: string
      readonly field: string
      readonly subfield?: string
    }
  | { readonly kind: 'tree'; readonly resource: string; readonly id?: string }
  | { readonly kind: 'uses' | 'merge'; readonly resource: string; readonly id: string }
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'unknown' }

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const namePattern = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$/i
const idPattern = /^\d+$/
const idsPattern = /^\d+(,\d+)*$/

/**
 * Turns the path of a generic call into what it names. Domains are `dam`, `massimport` and `data`; the
 * segment `data` between domain and resource may be left out: `dam/asset/{uuid}` is `dam/data/asset/{uuid}`.
 * Lists and headers without it are in the plural.
 * A resource is given by its short name (`asset`), whatever name the path has for it.
 * @source wire facts "Lists", "Entities", "Schema headers"; data-layer §7
 */
export function parseResourcePath(path: string): ResourcePath {
  const segments = path.split('/').filter((segment) => segment !== '')
  const [domain = '', ...rest] = segments
  if (!namePattern.test(domain)) return { kind: 'unknown' }
  if (rest.length === 0) return { kind: 'domain', domain }
  const tail = rest[0] === 'data' ? rest.slice(1) : rest
  const [head = '', ...after] = domain === 'search' ? rest : tail
  if (uuidPattern.test(head) && after.length === 0) return { kind: 'uuid', domain, uuid: head.toLowerCase() }
  if (!namePattern.test(head)) return { kind: 'unknown' }
  const resources = head.split(',').map(resourceNamed)
  // `dam/asset` is the domain's list of resources, even where it names one.
  const several = resources.length > 1 || (domain === 'dam' && rest[0] !== 'data')
  return ofResources(domain, resources, several, after)
}

/** Last words of the dotted spelling, which name the form of a client's and no resource. */
const forms = new Set(['add', 'update', 'workflow', 'delete'])

/**
 * The resource of a dotted path (`dam.data.asset.update`, `data.page`, `asset`), in lower case;
 * undefined where it names none.
 * @source data-layer §7: calls under /json
 */
export function resourceOfDotted(dotted: string): string | undefined {
  const parts = dotted.toLowerCase().split('.')
  if (parts.length > 1 && forms.has(parts.at(-1) ?? '')) parts.pop()
  const name = parts.at(-1) ?? ''
  return parts.length <= 3 && parts.every((part) => /^[a-z][a-z0-9_]*$/.test(part)) && name !== 'data'
    ? resourceNamed(name)
    : undefined
}

function ofResources(
  domain: string,
  resources: string[],
  several: boolean,
  after: readonly string[],
): ResourcePath {
  const [resource = ''] = resources
  const [first, second, third] = after
  if (first === undefined) return { kind: 'list', resources, several }
  if (first === 'headers' && after.length === 1) return { kind: 'headers', resources, several }
  if (first === 'aggs' && after.length === 1)
    return { kind: 'aggs', resources, several: resources.length > 1 }
  if (resources.length > 1 || after.length > 3) return { kind: 'unknown' }
  if (first === 'workflow' && after.length === 1) return { kind: 'workflows', resource }
  if (first === 'tree' && after.length <= 2)
    return second === undefined ? { kind: 'tree', resource } : { kind: 'tree', resource, id: second }
  if (uuidPattern.test(first) && after.length === 1)
    return { kind: 'uuid', domain, resource, uuid: first.toLowerCase() }
  if (second === 'workflow' && idsPattern.test(first) && after.length === 2)
    return { kind: 'workflow', resource, ids: first.split(',') }
  if ((second === 'uses' || second === 'merge') && idPattern.test(first) && after.length === 2)
    return { kind: second, resource, id: first }
  if (!idsPattern.test(first))
    return after.length === 1 ? { kind: 'entity', resource, id: first } : { kind: 'unknown' }
  if (second === undefined)
    return idPattern.test(first)
      ? { kind: 'entity', resource, id: first }
      : { kind: 'entities', resource, ids: first.split(',') }
  return third === undefined || third === 'null'
    ? { kind: 'children', resource, id: first, field: second }
    : { kind: 'children', resource, id: first, field: second, subfield: third }
}
