import assert from 'node:assert/strict'
import { createJob, listItems, publish, upload, waitForItems } from './imports.ts'
import type { Api } from './open-api.ts'

/**
 * Imports pictures, bytes by their titles, as assets. @returns a function that answers the id of each by its
 * title
 */
export async function importPictures(
  api: Api,
  job: string,
  pictures: Readonly<Record<string, Buffer>>,
): Promise<(title: string) => number> {
  const jobId = await createJob(api, job)
  const files = Object.entries(pictures).map(([title, bytes]) => ({
    name: `${title}.jpg`,
    bytes: new Uint8Array(bytes),
  }))
  await upload(api, jobId, files)
  await waitForItems(api, jobId, files.length)
  await publish(api, jobId)
  await waitForItems(api, jobId, files.length)
  const items = await listItems(api, jobId)
  return (title) => {
    const id = items.find(({ filename }) => filename === `${title}.jpg`)?.asset?.id
    assert.ok(id, `${title} is an asset`)
    return id
  }
}
