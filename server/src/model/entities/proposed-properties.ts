import { dropEmpty } from '../../ground/drop-empty.ts'
import type { ProposedMetadata } from '../../media/map-tags.ts'

/** What a file says of itself, by field of an asset; keywords apart. */
export function proposedProperties(proposed: ProposedMetadata): Record<string, unknown> {
  const { name, description, creator, credit, copyright, city, country, takenAt, takenIn, gps, camera } =
    proposed
  const takenat = takenAt === null ? null : instantOf(takenAt)
  return dropEmpty({
    name,
    description,
    creator,
    credit,
    copyright,
    city,
    country,
    takenat,
    takenin: takenIn,
    gps,
    camera,
  })
}

function instantOf(text: string): string | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
