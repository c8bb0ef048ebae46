import { nameOfFile } from '../../media/map-tags.ts'
import { uninspected, type Inspection } from '../../media/inspect-file.ts'
import type { ItemMetadata } from './item-metadata.ts'
import type { ItemRow } from './imports.sql.ts'

/**
 * What an asset is made of: what inspection found and proposed, or what name and size alone tell where the
 * inspection was given up and the item is taken anyway.
 */
export function describedItem(item: ItemRow): {
  readonly inspection: Inspection
  readonly metadata: ItemMetadata
} {
  if (item.inspection) return { inspection: item.inspection, metadata: item.metadata }
  const problems = item.problems.map(({ message }) => ({
    code: 'crashed' as const,
    severity: 'error' as const,
    message,
  }))
  return {
    inspection: uninspected(item.file_name, item.size_bytes, problems),
    metadata: { name: nameOfFile(item.file_name), ...item.metadata },
  }
}
