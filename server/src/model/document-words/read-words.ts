import { isApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { selectRenditionSource, type RenditionSourceRow } from '../../media/renditions/renditions.sql.ts'
import { whileWanted } from '../../media/renditions/while-wanted.ts'
import { wordsSourceOf } from '../../media/words-source.ts'
import { isRead, upsertDocumentWords, type ReadWords } from './document-words.sql.ts'

/**
 * Reads the words of a document and keeps them, or why they cannot be read; nothing where that is known
 * already, or where it is no document of an asset any more.
 * @source decision 0252
 */
export async function readWords(services: Services, sha256: string, signal: AbortSignal): Promise<void> {
  const { database, log } = services
  const source = await selectRenditionSource(database, sha256)
  if (!source || wordsSourceOf(source.mediaType) === null || (await isRead(database, sha256))) return
  const read = await takeWords(services, source, signal)
  if (!read) return
  if (read.problem)
    log.warn({ source: sha256, code: read.problem.code }, `words of a document: ${read.problem.message}`)
  await upsertDocumentWords(database, sha256, read)
}

const failed = (code: string, message: string): ReadWords => ({
  words: [],
  isComplete: false,
  problem: { code, message },
})

/** Undefined where nobody wants them any more. */
async function takeWords(
  services: Services,
  source: RenditionSourceRow,
  signal: AbortSignal,
): Promise<ReadWords | undefined> {
  if (source.undecodable) return failed('broken', 'The file is damaged: its text cannot be read.')
  try {
    const { sha256, mediaType } =
      wordsSourceOf(source.mediaType) === 'original'
        ? source
        : await ensureRendition(services, source.sha256, 'pages')
    const isWanted = async (): Promise<boolean> =>
      (await selectRenditionSource(services.database, source.sha256)) !== undefined
    const found = await whileWanted(isWanted, signal, (wanted) =>
      services.blobs.withLocalFile(sha256, (path) =>
        services.mediaWorkers.readWords({ path, mediaType, signal: wanted }),
      ),
    )
    return found && { ...found, problem: null }
  } catch (error) {
    if (error instanceof RenditionError && error.isOfFile) return failed(error.code, error.message)
    if (isApiError(error, 'rendition_failed')) {
      const { problem = '', reason = '' } = error.data
      return failed(String(problem), String(reason))
    }
    throw error
  }
}
