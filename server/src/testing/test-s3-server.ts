import type { TestProject } from 'vitest/node'
import { hasCeph, startCeph } from './start-ceph.ts'

/**
 * Gives a test run one S3 store for all its `*.s3.*test.ts` files: the one at `CARTOUCHE_TEST_S3`, as
 * `http://key:secret@host:port`, or a Ceph that lives as long as the run, where Debian's packages of it are
 * installed. A run without such files starts nothing.
 * @returns what ends it.
 */
export default async function startTestS3(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env['CARTOUCHE_TEST_S3'] || !(await needsS3(project)) || !(await hasCeph())) return undefined
  const ceph = await startCeph()
  // The workers that run the test files inherit it.
  process.env['CARTOUCHE_TEST_S3'] = ceph.url
  return () => ceph.stop()
}

async function needsS3(project: TestProject): Promise<boolean> {
  // What was asked for on the command line is in no public property; where it is not found, all files count.
  const { filenamePattern } = project.vitest as { filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  return testFiles.some((file) => file.includes('.s3.'))
}
