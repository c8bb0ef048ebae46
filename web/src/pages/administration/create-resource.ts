import type { Entities } from '@cartouche/client'
import { fieldPath, schemaPath } from './use-schema-records.ts'

/** A resource as its form holds it. */
export interface ResourceDraft {
  readonly name: string
  readonly label: string
  readonly labelFr: string
  readonly tree: boolean
  readonly workflow: boolean
  /** Roles that see its entries, and those that make and change them. */
  readonly readers: readonly number[]
  readonly writers: readonly number[]
}

export const newResource: ResourceDraft = {
  name: '',
  label: '',
  labelFr: '',
  tree: false,
  workflow: false,
  readers: [],
  writers: [],
}

/**
 * Makes a resource with the fields that every vocabulary has: a name, its variant in French, and the parent
 * of a tree. One that could not be made whole is taken away.
 * @throws invalid_parameter
 */
export async function createResource(
  entities: Entities,
  { name, label, labelFr, tree, ...more }: ResourceDraft,
): Promise<void> {
  const made = await entities.create(schemaPath, {
    name: name.trim(),
    label: label.trim(),
    label_fr: labelFr.trim() || null,
    ...more,
  })
  if (made === null) return
  const schema = made.id
  const text = { schema, type: 'text', fulltext: 'A' }
  try {
    await entities.create(fieldPath, {
      ...text,
      name: 'name',
      label: 'Name',
      label_fr: 'Nom',
      i18n: true,
      sortable: true,
      mandatorycreate: true,
      mandatorypatch: true,
      taborder: 10,
    })
    await entities.create(fieldPath, {
      ...text,
      name: 'name_fr',
      label: 'Name in French',
      label_fr: 'Nom en français',
      i18nfor: 'name',
      taborder: 20,
    })
    if (tree)
      await entities.create(fieldPath, {
        schema,
        name: 'parent',
        label: 'Parent',
        label_fr: 'Parent',
        type: 'object',
        target: schema,
        tree: true,
        facet: true,
        taborder: 30,
      })
  } catch (error) {
    await entities.delete(schemaPath, schema).catch(() => undefined)
    throw error
  }
}
