import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './boundaries.ts'

/** Folders of the project that hold its code. */
export const packages = [
  'contract',
  'server',
  'client',
  'react',
  'components',
  'web',
  'e2e',
  'bench',
  'tools',
]
const ignored = new Set(['node_modules', 'dist', 'results', 'screenshots'])

/** Every source of the project; paths from `root`, its folder. */
export function readSources(root: string): SourceFile[] {
  return packages
    .flatMap((name) => listSources(root, name))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function listSources(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
    ({ name }) => !ignored.has(name),
  )
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listSources(root, path)
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}
