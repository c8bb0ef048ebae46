import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, int } from '../parameters.ts'

/** Rules of create, update and patch for one field. @source wire facts "Schema headers" */
export const CudRules = z.object({
  /** Whether it may be set when an entity is made, and changed later. */
  create: z.boolean(),
  update: z.boolean(),
  /** Whether it must be filled, and what fills it where it is not. */
  mandatoryCreate: z.boolean(),
  defaultCreate: z.unknown().nullable(),
  mandatoryPatch: z.boolean(),
  defaultPatch: z.unknown().nullable(),
  /** Whether it is never empty, whoever writes. */
  mandatoryStructure: z.boolean(),
})
export type CudRules = z.output<typeof CudRules>

/** Types of fields. `object` links to one entity, `array` to many. */
export const fieldTypes = [
  'text',
  'longtext',
  'number',
  'boolean',
  'date',
  'datetime',
  'object',
  'array',
  'geo',
  'binary',
  'json',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** One field as clients read it. `href` ends in the path of the linked resource. */
export const FieldHeader = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  href: z.string().optional(),
  i18n: z.boolean(),
  i18nFor: z.string().nullable(),
  /** Language of a text that comes in several, under both names that existing clients read. */
  locale: z.string().optional(),
  i18nLocale: z.string().optional(),
  tree: z.boolean(),
  facet: z.boolean(),
  sortable: z.boolean(),
  group: z.object({ id: z.number() }),
  taborder: z.number(),
  cud: CudRules,
})
export type FieldHeader = z.output<typeof FieldHeader>

/** How far the search rows of a resource follow a change of its schema: `running` until they all do. */
export const ProjectionProgress = z.object({
  state: z.enum(['done', 'running']),
  done: z.number(),
  total: z.number(),
})
export type ProjectionProgress = z.output<typeof ProjectionProgress>

/**
 * The field whose file an import fills; null where nothing is imported into the resource.
 * @source decision 0150
 */
const importField = z.string().nullable()

/** The schema of one resource as clients read it. */
export const SchemaAnswer = z.object({
  resource: z.string(),
  name: z.string(),
  create: z.boolean(),
  $security: z.record(z.string(), z.boolean()),
  tree: z.boolean(),
  importField,
  headers: z.record(z.string(), FieldHeader),
})
export type SchemaAnswer = z.output<typeof SchemaAnswer>

/** Several schemas at once: headers by resource. */
export const SchemasAnswer = z.object({
  resources: z.array(
    z.object({
      resource: z.string(),
      name: z.string(),
      tree: z.boolean(),
      importField,
      create: z.boolean().optional(),
      $security: z.record(z.string(), z.boolean()).optional(),
    }),
  ),
  headers: z.record(z.string(), z.record(z.string(), FieldHeader)),
})

/** Schemas that one request may name. @source data-layer §9: 20 per batch */
const schemasAtOnce = 20

const Scopes = z.object({
  /**
   * Scopes to decide, comma-separated, for example `insert,objectactions/delete`; answered in `$security`.
   */
  rscSecurity: csv.optional(),
})

export const getSchema = defineCall({
  name: 'getSchema',
  method: 'GET',
  path: '/rest/{path}/headers',
  pathKind: 'headers',
  access: 'entity/view',
  summary: `The fields of one resource, or of up to ${schemasAtOnce} at once`,
  source: 'data-layer §7 Schemas; wire facts "Schema headers"',
  input: Scopes.extend({ path: z.string() }),
  answers: z.union([SchemaAnswer, SchemasAnswer]),
  errors: ['unknown_resource', 'invalid_parameter'],
})

/** One resource of a domain; its fields where they were asked for. */
export const DomainResource = z.object({
  resource: z.string(),
  name: z.string(),
  path: z.string(),
  tree: z.boolean(),
  importField,
  create: z.boolean(),
  $security: z.record(z.string(), z.boolean()),
  headers: z.record(z.string(), FieldHeader).optional(),
})

export const listResources = defineCall({
  name: 'listResources',
  method: 'GET',
  path: '/rest/{path}',
  pathKind: 'domain',
  access: 'entity/view',
  summary: 'The resources of a domain that the surfer may see; with `headers=true`, with their fields',
  source: 'data-layer §7 Schemas; wire facts "Lists", "Schema headers"',
  input: Scopes.extend({ path: z.string(), headers: flag.optional(), max: int.min(0).optional() }),
  answers: z.object({
    state: z.string().optional(),
    response: z.object({ count: z.number(), total: z.number(), data: z.array(DomainResource) }),
  }),
  errors: ['unknown_resource'],
})

export const getUpdateFields = defineCall({
  name: 'getUpdateFields',
  method: 'GET',
  path: '/json/update/{dotted}/headers',
  access: 'entity/update',
  summary: 'The fields of a form that changes an entity: where each stands',
  source: 'data-layer §7 Schemas; wire facts "Schema headers"',
  input: z.object({ dotted: z.string().max(200) }),
  answers: z.object({
    resource: z.string(),
    inputs: z.object({
      properties: z.record(
        z.string(),
        z.object({ position: z.number(), group: z.object({ id: z.number() }) }),
      ),
    }),
  }),
  errors: ['unknown_resource'],
})
