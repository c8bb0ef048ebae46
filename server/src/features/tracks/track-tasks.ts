import { z } from 'zod'
import type { Tasks } from '../../ground/jobs/task.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { takeEmbeddedTracks, takeImportedTracks } from './take-tracks.ts'
import { selectPlayable, selectUntaken } from './tracks.sql.ts'

const portion = 100
const FilePayload = z.object({ resource: z.string(), id: z.number() })
const ImportPayload = z.object({ jobId: z.number() })
const giveUp = async (): Promise<void> => {}

/**
 * - `take-tracks` {resource, id}: takes the subtitles and chapters that are in the file of a film or
 *   recording.
 * - `take-import-tracks` {jobId}: takes the files of subtitles beside films in an import.
 * - `take-missing-tracks`, every ten minutes: the first, of what was there before, or whose job was given up.
 */
export const trackTasks: Tasks = {
  'take-tracks': {
    maxAttempts: 3,
    run: async (services, payload) => {
      const file = await selectPlayable(services.database, FilePayload.parse(payload))
      if (file) await takeEmbeddedTracks(services, file)
    },
    giveUp,
  },
  'take-import-tracks': {
    maxAttempts: 3,
    run: (services, payload) => takeImportedTracks(services, ImportPayload.parse(payload).jobId),
    giveUp,
  },
  'take-missing-tracks': {
    crontab: '*/10 * * * *',
    run: async (services, _payload, signal) => {
      for (let files = await selectUntaken(services.database, portion); files.length > 0;) {
        for (const file of files) {
          if (signal.aborted) return
          const isTaken = await takeEmbeddedTracks(services, file).then(
            () => true,
            (error: unknown) => {
              // Without the program, none can be read; the next run looks again.
              if (error instanceof RenditionError) return false
              throw error
            },
          )
          if (!isTaken) return
        }
        files = await selectUntaken(services.database, portion)
      }
    },
  },
}
