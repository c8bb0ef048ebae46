import type { Services } from '../../ground/services.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { RecurringTask } from '../../ground/jobs/task.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { project } from '../search/project.ts'
import {
  selectCatchUp,
  selectUnread,
  updateCatchUp,
  updateIdentifier,
  type UnreadFile,
} from './catch-up.sql.ts'
import { queuePairing } from './live-photos.sql.ts'

const portion = 100

/**
 * `find-live-photos`, every ten minutes: reads the identifiers of files that were there before they were read
 * on import, once; cut short, it goes on where it was.
 * @source decision 0256
 */
export const findLivePhotos: RecurringTask = {
  crontab: '*/10 * * * *',
  run: async (services, _payload, signal) => {
    const left = await selectCatchUp(services.database)
    if (!left) return
    const { fields } = await getSchemaOf(services, 'asset')
    let after = fields.has('metadata.livephoto') ? left.lastId : left.untilId
    while (after < left.untilId) {
      const files = await selectUnread(services.database, { after, untilId: left.untilId, max: portion })
      for (const file of files) {
        signal.throwIfAborted()
        await readIdentifier(services, file, signal)
      }
      after = files.length < portion ? left.untilId : (files.at(-1)?.id ?? left.untilId)
      await updateCatchUp(services.database, after)
    }
    await updateCatchUp(services.database, after)
  },
}

/** Nothing of it is decoded; what cannot be read is no Live Photo. */
async function readIdentifier(services: Services, file: UnreadFile, signal: AbortSignal): Promise<void> {
  const { blobs, mediaWorkers, database, log } = services
  const inspection = await blobs
    .withLocalFile(file.sha256, (path) =>
      mediaWorkers.inspect({ path, fileName: file.fileName, decode: false, signal }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof RenditionError) || !error.isOfFile) throw error
      log.warn({ from: 'live photos', id: file.id }, error.message)
      return null
    })
  const identifier = inspection?.livePhoto
  if (!identifier) return
  const schema = await getSchemaOf(services, 'asset')
  await withTransaction(database, async (transaction) => {
    if (!(await updateIdentifier(transaction, file, identifier))) return
    await project(transaction, schema, [file.id])
    await queuePairing(transaction, [identifier])
  })
}
