import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/** Rules of create, update and patch for one field. @source wire facts "Schema headers" */
export const CudRules = z.object({
  create: z.boolean(), update: z.boolean(),
  mandatoryCreate: z.boolean(), defaultCreate: z.unknown().nullable(),
  mandatoryPatch: z.boolean(), defaultPatch: z.unknown().nullable(), mandatoryStructure: z.boolean(),
})
export type CudRules = z.output<typeof CudRules>

/** Types of fields. `object` links to one entity, `array` to many. */
export const fieldTypes = ['text', 'longtext', 'number', 'boolean', 'date', 'datetime', 'object', 'array', 'geo', 'binary', 'json'] as const
export type FieldType = (typeof fieldTypes)[number]

/** One field as clients read it. `href` ends in the path of the linked resource. */
export const FieldHeader = z.object({
  name: z.string(), type: z.enum(fieldTypes), href: z.string().optional(),
  i18n: z.boolean(), i18nFor: z.string().nullable(), tree: z.boolean(),
  facet: z.boolean(), sortable: z.boolean(),
  group: z.object({ id: z.number() }), taborder: z.number(), cud: CudRules,
})
export type FieldHeader = z.output<typeof FieldHeader>

/** The schema of one resource as clients read it. */
export const SchemaAnswer = z.object({
  resource: z.string(), name: z.string(), create: z.boolean(), $security: z.record(z.string(), z.boolean()), tree: z.boolean(),
  headers: z.record(z.string(), FieldHeader),
})
export type SchemaAnswer = z.output<typeof SchemaAnswer>

/** Several schemas at once: headers by resource. */
export const SchemasAnswer = z.object({
  resources: z.array(z.object({ resource: z.string(), name: z.string(), tree: z.boolean() })),
  headers: z.record(z.string(), z.record(z.string(), FieldHeader)),
})

export const getSchema = defineCall({
  name: 'getSchema', method: 'GET', path: '/rest/{path}/headers', pathKind: 'headers', access: 'entity/view',
  summary: 'The fields of one resource, or of several at once', source: 'data-layer §7 Schemas; wire facts "Schema headers"',
  input: z.object({ path: z.string(), rscSecurity: z.string().optional() }), answers: z.union([SchemaAnswer, SchemasAnswer]),
  errors: ['unknown_resource'],
})
