import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findBoundaryProblems, type SourceFile } from './boundaries.ts'

const packages = ['contract', 'server', 'client', 'react', 'web', 'e2e', 'bench', 'tools']
const ignored = new Set(['node_modules', 'dist', 'results', 'screenshots'])

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !ignored.has(name)).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listSources(path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

process.chdir(join(import.meta.dirname, '..'))
const files = packages.flatMap(listSources).map((path): SourceFile => ({ path, text: readFileSync(path, 'utf8') }))
const manifests = new Map(packages.filter((name) => name !== 'tools').map((name) => {
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(name, 'package.json'), 'utf8')) as Record<string, Record<string, string>>
  return [name, { run: Object.keys({ ...dependencies, ...peerDependencies }), develop: Object.keys(devDependencies) }]
}))
const problems = findBoundaryProblems(files, manifests)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
