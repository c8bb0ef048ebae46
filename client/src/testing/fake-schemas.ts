import {
  ApiError,
  isMarkField,
  parseResourcePath,
  type EntityData,
  type FieldHeader,
  type SchemaAnswer,
} from '@cartouche/contract'

/** Fields of the resources of the fake server, by resource and name; tests may change them. */
export type FakeSchemas = Record<string, Record<string, FieldHeader['type']>>

/** The schemas that a fake server begins with. `assetcollection` is a tree by its field `parent`. */
export const newSchemas = (): FakeSchemas => ({
  asset: {
    name: 'text',
    description: 'longtext',
    rootnature: 'object',
    keywords: 'array',
    collections: 'array',
    creator: 'text',
    takenat: 'datetime',
    metadata: 'json',
    binary: 'binary',
  },
  assetkeyword: { name: 'text' },
  assetnature: { name: 'text' },
  assetcollection: { name: 'text', parent: 'object' },
  page: {
    name: 'text',
    path: 'text',
    version: 'number',
    props: 'json',
    translations: 'json',
    parent: 'object',
    template: 'json',
    features: 'json',
    validchildren: 'array',
    ismodel: 'boolean',
    copietravail: 'object',
  },
  pagewidget: {
    name: 'text',
    parent: 'text',
    slot: 'text',
    position: 'number',
    enabled: 'boolean',
    value: 'longtext',
    props: 'json',
    translations: 'json',
    component: 'json',
    features: 'json',
    validchildren: 'array',
    mastercomponent: 'object',
  },
  pagefile: { name: 'text', parent: 'text', file: 'binary', modified: 'datetime' },
})

/** The resource that a link leads to, by field. */
const linkedResources: Readonly<Record<string, string>> = {
  rootnature: 'assetnature',
  keywords: 'assetkeyword',
  collections: 'assetcollection',
  parent: 'assetcollection',
}

/** The field by which a resource is a tree. */
export const treeFields: Readonly<Record<string, string>> = { assetcollection: 'parent' }

/** The resources that a path names. @throws unknown_resource */
export function resourcesOf(schemas: FakeSchemas, path: string): readonly string[] {
  const parsed = parseResourcePath(path)
  const named =
    'resources' in parsed
      ? parsed.resources
      : 'resource' in parsed && parsed.resource
        ? [parsed.resource]
        : []
  const unknown = named.find((resource) => !(resource in schemas))
  if (unknown !== undefined || named.length === 0)
    throw new ApiError('unknown_resource', { resource: unknown ?? path })
  return named
}

/** The schema of one resource as the wire has it. */
export function schemaAnswer(schemas: FakeSchemas, resource: string): SchemaAnswer {
  return {
    resource,
    name: resource,
    create: true,
    $security: { 'objectdata/insert': true },
    tree: resource in treeFields,
    importField: resource === 'asset' ? 'binary' : null,
    headers: headersOf(schemas, resource),
  }
}

function headersOf(schemas: FakeSchemas, resource: string): Record<string, FieldHeader> {
  return Object.fromEntries(
    Object.entries(schemas[resource] ?? {}).map(([field, type], index) => [
      field,
      {
        name: field,
        type,
        ...(field in linkedResources
          ? { href: `http://fake.test/api/rest/dam/data/${linkedResources[field]}` }
          : {}),
        i18n: false,
        i18nFor: null,
        tree: treeFields[resource] === field,
        facet: type === 'object' || type === 'array',
        sortable: type === 'text',
        group: { id: 1 },
        taborder: index,
        cud: {
          create: true,
          update: true,
          mandatoryCreate: field === 'name',
          defaultCreate: null,
          mandatoryPatch: field === 'name',
          defaultPatch: null,
          mandatoryStructure: false,
        },
      },
    ]),
  )
}

const systemFields: ReadonlySet<string> = new Set([
  'id',
  'status',
  'owner',
  'createdat',
  'modifiedat',
  'validfrom',
  'validuntil',
  'activated',
])

/** @throws unknown_field */
export function checkFields(schemas: FakeSchemas, resource: string, fields: readonly string[]): void {
  const unknown = fields.find(
    (field) =>
      !systemFields.has(field) &&
      !isMarkField(field) &&
      !((field.split('.')[0] ?? '') in (schemas[resource] ?? {})),
  )
  if (unknown !== undefined) throw new ApiError('unknown_field', { resource, field: unknown })
}

/** The entity with the permissions on each of its fields. */
export function withFieldPermissions(schemas: FakeSchemas, entity: EntityData): EntityData {
  const permissions = Object.keys(schemas[entity.$resource] ?? {}).map(
    (field) => [field, { editable: true, mandatory: field === 'name', viewable: true }] as const,
  )
  return {
    ...entity,
    ...Object.fromEntries(permissions.map(([field, permission]) => [`$faces-${field}`, permission])),
    $faces: Object.fromEntries(permissions),
  }
}
