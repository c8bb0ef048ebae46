import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { changeType } from './fit-metadata.ts'
import { schemaFor } from './import-resources.ts'
import { updateMetadata, type NewMetadata } from './imports.sql.ts'
import { closed, isOpen, pickValues, type CommandRun, type ItemOutcome } from './item-outcome.ts'

/** What a change of type does, as it is stored with its command. */
export interface TypeOptions {
  /** What items become. */
  readonly resource: string
}

/**
 * Has items become entities of another resource. Values of fields that both have stay, the others are set
 * aside until an item becomes what has them.
 * @source data-layer §4 Mass import edits: changing the collection; decision 0150
 */
export const changeItemTypes: CommandRun = async (services, transaction, command, items) => {
  const { resource } = command.options as TypeOptions
  const schemas = await listSchemas(services)
  const to = schemaFor(schemas, { resource })
  const outcomes = new Map<number, ItemOutcome>()
  const changes: NewMetadata[] = []
  for (const item of items) {
    if (!isOpen(item)) {
      outcomes.set(item.id, { error: closed(item) })
      continue
    }
    const { metadata, setAside, fields, dropped } = changeType(item, schemaFor(schemas, item), to)
    outcomes.set(item.id, {
      before: { resource: item.resource, metadata: pickValues(item.metadata, fields) },
      after: { resource, metadata: pickValues(metadata, fields), dropped },
    })
    if (item.resource !== resource) changes.push({ item, metadata, fields, resource, setAside })
  }
  await updateMetadata(transaction, changes, command.surfer_id)
  return outcomes
}
