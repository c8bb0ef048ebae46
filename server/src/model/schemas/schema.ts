import type { CudRules, FieldType, MarkScope } from '@cartouche/contract'

/** A label by language; `en` is always there. */
export type Label = Readonly<Record<string, string>>

/** One field of a resource. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly label: Label
  /** The linked resource, for `object` and `array`. */
  readonly target: string | null
  /** Whether it has language variants; a variant names its field in `i18nFor`. */
  readonly i18n: boolean
  readonly i18nFor: string | null
  readonly isTree: boolean
  readonly isFacet: boolean
  readonly isSortable: boolean
  readonly fulltextWeight: 'A' | 'B' | 'C' | 'D' | null
  readonly groupId: number
  readonly taborder: number
  readonly cud: Partial<CudRules>
}

/** The schema of one resource. */
export interface Schema {
  readonly resource: string
  readonly path: string
  readonly domain: string
  readonly label: Label
  readonly treeField: string | null
  readonly hasWorkflow: boolean
  /** The field whose file an import fills; null where nothing is imported into the resource. */
  readonly importField: string | null
  /** Whether each person has their own ratings, labels and picks, or all share them. */
  readonly marks: MarkScope
  readonly fields: ReadonlyMap<string, Field>
}

/**
 * Fields that every entity has in columns of its own and that queries may name beside the schema's.
 * `activated` is always true: existing clients ask for it in every query. @source data-layer §3 staticQuery
 */
export const systemFields = {
  id: 'id',
  status: 'status',
  owner: 'owner_id',
  createdat: 'created_at',
  modifiedat: 'modified_at',
  validfrom: 'valid_from',
  validuntil: 'valid_until',
  activated: 'activated',
} as const
export type SystemField = keyof typeof systemFields

/** Whether a name is a system field. */
export function isSystemField(name: string): name is SystemField {
  return Object.hasOwn(systemFields, name)
}

/** Whether a field links to other entities. */
export function isLink(field: Field): field is Field & { readonly target: string } {
  return (field.type === 'object' || field.type === 'array') && field.target !== null
}

/**
 * What a field is without a value: null, or the empty text where its default is that.
 * @source wire facts "Pages": texts that are never null
 */
export function emptyOf({ cud }: Field): '' | null {
  return cud.defaultCreate === '' ? '' : null
}

/** The label in a language, in English where it has none. */
export function labelIn(label: Label, locale: string): string {
  return label[locale] ?? label['en'] ?? ''
}
