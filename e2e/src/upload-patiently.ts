import { setTimeout as sleep } from 'node:timers/promises'
import { upload, type UploadFile } from './imports.ts'
import { RefusedCall, type Api } from './open-api.ts'

const atOnce = 4
const pauseMs = 200

/** What a client that does not give up saw. */
export interface Patience {
  readonly refusals: Readonly<Record<string, number>>
}

/**
 * Uploads files, several at once and each until it is taken, as a good client does where the server is away
 * for a while.
 * @param options `restMs`: rest of each sender after a file, so that what befalls the server meets uploads
 * under way
 * @throws RefusedCall where the server answers that trying again is no use
 */
export async function uploadPatiently(
  api: Api,
  jobId: number,
  files: readonly UploadFile[],
  { restMs = 0, withinMs = 240_000 } = {},
): Promise<Patience> {
  const waiting = [...files]
  const refusals: Record<string, number> = {}
  const until = Date.now() + withinMs
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      for (;;) {
        const reason = await tryUpload(api, jobId, file)
        if (reason === null) break
        refusals[reason] = (refusals[reason] ?? 0) + 1
        if (Date.now() > until) throw new Error(`${file.name} was not taken in time: ${reason}`)
        await sleep(pauseMs)
      }
      await sleep(restMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { refusals }
}

/** Why the file was not taken, where it is worth trying again; null when it was taken. */
async function tryUpload(api: Api, jobId: number, file: UploadFile): Promise<string | null> {
  try {
    await upload(api, jobId, [file])
    return null
  } catch (error) {
    if (error instanceof RefusedCall && error.status !== 503) throw error
    return error instanceof RefusedCall ? `${error.status}` : 'no answer'
  }
}
