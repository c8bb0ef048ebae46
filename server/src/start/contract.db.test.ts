import { checkAnswer } from '@cartouche/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createTestDatabase } from '../ground/database/test-database.ts'
import { readSettings, startCartouche } from '../index.ts'
import { createClient, type Client } from '../../../client/src/client.ts'
import { importsOf, type Imports } from '../../../client/src/imports/imports.ts'
import { contractSuite, type ContractServer } from '../../../client/src/testing/contract-suite.ts'

const login = 'admin'
const password = 'a password of this test'

contractSuite('the real server', async (): Promise<ContractServer> => {
  const { url, drop } = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-contract-'))
  const settings = readSettings({
    DATABASE_URL: url,
    CARTOUCHE_DATA: folder,
    CARTOUCHE_DEMO: '0',
    CARTOUCHE_ADMIN_PASSWORD: password,
    PORT: '0',
  })
  const server = await startCartouche({
    settings,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const baseUrl = `${server.url}/api`
  const close = async (): Promise<void> => {
    await server.stop()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const client = createClient({ mode: 'bearer', baseUrl, checkAnswer })
    await client.session.signIn({ login, password })
    const assetIds = await importPictures(client)
    client.session.dispose()
    return { baseUrl, fetch, login, password, assetIds, close }
  } catch (error) {
    await close()
    throw error
  }
})

/** Imports five pictures by the data layer itself, from upload to asset. */
async function importPictures(client: Client): Promise<readonly number[]> {
  const imports = importsOf(client)
  const job = await imports.createJob({ name: 'For the contract' })
  const stop = imports.watch(job.id)
  imports.upload(job.id, [1, 2, 3, 4, 5].map(picture))
  const shown = () => imports.jobs.get(String(job.id))
  await heard(imports, job.id, () => shown().counts.ready === 5 && shown().items.length === 5)
  await imports.validateItems(job.id, { workflowAction: 'publish' })
  await heard(imports, job.id, () => shown().counts.validated === 5 && shown().commands.length === 0)
  stop()
  expect(imports.uploads.get(String(job.id)).failed).toEqual([])
  return shown().validated.flatMap(({ asset }) => asset?.id ?? [])
}

/** Waits for a state of a job by listening to it. */
function heard({ jobs }: Imports, jobId: number, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isThere()) return
      stop()
      resolve()
    }
    const stop = jobs.subscribe(String(jobId), look)
    look()
  })
}

/** A GIF of one pixel, of another colour for each number. */
function picture(number: number): File {
  const bytes = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) =>
    char.charCodeAt(0),
  )
  bytes[13] = number * 40
  return new File([bytes], `picture ${number}.gif`, { type: 'image/gif' })
}
