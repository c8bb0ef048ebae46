import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const readAll = 'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nbad = z.testzip()\nsys.exit(bad or 0)'

/**
 * Has unzip, 7z and Python's zipfile read the whole archive and check it.
 * @throws Error with what a program says where it refuses the archive
 */
export async function testArchive(path: string): Promise<void> {
  await run('unzip', ['-tq', path])
  await run('7z', ['t', '-bd', path])
  await run('python3', ['-c', readAll, path])
}
