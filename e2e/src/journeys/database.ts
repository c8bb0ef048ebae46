import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectLibrary } from '../expect-library.ts'
import { createJob, publish, waitForItems, type UploadFile } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { getPostmaster, killProcess } from '../processes.ts'
import { drawNumber } from '../samples.ts'
import { withApplication } from '../start-application.ts'
import { uploadPatiently } from '../upload-patiently.ts'
import { waitFor } from '../wait-for.ts'

const fileCount = 30
const killCount = 4

/** The database is ended under load, and comes back. */
export const databaseJourney: Journey = {
  name: 'Database',
  async run({ step }) {
    await withApplication({}, async (application) => {
      const api = await openApi(application.url, 'admin', application.password)
      const jobId = await createJob(api, 'Without a database')
      const files = await Promise.all(
        Array.from({ length: fileCount }, async (_, number): Promise<UploadFile> => ({
          name: `file-${number}.jpg`,
          bytes: new Uint8Array(await drawNumber(number)),
        })),
      )
      const load = { isOver: false, statuses: new Map<string, number>() }
      await step(
        `requests answer 503 "unavailable" while the database is away (killed ${killCount} times), nothing else fails`,
        async () => {
          const asking = Promise.all(Array.from({ length: 4 }, () => askAgainAndAgain(api, load)))
          const uploading = uploadPatiently(api, jobId, files, { restMs: 300 })
          const killing = killAgainAndAgain(api, application.dataFolder)
          await Promise.all([
            asking,
            Promise.all([uploading, killing]).finally(() => {
              load.isOver = true
            }),
          ])
          assert.deepEqual(
            [...load.statuses.keys()].toSorted(),
            ['200', '503 unavailable'],
            JSON.stringify([...load.statuses]),
          )
        },
      )
      await step('then all works again and nothing is lost', async () => {
        const counts = await waitForItems(api, jobId, fileCount)
        assert.equal(counts['ready'], fileCount, JSON.stringify(counts))
        await publish(api, jobId)
        await waitForItems(api, jobId, fileCount)
        await expectLibrary(api, jobId, files)
      })
    })
  },
}

async function killAgainAndAgain(api: Api, dataFolder: string): Promise<void> {
  for (let kill = 0; kill < killCount; kill++) {
    const pid = await waitFor('the database', () => getPostmaster(dataFolder))
    killProcess(pid)
    await waitFor(
      'another database',
      async () =>
        (await api.fetch('/rest/dam/data/asset?max=1')).status === 200 &&
        (await getPostmaster(dataFolder)) !== pid,
    )
    await sleep(300)
  }
}

async function askAgainAndAgain(
  api: Api,
  load: { readonly isOver: boolean; readonly statuses: Map<string, number> },
): Promise<void> {
  while (!load.isOver) {
    const answer = await api.fetch('/rest/dam/data/asset?max=5')
    const { message = '', error = '' } = (await answer.json()) as { message?: string; error?: string }
    const outcome =
      answer.status === 200
        ? '200'
        : error === '503/2090'
          ? '503 unavailable'
          : `${answer.status} ${error} ${message}`
    load.statuses.set(outcome, (load.statuses.get(outcome) ?? 0) + 1)
    await sleep(10)
  }
}
