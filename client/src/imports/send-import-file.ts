import { calls, type ImportItem } from '@cartouche/contract/wire'
import type { Transport } from '../transport/transport.ts'
import type { SendOptions, SentUpload } from './upload-queue.ts'

/**
 * Sends one file into an import; a file can be taken in part: of a zip, or not at all though the call went
 * well.
 * @param uploaded hears of the items that the upload made
 */
export async function sendImportFile(
  transport: Pick<Transport, 'call'>,
  jobId: number,
  file: File,
  { unzip, signal, onProgress }: SendOptions,
  uploaded: (jobId: number, items: readonly ImportItem[]) => void,
): Promise<SentUpload> {
  const { response } = await transport.call(
    calls.uploadImportFiles,
    { unzip, job: jobId },
    { signal, form: formOf(jobId, file), onUploadProgress: onProgress },
  )
  const { data, files } = response
  return {
    refused: files.flatMap(({ filename, problem, item }) =>
      problem && item === null ? [{ name: filename, ...problem }] : [],
    ),
    isTaken: data.length > 0 || !files.some(({ problem }) => problem),
    shown: () => uploaded(jobId, data),
  }
}

/**
 * The json part comes before the file, which it names; a file for which there is no room is refused by its
 * size.
 * @source data-layer §7 Mass import; wire facts
 */
function formOf(jobId: number, file: File): FormData {
  const form = new FormData()
  const sizes = { file: file.size }
  form.append('json', JSON.stringify({ job: { id: jobId }, sizes, binary: 'cid:file' }))
  form.append('file', file, file.name)
  return form
}
