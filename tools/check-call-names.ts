import { join } from 'node:path'
import { findCallNameProblems } from './call-names.ts'
import { readSources } from './list-sources.ts'

const problems = findCallNameProblems(readSources(join(import.meta.dirname, '..')))
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
