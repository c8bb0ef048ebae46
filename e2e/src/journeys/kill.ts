import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectLibrary } from '../expect-library.ts'
import { createJob, listItems, publish, waitForItems, type UploadFile } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { killProcess, listChildren } from '../processes.ts'
import { drawNumber } from '../samples.ts'
import { withApplication, type Application } from '../start-application.ts'
import { uploadPatiently } from '../upload-patiently.ts'
import { waitFor } from '../wait-for.ts'

/** In full: fifty rounds. Otherwise a short one. */
const { fileCount, killCount } =
  process.env['E2E_FULL'] === '1' ? { fileCount: 300, killCount: 20 } : { fileCount: 60, killCount: 5 }
/** Bounds of the time from one kill to the next. */
const minMs = 100
const maxMs = 1200
/** Rest of each sender after a file. */
const restMs = 700

/** The third show: server and workers are killed while files come in. */
export const killJourney: Journey = {
  name: 'Kill -9',
  async run({ step }) {
    await withApplication({}, async (application) => {
      await step(
        `${fileCount} files are imported over HTTP while server and workers are killed ${killCount} times: none lost, none doubled`,
        async () => {
          const files = await Promise.all(
            Array.from({ length: fileCount }, async (_, number): Promise<UploadFile> => ({
              name: `picture-${number}.jpg`,
              bytes: new Uint8Array(await drawNumber(number)),
            })),
          )
          const api = await openApi(application.url, 'admin', application.password)
          const jobId = await createJob(api, 'Killed again and again')
          const importing = async (): Promise<void> => {
            await uploadPatiently(api, jobId, files, { restMs })
            const counts = await waitFor(
              'every file to be ready',
              async () => waitForItems(api, jobId, fileCount).catch(() => null),
              240_000,
            )
            assert.equal(
              counts['ready'],
              fileCount,
              JSON.stringify((await listItems(api, jobId)).filter(({ status }) => status.name !== 'ready')),
            )
            await waitFor(
              'the import to be published',
              async () => {
                await publish(api, jobId)
                return true
              },
              60_000,
            )
            await waitFor(
              'every asset',
              async () =>
                (await waitForItems(api, jobId, fileCount).catch(() => null))?.['validated'] === fileCount,
              240_000,
            )
          }
          let isDone = false
          const [, killed] = await Promise.all([
            importing().finally(() => {
              isDone = true
            }),
            killAgainAndAgain(application, () => isDone),
          ])
          assert.ok(killed.server > 0 && killed.workers > 0, JSON.stringify(killed))
          await expectLibrary(api, jobId, files)
          process.stdout.write(
            `    killed the server ${killed.server} times and workers ${killed.workers} times\n`,
          )
        },
      )
    })
  },
}

/**
 * Kills the server (and starts it again) or one of its workers, in turn and at random moments, until it was
 * done often enough or the work is done.
 */
async function killAgainAndAgain(
  application: Application,
  isDone: () => boolean,
): Promise<{ server: number; workers: number }> {
  const killed = { server: 0, workers: 0 }
  while (killed.server + killed.workers < killCount && !isDone()) {
    await sleep(minMs + Math.random() * (maxMs - minMs))
    if (killed.server <= killed.workers) {
      await application.kill()
      killed.server += 1
      await application.start()
    } else {
      const worker = (await listChildren(application.pid())).find(({ command }) =>
        command.includes('media-worker'),
      )
      if (worker && killProcess(worker.pid)) killed.workers += 1
    }
  }
  return killed
}
