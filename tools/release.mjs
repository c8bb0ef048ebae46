import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureRuntime } from './ensure-runtime.mjs'
import { fail, projectFolder, runProgram } from './run-program.mjs'

/*
 * Makes a release: `npm run release -- 0.2.0`. It sets the version everywhere, dates its heading in the
 * changelog, freezes the migrations, records a small library that later versions must upgrade, checks all,
 * commits and tags. It pushes nothing: look at the commit first.
 */

const workspaces = ['.', 'contract', 'server', 'client', 'react', 'components', 'web', 'e2e', 'bench']
const migrations = join(projectFolder, 'server/src/ground/database/migrations')

// The library that was recorded is not tracked yet.
const undo = 'Take all back: git checkout . && git clean --force server/src/testing/releases'

const version = process.argv[2] ?? ''
const old = JSON.parse(read('package.json')).version
if (!/^\d+\.\d+\.\d+$/.test(version) || !isLater(version, old))
  fail(`Which version, later than ${old}? For example: npm run release -- 0.2.0`)
if ((await git('status', '--porcelain')) !== '') fail('Commit or stash the changes of this checkout first.')
const heading = `## ${version}, not released`
if (!read('CHANGELOG.md').includes(heading)) fail(`CHANGELOG.md has no heading "${heading}".`)

write('CHANGELOG.md', (text) =>
  text.replace(heading, `## ${version}, ${new Date().toISOString().slice(0, 10)}`),
)
for (const workspace of workspaces) write(join(workspace, 'package.json'), setVersion)
write('deploy/helm/cartouche/Chart.yaml', (text) =>
  text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`),
)
write('package-lock.json', (text) => `${JSON.stringify(lockAt(JSON.parse(text)), null, 2)}\n`)
freezeMigrations()

const { node, env } = await ensureRuntime()
const recorder = ['node_modules/vitest/vitest.mjs', 'run', 'server/src/testing/releases.db.test.ts']
const { ok } = await runProgram(node, recorder, { env: { ...env, RECORD_RELEASE: version } })
if (!ok) fail(`The library of this release could not be recorded. ${undo}`)
if (!(await runProgram(node, ['tools/check.mjs'], { env })).ok) fail(`The checks failed. ${undo}`)
await git('add', '--all')
await git('commit', '--message', `release: ${version}`)
await git('tag', '--annotate', `v${version}`, '--message', `Cartouche ${version}`)
console.log(`Version ${version} is committed and tagged as v${version}. Push both: git push --follow-tags`)

/**
 * Adds the hashes of migrations that are new, and how many the release has; earlier ones stay as they were.
 */
function freezeMigrations() {
  const path = join(migrations, 'frozen.sha256')
  const frozen = readFileSync(path, 'utf8')
  const lines = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql') && !frozen.includes(`  ${name}\n`))
    .toSorted()
    .map((name) => `${sha256(readFileSync(join(migrations, name)))}  ${name}\n`)
  writeFileSync(path, frozen + lines.join(''))
  write('server/src/ground/database/migrations/releases.json', (text) => {
    const count = (frozen + lines.join('')).trimEnd().split('\n').length
    return `${JSON.stringify({ ...JSON.parse(text), [version]: count }, null, 2)}\n`
  })
}

/** @param {Buffer} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(projectFolder, path), 'utf8')
}

/**
 * @param {string} path
 * @param {(text: string) => string} change
 */
function write(path, change) {
  writeFileSync(join(projectFolder, path), change(read(path)))
}

/**
 * Workspaces depend on each other by exact version.
 * @param {string} text
 */
function setVersion(text) {
  return text.replaceAll(/("version"|"@cartouche\/[a-z]+")(: *)"[^"]*"/g, `$1$2"${version}"`)
}

/** @param {{ version: string, packages: Record<string, object> }} lock */
function lockAt(lock) {
  const own = new Set(workspaces.map((workspace) => (workspace === '.' ? '' : workspace)))
  const packages = Object.entries(lock.packages).map(([path, entry]) =>
    own.has(path) ? [path, JSON.parse(setVersion(JSON.stringify(entry)))] : [path, entry],
  )
  return { ...lock, version, packages: Object.fromEntries(packages) }
}

/**
 * @param {string} one
 * @param {string} other
 */
function isLater(one, other) {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

/** @param {string[]} parameters */
async function git(...parameters) {
  const { ok, output } = await runProgram('git', parameters, { quiet: true })
  if (!ok) fail(output)
  return output.trim()
}
