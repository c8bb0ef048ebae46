import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../ground/database/embedded-postgres.ts'
import { createTemplate } from '../ground/database/test-database.ts'
import { installLibrary } from '../model/entities/install-library.ts'

const folderPrefix = 'cartouche-test-postgres-'

/**
 * Gives a test run one PostgreSQL for all its `*.db.test.ts` files: the one at `TEST_DATABASE_URL`, or an
 * embedded one that lives as long as the run. A run without such files starts nothing.
 * @returns what ends it.
 */
export default async function startTestServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!(await needsServer(project))) return undefined
  const given = process.env['TEST_DATABASE_URL']
  if (given) return createTemplate(given, installLibrary)
  await removeLeftovers()
  const dataFolder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataFolder, log: () => {}, durable: false })
  await createTemplate(server.url, installLibrary)
  // The workers that run the test files inherit it.
  process.env['TEST_DATABASE_URL'] = server.url
  return async () => {
    await server.stop()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A run that was killed could not remove its database. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => {
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10)
    return name.startsWith(folderPrefix) && pid > 0 && !isRunning(pid)
  })
  // Another user's, or one that another run is removing, stays.
  await Promise.all(
    names.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)),
  )
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function needsServer(project: TestProject): Promise<boolean> {
  if (project.vitest.config.watch) return true
  // What was asked for on the command line is in no public property; where it is not found, all files count.
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  return testFiles.some((file) => file.includes('.db.test.'))
}
