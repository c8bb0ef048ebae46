import { fieldTypes, type CudRules, type FieldType } from '@cartouche/contract'
import type { Field, Label, Schema } from './schema.ts'

/**
 * Schemas are data: each is an entity of `data/schema`, each of its fields one of `data/schemafield`. What
 * the server works with is made from these records. Here stands how the one becomes the other.
 * @source decision 0040
 */
export type RecordProps = Readonly<Record<string, unknown>>

/** The record of a schema. */
export function schemaProps(schema: Schema, position: number, isBuiltIn: boolean): RecordProps {
  return {
    name: schema.resource,
    ...labelProps(schema.label),
    domain: schema.domain,
    workflow: schema.hasWorkflow,
    importfield: schema.importField,
    marks: schema.marks,
    position,
    builtin: isBuiltIn,
  }
}

/** The record of a field, without its links to its schema and to the linked one. */
export function fieldProps(field: Field, isBuiltIn: boolean): RecordProps {
  const { cud } = field
  return {
    name: field.name,
    ...labelProps(field.label),
    type: field.type,
    i18n: field.i18n,
    i18nfor: field.i18nFor,
    tree: field.isTree,
    facet: field.isFacet,
    sortable: field.isSortable,
    fulltext: field.fulltextWeight,
    group: field.groupId,
    taborder: field.taborder,
    create: cud.create === true,
    update: cud.update === true,
    mandatorycreate: cud.mandatoryCreate === true,
    mandatorypatch: cud.mandatoryPatch === true,
    mandatorystructure: cud.mandatoryStructure === true,
    defaultcreate: cud.defaultCreate ?? null,
    defaultpatch: cud.defaultPatch ?? null,
    builtin: isBuiltIn,
  }
}

/**
 * The field that a record describes; `target` is the linked resource. What cannot be is for `checkField` to
 * say.
 */
export function fieldOfRecord(props: RecordProps, target: string | null): Field {
  const weight = textOf(props['fulltext']).toUpperCase()
  return {
    name: textOf(props['name']),
    type: (fieldTypes as readonly string[]).includes(textOf(props['type']))
      ? (props['type'] as FieldType)
      : 'text',
    label: labelOf(props),
    target,
    i18n: props['i18n'] === true,
    i18nFor: textOf(props['i18nfor']) || null,
    isTree: props['tree'] === true,
    isFacet: props['facet'] === true,
    isSortable: props['sortable'] === true,
    fulltextWeight: weight === 'A' || weight === 'B' || weight === 'C' || weight === 'D' ? weight : null,
    groupId: numberOf(props['group'], 1),
    taborder: numberOf(props['taborder'], 1000),
    cud: rulesOf(props),
  }
}

function rulesOf(props: RecordProps): Partial<CudRules> {
  return {
    create: props['create'] === true,
    update: props['update'] === true,
    mandatoryCreate: props['mandatorycreate'] === true,
    mandatoryPatch: props['mandatorypatch'] === true,
    mandatoryStructure: props['mandatorystructure'] === true,
    defaultCreate: props['defaultcreate'] ?? null,
    defaultPatch: props['defaultpatch'] ?? null,
  }
}

/** A label in every language that a record has it in. */
export function labelOf(props: RecordProps): Label {
  const en = textOf(props['label']) || textOf(props['name'])
  const fr = textOf(props['label_fr'])
  return { en, ...(fr === '' ? {} : { fr }) }
}

function labelProps({ en = '', fr }: Label): RecordProps {
  return { label: en, ...(fr === undefined ? {} : { label_fr: fr }) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A whole number that an integer column holds. */
function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.max(-1_000_000, Math.min(1_000_000, Math.round(value)))
    : otherwise
}
