import { createHash } from 'node:crypto'
import type { Services } from '../../ground/services.ts'
import type { Reader } from '../../access/decide.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { EmbeddedTags } from '../../media/write-tags.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { getSchemaOf, listSchemas, type WithSchemas } from '../../model/schemas/schema-registry.ts'
import { visibleLinks } from '../../model/search/visible-links.ts'
import { selectDescribedAssets, selectDescribedLinks } from './descriptions.sql.ts'
import { insertEmbedded } from './download-profiles.sql.ts'

/** Grows with every change of what is written. */
const writingVersion = 1

/** A file that is to have the description of its asset inside. */
export interface EmbeddedFile {
  readonly signature: string
  /** Of the file as it is. */
  readonly sha256: string
  /** Without dot; ExifTool goes by it. */
  readonly extension: string
  readonly tags: EmbeddedTags
}

/** What is written into files of assets, by id, in a language; keywords that the reader may see. */
export async function selectTags(
  services: WithSchemas,
  ids: readonly number[],
  locale: string,
  reader: Reader,
): Promise<Map<number, EmbeddedTags>> {
  if (ids.length === 0) return new Map()
  const { database } = services
  const where = { database, schemas: await listSchemas(services) }
  const visible = await visibleLinks(where, await getSchemaOf(services, itemResource), reader)
  const [assets, links] = await Promise.all([
    selectDescribedAssets(database, itemResource, ids),
    selectDescribedLinks(database, itemResource, ids, locale, visible),
  ])
  return new Map(
    assets.map(({ id, props }) => {
      const text = (name: string): string =>
        [props[`${name}_${locale}`], props[name]].find(
          (value): value is string => typeof value === 'string' && value !== '',
        ) ?? ''
      return [
        id,
        {
          title: text('name'),
          description: text('description'),
          keywords: links.get(id)?.get('keywords') ?? [],
          creator: text('creator'),
          credit: text('credit'),
          copyright: text('copyright'),
          city: text('city'),
          country: text('country'),
        },
      ]
    }),
  )
}

/** A file as it would be with these tags inside. */
export function embeddedFile(sha256: string, extension: string, tags: EmbeddedTags): EmbeddedFile {
  return {
    sha256,
    extension,
    tags,
    signature: createHash('sha256')
      .update(JSON.stringify([writingVersion, sha256, tags]))
      .digest('base64url'),
  }
}

/** Writes the tags into a copy and keeps it; a kind of file that takes none is kept as it is. */
export async function makeEmbedded(
  services: Services,
  { signature, sha256, extension, tags }: EmbeddedFile,
): Promise<void> {
  const outputPath = await services.blobs.newScratchPath(`.${extension}`)
  const isWritten = await services.blobs.withLocalFile(sha256, (path) =>
    services.mediaWorkers.writeTags({ path, outputPath, tags }),
  )
  const blob = await services.blobs.adopt(outputPath)
  if (isWritten) await upsertBlob(services.database, blob)
  await insertEmbedded(services.database, signature, isWritten ? blob.sha256 : sha256)
}
