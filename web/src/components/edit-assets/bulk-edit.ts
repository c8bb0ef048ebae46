import type { AssetAction, Changes, Client, FieldHeader } from '@cartouche/client'
import { valueOfDraft, type Draft } from '../asset-details/field-editor.tsx'
import { createNewLinks, namesNewLink } from '../asset-details/new-links.ts'

/** How linked entities of many assets change. */
export const linkModes = ['add', 'remove', 'replace'] as const
export type LinkMode = (typeof linkModes)[number]

export interface LinkEdit {
  readonly mode: LinkMode
  readonly ids: readonly number[]
}

/** What is to become of many assets. */
export interface BulkEdit {
  /** By list field, what is added, taken away, or takes the place of all. */
  readonly links: Readonly<Record<string, LinkEdit>>
  /** By other field, the new value as its editor holds it; an empty one empties the field. */
  readonly values: Readonly<Record<string, Draft>>
  readonly action: AssetAction | ''
}

export const emptyEdit: BulkEdit = { links: {}, values: {}, action: '' }

/**
 * The changes of one asset that the edit makes; lists change by what is added or taken away, whatever each
 * asset has.
 */
export function changesOf(
  { links, values }: BulkEdit,
  fields: Readonly<Record<string, FieldHeader>>,
): Changes {
  const ofLinks = Object.entries(links)
    .filter(([, { mode, ids }]) => mode === 'replace' || ids.length > 0)
    .map(
      ([field, { mode, ids }]) =>
        [
          field,
          mode === 'replace' ? ids : { $mode: mode === 'add' ? 'appendnew' : 'remove', $values: ids },
        ] as const,
    )
  const ofValues = Object.entries(values).flatMap(([name, draft]) => {
    const header = fields[name]
    return header === undefined ? [] : [[name, valueOfDraft({ name, header }, draft)] as const]
  })
  return Object.fromEntries([...ofLinks, ...ofValues])
}

/** The edit, with the entities that it names as new created; nothing is created to be removed. */
export async function withCreatedLinks(
  client: Pick<Client, 'entities'>,
  { links, values, action }: BulkEdit,
): Promise<BulkEdit> {
  const requests: [string, LinkEdit][] = []
  for (const [field, edit] of Object.entries(links)) {
    const { ids } = edit.mode === 'remove' ? edit : await createNewLinks(client, { ids: edit.ids })
    requests.push([field, { ...edit, ids: ids.filter((id) => !namesNewLink(id)) }])
  }
  return { links: Object.fromEntries(requests), values: await createNewLinks(client, values), action }
}

/** Whether an edit changes nothing. */
export function isEmptyEdit(edit: BulkEdit, fields: Readonly<Record<string, FieldHeader>>): boolean {
  return edit.action === '' && Object.keys(changesOf(edit, fields)).length === 0
}
