import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@cartouche/contract'
import { closed, isOpen, pickValues, type CommandRun, type ItemOutcome } from './item-outcome.ts'
import { changeMetadata, type MetadataChange } from './item-metadata.ts'
import { defaultResource } from './import-resources.ts'
import { updateMetadata, type ItemRow, type NewMetadata } from './imports.sql.ts'

/** What an edit does, as it is stored with its command. */
export interface EditOptions {
  readonly change: MetadataChange
  /** What the items become, whose fields the change names. Default: asset. */
  readonly resource?: string | undefined
  /** The version of an item that the person had before them, by the item's id. */
  readonly versions?: Readonly<Record<string, number>> | undefined
}

/**
 * Changes the metadata of items. A field that somebody else changed since the version that the person saw is
 * not overwritten: the item fails as version_conflict. @source data-layer §4 Mass import edits
 */
export const editItems: CommandRun = async (_services, transaction, command, items) => {
  const { change, resource = defaultResource, versions = {} } = command.options as EditOptions
  const outcomes = new Map<number, ItemOutcome>()
  const changes: NewMetadata[] = []
  for (const item of items) {
    const metadata = changeMetadata(item.metadata, change)
    const error =
      item.resource === resource
        ? refusalOf(item, change, versions[item.id], command.surfer_id)
        : changedMeanwhile(item.id, ['type'])
    const fields = Object.keys(metadata).filter(
      (field) => !isDeepStrictEqual(metadata[field] ?? null, item.metadata[field] ?? null),
    )
    outcomes.set(
      item.id,
      error
        ? { error }
        : {
            before: { resource, metadata: pickValues(item.metadata, fields) },
            after: { resource, metadata: pickValues(metadata, fields) },
          },
    )
    if (!error && fields.length > 0) changes.push({ item, metadata, fields })
  }
  await updateMetadata(transaction, changes, command.surfer_id)
  return outcomes
}

function refusalOf(
  item: ItemRow,
  change: MetadataChange,
  seenVersion: number | undefined,
  userId: number,
): ApiError | undefined {
  if (!isOpen(item)) return closed(item)
  if (seenVersion === undefined) return undefined
  // What is added to a list or taken out of it goes together with what others did to the same list.
  const overwritten = [
    ...Object.keys(change.values),
    ...change.links.filter(({ mode }) => mode === 'replace' || mode === 'clear').map(({ field }) => field),
  ]
  const fields = overwritten.filter((field) => {
    const [version = 0, by] = item.edits[field] ?? []
    return version > seenVersion && by !== userId
  })
  return fields.length === 0 ? undefined : changedMeanwhile(item.id, fields)
}

/** Somebody else changed these fields of an item meanwhile. */
export function changedMeanwhile(id: number, fields: readonly string[]): ApiError {
  return new ApiError('version_conflict', { resource: 'massimportitem', id, fields: fields.join(',') })
}
