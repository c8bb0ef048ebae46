import type { CudRules, FieldType } from '@cartouche/contract'
import type { Field, Label, Schema } from './schema.ts'

type Options = Partial<Omit<Field, 'name' | 'type' | 'label'>>

/** A field, with the rules of one that people fill in where `options` has none. */
export const field = (
  name: string,
  type: FieldType,
  en: string,
  fr: string,
  options: Options = {},
): Field => ({
  name,
  type,
  label: { en, fr },
  target: null,
  i18n: false,
  i18nFor: null,
  isTree: false,
  isFacet: false,
  isSortable: false,
  fulltextWeight: null,
  groupId: 1,
  taborder: 0,
  ...options,
  cud: options.cud ?? editable,
})
/** Filled in and changed by people. */
export const editable: Partial<CudRules> = { create: true, update: true }
/** The same, and never empty. */
export const mandatory: Partial<CudRules> = {
  create: true,
  update: true,
  mandatoryCreate: true,
  mandatoryPatch: true,
}
/** Given when it is made, and never again. */
export const once: Partial<CudRules> = {
  create: true,
  update: false,
  mandatoryCreate: true,
  mandatoryStructure: true,
}
/** Set by the server alone: at import, from the file. */
export const measured: Partial<CudRules> = { create: false, update: false }

/** A schema, whose fields stand in the order in which they are listed. */
export const schema = (
  resource: string,
  domain: string,
  label: Label,
  fields: readonly Field[],
  options: Partial<Schema> = {},
): Schema => ({
  resource,
  path: `${domain}/data/${resource}`,
  domain,
  label,
  treeField: null,
  hasWorkflow: false,
  importField: null,
  marks: 'own',
  ...options,
  fields: new Map(fields.map((one, index) => [one.name, { ...one, taborder: index + 1 }])),
})
