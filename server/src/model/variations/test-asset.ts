import { insertAssets } from '../../features/imports/assets.sql.ts'
import type { Services } from '../../ground/services.ts'
import type { Nature } from '../../media/media-types.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'

/** A file to make an asset of, and the status of that asset; published where it is not said. */
export type TestFile = [fileName: string, mediaType: string, nature: Nature, bytes: Buffer, status?: number]

let nextId = 700_000

/** Makes an asset with a file, as an import does, without looking into it. */
export async function addTestAsset(
  services: Services,
  ...[fileName, mediaType, nature, bytes, status = 6]: TestFile
): Promise<number> {
  const { database, blobs } = services
  const blob = await blobs.write(bytes)
  const id = nextId++
  await upsertBlob(database, blob)
  await insertAssets(database, [
    {
      resource: 'asset',
      id,
      ownerId: 1,
      modifiedBy: 1,
      status,
      validFrom: null,
      validUntil: null,
      props: { name: fileName },
      links: [],
      file: {
        sha256: blob.sha256,
        fileName,
        mediaType,
        facts: { nature, extension: fileName.split('.').pop() },
      },
    },
  ])
  await project(database, await getSchemaOf(services, 'asset'), [id])
  return id
}
