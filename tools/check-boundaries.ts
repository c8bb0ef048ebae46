import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBoundaryProblems } from './boundaries.ts'
import { packages, readSources } from './list-sources.ts'

process.chdir(join(import.meta.dirname, '..'))
const files = readSources('.')
const manifests = new Map(
  packages
    .filter((name) => name !== 'tools')
    .map((name) => {
      const {
        dependencies = {},
        peerDependencies = {},
        devDependencies = {},
      } = JSON.parse(readFileSync(join(name, 'package.json'), 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return [
        name,
        { run: Object.keys({ ...dependencies, ...peerDependencies }), develop: Object.keys(devDependencies) },
      ]
    }),
)
const problems = findBoundaryProblems(files, manifests)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
