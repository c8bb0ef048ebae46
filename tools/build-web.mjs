import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, projectFolder, runProgram, runtimeFolder } from './run-program.mjs'

/** Whatever the built application depends on. */
const sources = [
  'web',
  'react',
  'client',
  'components',
  'contract',
  'package-lock.json',
  'tsconfig.base.json',
]
const ignored = new Set(['node_modules', 'dist'])

const stampFile = join(runtimeFolder, 'web-build')

/**
 * Builds the web application into web/dist, unless it was built from these very sources.
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 */
export async function buildWeb({ node, env }) {
  const stamp = hashSources()
  const isBuilt =
    existsSync(join(projectFolder, 'web', 'dist', 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp
  if (isBuilt) return
  console.log('Building the web application')
  const vite = join(projectFolder, 'node_modules', 'vite', 'bin', 'vite.js')
  const { ok, output } = await runProgram(node, [vite, 'build'], {
    cwd: join(projectFolder, 'web'),
    env: { ...env, NODE_ENV: 'production' },
    quiet: true,
  })
  if (!ok) fail(`${output}\nThe web application could not be built.`)
  mkdirSync(runtimeFolder, { recursive: true })
  writeFileSync(stampFile, stamp)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => listFiles(source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(projectFolder, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path of a file or a folder, from the project's folder.
 * @returns {string[]}
 */
function listFiles(path) {
  if (statSync(join(projectFolder, path)).isFile()) return [path]
  return readdirSync(join(projectFolder, path))
    .filter((name) => !ignored.has(name))
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)))
}
