import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runProgram } from './run-program.mjs'

/**
 * @typedef {object} Check @property {string} name @property {string[][]} commands which all must end well: a
 * program of node_modules/.bin, or a script for Node, and its parameters.
 */

/** @type {Check[]} */
const checks = [
  // A second checker of one folder would work out most of its types again (2026-11: 40 s of a processor with
  // four, 17 with one); folders are checked side by side.
  { name: 'types', commands: listTypedFolders().map((folder) => ['tsc', '-p', folder, '--checkers', '1']) },
  { name: 'lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'boundaries', commands: [['tools/check-boundaries.ts']] },
  { name: 'names of calls', commands: [['tools/check-call-names.ts']] },
  // What a package does not list is among the boundaries.
  { name: 'unused', commands: [['knip', '--no-progress', '--no-config-hints', '--exclude', 'unlisted']] },
  { name: 'spelling', commands: [['cspell', 'lint', '--no-progress', '--no-summary']] },
  { name: 'generated docs', commands: [['tools/generate-docs.ts', '--check']] },
  { name: 'known weaknesses', commands: [['tools/audit-dependencies.ts']] },
]

function listTypedFolders() {
  // The service worker has other globals than the page beside it.
  return [...readdirSync(projectFolder), 'web/service-worker'].filter((folder) =>
    existsSync(join(projectFolder, folder, 'tsconfig.json')),
  )
}

/**
 * Runs every check, as many commands at once as there are cores, and prints a line for each and what those
 * that fail say.
 * @param {{ node: string, env: NodeJS.ProcessEnv }} runtime
 * @returns {Promise<{ passed: number, failed: number }>} one for each check, however many folders it looks
 * at.
 */
export async function runChecks({ node, env }) {
  const runInTurn = createLimit(availableParallelism())
  const results = await Promise.all(
    checks.map(async ({ name, commands }) => {
      const startedAt = Date.now()
      const ends = await Promise.all(
        commands.map(([program = '', ...parameters]) =>
          runInTurn(() => {
            const isScript = program.endsWith('.ts')
            return runProgram(
              isScript ? node : join(projectFolder, 'node_modules', '.bin', program),
              isScript ? [program, ...parameters] : parameters,
              { env, quiet: true },
            )
          }),
        ),
      )
      const failures = ends.filter(({ ok }) => !ok)
      for (const { output } of failures) console.error(output.trimEnd())
      const skipped = ends.map(({ output }) => /^skipped: .*$/m.exec(output)?.[0]).find(Boolean)
      console.log(
        `${failures.length === 0 ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)${skipped ? ` ${skipped}` : ''}`,
      )
      return failures.length === 0
    }),
  )
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

/**
 * Gives a function that runs work as soon as fewer than `limit` others run.
 * @param {number} limit
 */
function createLimit(limit) {
  let running = 0
  /** @type {(() => void)[]} */
  const waiting = []
  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  return async (work) => {
    if (running >= limit)
      await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
        waiting.push(resolve)
      })
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
