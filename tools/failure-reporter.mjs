import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder } from './run-program.mjs'

export const failuresFile = join(projectFolder, 'test-results', 'failures.json')

/**
 * A reporter of Vitest. Writes what failed into `failuresFile`, as a list of names and what each said: tests,
 * files that did not load or did not end well, and errors outside of them, which no other reporter writes
 * down.
 */
export default class FailureReporter {
  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly import('vitest/node').SerializedError[]} errors outside of tests
   */
  onTestRunEnd(modules, errors) {
    const failures = [
      ...modules.flatMap((module) => [
        ...failuresOf(module, module.errors()),
        ...[...module.children.allSuites()].flatMap((suite) => failuresOf(suite, suite.errors())),
        ...[...module.children.allTests('failed')].flatMap((test) =>
          failuresOf(test, test.result().errors ?? []),
        ),
      ]),
      ...errors.map((error) => ({ name: 'outside of a test', failure: textOf(error) })),
    ]
    mkdirSync(dirname(failuresFile), { recursive: true })
    writeFileSync(failuresFile, JSON.stringify(failures, undefined, 1))
  }
}

/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * @param {TestModule | import('vitest/node').TestSuite | import('vitest/node').TestCase} where
 * @param {readonly import('vitest/node').SerializedError[]} errors
 */
function failuresOf(where, errors) {
  const file = where.type === 'module' ? where : where.module
  const name = where.type === 'module' ? file.relativeModuleId : `${file.relativeModuleId}: ${where.fullName}`
  return errors.length === 0 ? [] : [{ name, failure: errors.map(textOf).join('\n') }]
}

/** @param {import('vitest/node').SerializedError} error */
function textOf({ stack, message }) {
  return stack ?? message
}
