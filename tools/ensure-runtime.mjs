import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureDependencies } from './ensure-dependencies.mjs'
import { ensureNode } from './ensure-node.mjs'
import { ensurePrograms } from './ensure-programs.mjs'
import { runtimeFolder } from './run-program.mjs'

const lockFile = join(runtimeFolder, 'installing')

/**
 * Brings what Cartouche runs on into place: Node, the dependencies and programs of the system. When all is
 * there it takes some 50 ms.
 * @param {import('./ensure-programs.mjs').ProgramName[]} [programs]
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the Node to run TypeScript with, and the
 * environment for it.
 */
export async function ensureRuntime(programs = []) {
  await takeLock()
  try {
    const runtime = await ensureNode()
    await ensureDependencies(runtime)
    await ensurePrograms(programs)
    return runtime
  } finally {
    rmSync(lockFile, { force: true })
  }
}

/** Two commands at once in a fresh clone: one installs, the other waits. */
async function takeLock() {
  mkdirSync(runtimeFolder, { recursive: true })
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    if (!isHeld()) rmSync(lockFile, { force: true })
    else if (!waited) console.log('Waiting for another command that is installing')
    await sleep(200)
  }
}

/** The holder may have been killed. */
function isHeld() {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
