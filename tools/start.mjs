import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { projectFolder } from './run-program.mjs'

/** A second signal within this is the same Ctrl-C, handed on by npm; a later one means "at once". */
const sameSignalMs = 1000

const dev = process.argv.includes('--dev')
const runtime = await ensureRuntime(['ffmpeg', 'bwrap'])
const main = join('server', 'src', 'start', 'main.ts')
/**
 * Young garbage is collected early: streams of gigabytes stay within a few megabytes, which a larger space
 * would let pile up.
 */
const memory = ['--max-semi-space-size=4']
const preload = ['--import', new URL('stop-with-parent.mjs', import.meta.url).href]

if (dev) {
  const server = start(['--watch', '--watch-preserve-output', ...preload, main], projectFolder)
  const web = start(
    [...preload, join(projectFolder, 'node_modules', 'vite', 'bin', 'vite.js')],
    join(projectFolder, 'web'),
  )
  endTogether([server, web])
} else {
  await buildWeb(runtime)
  const parameters = process.argv.slice(2)
  endTogether([
    start([...memory, ...preload, main, ...parameters], projectFolder, { NODE_ENV: 'production' }),
  ])
}

/**
 * Starts a program of Node in a process group of its own: a Ctrl-C reaches this command alone, which hands it
 * on once.
 * @param {string[]} parameters
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [extra]
 */
function start(parameters, cwd, extra = {}) {
  return spawn(runtime.node, parameters, {
    cwd,
    env: { ...runtime.env, ...extra },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
}

/**
 * Asks the programs to end on any signal, and ends as soon as one of them has ended and the others have too.
 * @param {import('node:child_process').ChildProcess[]} children
 */
function endTogether(children) {
  let askedAt = 0
  const ask = () => {
    const again = askedAt > 0
    if (again && Date.now() - askedAt < sameSignalMs) return
    askedAt = Date.now()
    for (const child of children) child.kill(again ? 'SIGKILL' : 'SIGTERM')
  }
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, ask)
  for (const child of children) {
    child.once('exit', (code, signal) => {
      process.exitCode ??= code ?? 128 + constants.signals[signal ?? 'SIGTERM']
      if (askedAt === 0) ask()
    })
  }
}
