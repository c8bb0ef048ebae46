import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createTemplate } from './test-database.ts'

/**
 * Gives a test run one PostgreSQL for all its `*.db.test.ts` files: the one at `TEST_DATABASE_URL`, or an embedded one that lives
 * as long as the run. A run without such files starts nothing.
 * @returns what ends it.
 */
export default async function startTestServer(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!(await needsServer(project))) return undefined
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    await createTemplate(given)
    return undefined
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'cartouche-test-'))
  // So that PostgreSQL's account may enter when root runs the tests.
  await chmod(dataFolder, 0o711)
  const server = await startEmbeddedPostgres({ dataFolder, log: () => {}, durable: false })
  await createTemplate(server.url)
  // The workers that run the test files inherit it.
  process.env['TEST_DATABASE_URL'] = server.url
  return async () => {
    await server.stop()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function needsServer(project: TestProject): Promise<boolean> {
  if (project.vitest.config.watch) return true
  // What was asked for on the command line is in no public property; where it is not found, all files count.
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  return testFiles.some((file) => file.includes('.db.test.'))
}
