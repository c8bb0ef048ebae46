import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** What is installed and remembered for this checkout alone; it may be removed at any time. */
export const runtimeFolder = join(projectFolder, '.runtime')

/**
 * Runs a program in the project's folder to its end.
 * @param {string} program
 * @param {string[]} parameters
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean }} [options] quiet: what it prints is kept
 * instead of shown.
 * @returns {Promise<{ ok: boolean, code: number, output: string }>} never rejects; a program that is missing
 * has code 127.
 */
export function runProgram(
  program,
  parameters,
  { env = process.env, cwd = projectFolder, quiet = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', (error) => resolve({ ok: false, code: 127, output: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, code: code ?? 1, output }))
  })
}

/**
 * Prints why a tool cannot go on, and ends it.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message)
  process.exit(1)
}
