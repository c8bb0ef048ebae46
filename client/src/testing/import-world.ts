import { importsOf, type Imports } from '../imports/imports.ts'
import { jobPollDelayMs } from '../imports/watch-import-job.ts'
import { createFakeClient, type FakeClient } from './fake-client.ts'
import { settle } from './fake-clock.ts'
import type { ImportJobSnapshot } from '../imports/import-snapshots.ts'

/** An import with items that are ready, watched. */
export interface ImportWorld extends FakeClient {
  readonly imports: Imports
  readonly jobId: number
  /** Ids of its items in the order of upload. */
  readonly ids: readonly number[]
  shown(): ImportJobSnapshot
  /** Ids of the items that are shown. */
  shownIds(): readonly number[]
  /** Lets the fake server do what was asked, and the client hear of it. */
  work(): Promise<void>
  /** Requests of the fake server whose address has this part. */
  asked(part: string): readonly string[]
}

/** Creates an import and uploads files of these names into it. */
export async function openImport(...names: readonly string[]): Promise<ImportWorld> {
  const fake = await createFakeClient({ maxUploads: 10 })
  const imports = importsOf(fake.client)
  const { id: jobId } = await imports.createJob({ name: 'Spring' })
  const shown = (): ImportJobSnapshot => imports.jobs.get(String(jobId))
  const work = async (): Promise<void> => {
    for (let polls = 0; polls < 4; polls++) await fake.clock.advance(jobPollDelayMs)
  }
  imports.watch(jobId)
  await settle()
  imports.upload(
    jobId,
    names.map((name) => new File(['0123456789'], name, { type: 'image/jpeg' })),
  )
  await settle()
  await work()
  return {
    ...fake,
    imports,
    jobId,
    shown,
    work,
    ids: shown().items.map(({ id }) => id),
    shownIds: () => shown().items.map(({ id }) => id),
    asked: (part) => fake.server.requests.filter((request) => request.includes(part)),
  }
}
