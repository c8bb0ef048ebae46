import type { Changes, EntityData, FieldType } from '@cartouche/client'

/** Types that a field can have, in the order in which they are offered. @source contract fieldTypes */
export const offeredTypes = [
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
] as const satisfies readonly FieldType[]

/** A field as its form holds it. */
export interface FieldDraft {
  readonly name: string
  readonly label: string
  readonly labelFr: string
  readonly type: FieldType
  /** Id of the linked schema, as text; empty where the field links to nothing. */
  readonly target: string
  /** Whether it can have a text a language. */
  readonly i18n: boolean
  /** Whether it is the parent of a node in the tree. */
  readonly tree: boolean
  readonly facet: boolean
  readonly sortable: boolean
  /** Weight in the full text, A to D; empty: its words are not found. */
  readonly fulltext: string
  /** Whether it can be set when an entry is made, and changed later. */
  readonly create: boolean
  readonly update: boolean
  readonly mandatoryCreate: boolean
  readonly mandatoryPatch: boolean
  /** Never empty, whoever writes. */
  readonly mandatoryStructure: boolean
  /**
   * What fills it when an entry is made, and when one is changed that lacks it, as text; ids of links
   * separated by commas; empty for nothing.
   */
  readonly defaultCreate: string
  readonly defaultPatch: string
  readonly group: string
}

export const newField: FieldDraft = {
  name: '',
  label: '',
  labelFr: '',
  type: 'text',
  target: '',
  i18n: false,
  tree: false,
  facet: false,
  sortable: false,
  fulltext: '',
  create: true,
  update: true,
  mandatoryCreate: false,
  mandatoryPatch: false,
  mandatoryStructure: false,
  defaultCreate: '',
  defaultPatch: '',
  group: '1',
}

/** What a type can do. @source server check-schema: what is refused */
export const can = {
  link: (type: FieldType): boolean => type === 'object' || type === 'array',
  i18n: (type: FieldType): boolean => type === 'text' || type === 'longtext',
  facet: (type: FieldType): boolean => !['longtext', 'geo', 'binary', 'json'].includes(type),
  sort: (type: FieldType): boolean => ['text', 'number', 'boolean', 'date', 'datetime'].includes(type),
  fulltext: (type: FieldType): boolean => !['boolean', 'geo', 'binary', 'json'].includes(type),
  default: (type: FieldType): boolean => !['geo', 'binary', 'json'].includes(type),
} as const

/** The types that a stored field can become without making stored values wrong. */
export function typesAfter(type: FieldType): readonly FieldType[] {
  const pairs: Partial<Record<FieldType, readonly FieldType[]>> = {
    text: ['longtext'],
    longtext: ['text'],
    date: ['datetime'],
    datetime: ['date'],
    object: ['array'],
  }
  return [type, ...(pairs[type] ?? [])]
}

/** The form of a stored field, read with its language variants. */
export function draftOfField(field: EntityData): FieldDraft {
  const is = (name: string): boolean => field[name] === true
  return {
    name: field.name ?? '',
    label: text(field['label']),
    labelFr: text(field['label_fr']),
    type: (field['type'] ?? 'text') as FieldType,
    target: String((field['target'] as { id?: number } | null)?.id ?? ''),
    i18n: is('i18n'),
    tree: is('tree'),
    facet: is('facet'),
    sortable: is('sortable'),
    fulltext: text(field['fulltext']),
    create: is('create'),
    update: is('update'),
    mandatoryCreate: is('mandatorycreate'),
    mandatoryPatch: is('mandatorypatch'),
    mandatoryStructure: is('mandatorystructure'),
    defaultCreate: defaultText(field['defaultcreate']),
    defaultPatch: defaultText(field['defaultpatch']),
    group: String(typeof field['group'] === 'number' ? field['group'] : 1),
  }
}

/** What is written for a new field of a schema. */
export function createOfDraft(draft: FieldDraft, schemaId: number): Changes {
  return {
    ...changesOfDraft(draft),
    name: draft.name.trim(),
    schema: schemaId,
    ...(can.link(draft.type) ? { target: Number(draft.target) } : {}),
  }
}

/** What is written for the variant of a field in French, which stands beside it. */
export function variantOfDraft(
  draft: FieldDraft,
  schemaId: number,
  labels: { readonly label: string; readonly labelFr: string },
): Changes {
  const { type, fulltext, group } = changesOfDraft(draft)
  return {
    type,
    fulltext,
    group,
    label: labels.label,
    label_fr: labels.labelFr,
    name: `${draft.name.trim()}_fr`,
    i18nfor: draft.name.trim(),
    schema: schemaId,
  }
}

/**
 * What is written for a field that is there: what differs between two states of its form, and nothing else.
 */
export function changesBetween(before: FieldDraft, after: FieldDraft): Changes {
  const [written, wanted] = [changesOfDraft(before), changesOfDraft(after)]
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(written[name])),
  )
  // A label alone would go where a French reader has read it: with its variant it is itself. @source decision
  // 0042
  return 'label' in changes ? { ...changes, label_fr: wanted['label_fr'] } : changes
}

/** All of a field that its form holds, without what its type cannot do. */
function changesOfDraft({
  label,
  labelFr,
  type,
  i18n,
  tree,
  facet,
  sortable,
  fulltext,
  create,
  update,
  group,
  ...rules
}: FieldDraft): Changes {
  return {
    label: label.trim(),
    label_fr: labelFr.trim() === '' ? null : labelFr.trim(),
    type,
    i18n: i18n && can.i18n(type),
    tree: tree && type === 'object',
    facet: facet && can.facet(type),
    sortable: sortable && can.sort(type),
    fulltext: fulltext !== '' && can.fulltext(type) ? fulltext : null,
    create,
    update,
    mandatorycreate: rules.mandatoryCreate,
    mandatorypatch: rules.mandatoryPatch,
    mandatorystructure: rules.mandatoryStructure,
    defaultcreate: valueOf(type, rules.defaultCreate.trim()),
    defaultpatch: valueOf(type, rules.defaultPatch.trim()),
    group: Number(group),
  }
}

/** Ids of the links that a default holds. */
export function idsOfDefault(value: string): number[] {
  return value
    .split(',')
    .filter((id) => id !== '')
    .map(Number)
}

function valueOf(type: FieldType, value: string): unknown {
  if (value === '' || !can.default(type)) return null
  if (type === 'number' || type === 'object') return Number(value)
  if (type === 'array') return idsOfDefault(value)
  return type === 'boolean' ? value === 'true' : value
}

function defaultText(value: unknown): string {
  return Array.isArray(value)
    ? value.join(',')
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
