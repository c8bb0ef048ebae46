import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The program of a released version. */
export interface ReleasedProgram {
  readonly version: string
  readonly folder: string
  remove(): Promise<void>
}

const project = resolve(import.meta.dirname, '../../../..')

/**
 * Checks out a release into a folder of its own, to run beside this version: with its own packages, and with
 * the dependencies of this one.
 * @throws Error where the history does not hold the release
 */
export async function checkOutRelease(version: string): Promise<ReleasedProgram> {
  const commit = await git('log', '-1', '--format=%H', '--fixed-strings', `--grep=release: ${version}`)
  if (commit === '') throw new Error(`The history of this checkout does not hold the release ${version}.`)
  const parent = await mkdtemp(join(tmpdir(), 'cartouche-release-'))
  const folder = join(parent, version)
  await git('worktree', 'add', '--detach', folder, commit)
  await linkDependencies(folder)
  return {
    version,
    folder,
    remove: async () => {
      await git('worktree', 'remove', '--force', folder)
      await rm(parent, { recursive: true, force: true })
    },
  }
}

async function linkDependencies(folder: string): Promise<void> {
  const own = '@cartouche'
  await mkdir(join(folder, 'node_modules', own), { recursive: true })
  const from = join(project, 'node_modules')
  for (const name of (await readdir(from)).filter((one) => one !== own))
    await symlink(join(from, name), join(folder, 'node_modules', name))
  for (const name of await readdir(join(from, own)))
    await symlink(join(folder, name), join(folder, 'node_modules', own, name))
}

async function git(...parameters: string[]): Promise<string> {
  return (await promisify(execFile)('git', parameters, { cwd: project })).stdout.trim()
}
