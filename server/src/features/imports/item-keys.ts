import type { Inspection } from '../../media/inspection.ts'
import { measuredProperties, natureOf } from '../../media/measured-properties.ts'
import { foldText, wordsOf } from '../../ground/fold-text.ts'
import type { ItemMetadata } from './item-metadata.ts'

/** What the projection of an item is made of. */
export interface ItemSource {
  readonly file_name: string
  readonly inspection: Inspection | null
  readonly metadata: ItemMetadata
}

/** What an item is searched by. */
export interface ItemProjection {
  /**
   * Values by field of the asset to be: texts folded, links as a list of ids and of folded names. What has
   * no value is missing. `$nature` and `$mediatype` are the item's own.
   */
  readonly keys: Readonly<Record<string, unknown>>
  readonly words: readonly string[]
}

/** Words of one item, at most: a description of 100,000 characters has some 20,000. */
const maxWords = 10_000

/** The projection of an item. @source decision 0141 */
export function projectionOf({ file_name: fileName, inspection, metadata }: ItemSource): ItemProjection {
  const measured = inspection
    ? {
        ...measuredProperties(inspection, fileName),
        rootnature: [natureOf(inspection)],
        $nature: inspection.nature,
        $mediatype: inspection.mediaType,
      }
    : { 'metadata.filename': fileName }
  const entries = Object.entries({ ...measured, ...metadata }).flatMap(([name, value]) => {
    const key = keyOf(value)
    return key === undefined ? [] : [[name, key] as const]
  })
  const words = wordsOf([fileName, ...Object.values(metadata).flatMap(textsOf)].join('\n'))
  return { keys: Object.fromEntries(entries), words: [...new Set(words)].slice(0, maxWords) }
}

/** A value as it is compared; undefined where there is nothing to compare. */
function keyOf(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? undefined : foldText(value).toWellFormed()
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return undefined
  const links = value.flatMap(linkKey)
  return links.length === 0 ? undefined : links
}

function linkKey(link: unknown): (number | string)[] {
  if (typeof link !== 'object' || link === null) return []
  if ('id' in link && typeof link.id === 'number') return [link.id]
  return 'name' in link && typeof link.name === 'string' ? [foldText(link.name)] : []
}

const instant = /^\d{4}-\d\d-\d\dT/

/** The texts of a value, those of keywords yet to be made too. Instants are no texts. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return instant.test(value) ? [] : [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((link: unknown) =>
    typeof link === 'object' && link !== null && 'name' in link && typeof link.name === 'string'
      ? [link.name]
      : [],
  )
}
