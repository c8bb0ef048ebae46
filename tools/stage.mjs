import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { installDependencies, runNpm } from './ensure-dependencies.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { fail, projectFolder } from './run-program.mjs'

/** Of the npm that lists what was installed: Debian 13's does not know how. */
const npmVersion = '11.6.0'
const listing = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--loglevel=error']

/** Packages that a server runs from. */
const packages = ['contract', 'components', 'server']

/**
 * Puts together what a server runs from, and nothing else: Node, the sources of the server, its dependencies,
 * and the built web application. Nothing is installed or built when it starts.
 * @param {string} folder is made, or emptied where it holds an earlier one.
 */
async function stage(folder) {
  const { node, env } = await ensureRuntime()
  await buildWeb({ node, env })
  const mark = join(folder, 'package.json')
  if (isForeign(folder, mark)) fail(`${folder} holds something else. Name a new folder, or an empty one.`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  for (const name of packages) {
    cpSync(join(projectFolder, name), join(folder, name), { recursive: true, filter: isNeeded })
    const { devDependencies: _, ...description } = readJson(join(folder, name, 'package.json'))
    writeJson(join(folder, name, 'package.json'), description)
  }
  for (const file of ['package-lock.json', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(projectFolder, file), join(folder, file))
  cpSync(join(projectFolder, 'web', 'dist'), join(folder, 'web', 'dist'), { recursive: true })
  const { version, license, allowScripts } = readJson(join(projectFolder, 'package.json'))
  writeJson(mark, {
    name: 'cartouche',
    version,
    license,
    private: true,
    type: 'module',
    workspaces: packages,
    allowScripts,
  })
  cpSync(node, join(folder, 'bin', 'node'))
  await installDependencies(folder, '--omit=dev', { node, env })
  const listed = await runNpm(
    folder,
    ['exec', '--yes', `--package=npm@${npmVersion}`, '--', 'npm', ...listing],
    { node, env },
  )
  if (!listed.ok) fail(`${listed.output}\nThe dependencies could not be listed.`)
  writeFileSync(join(folder, 'sbom.cdx.json'), listed.output)
  console.log(folder)
}

/** Neither a test nor the libraries that tests begin with. @param {string} path */
function isNeeded(path) {
  return !/\.test\.tsx?$/.test(path) && !['node_modules', 'testing', 'dist'].includes(basename(path))
}

/** Whether a folder holds what is none of ours. @param {string} folder @param {string} mark */
function isForeign(folder, mark) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return false
  return !existsSync(mark) || readJson(mark).name !== 'cartouche' || existsSync(join(folder, 'tools'))
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** @param {string} path @param {object} value */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

const folder = process.argv[2]
if (!folder) fail('Into which folder? For example: npm run stage -- /opt/cartouche')
await stage(resolve(folder))
