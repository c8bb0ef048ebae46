import type { SourceFile } from './boundaries.ts'

const callDefinition = /defineCall\(\{\s*name: '(\w+)'/g
const exportedCall = /export const (\w+) = defineCall\(\{\s*name: '(\w+)'/g
/** A row of a table of handlers that names another function: `getConfig: getBrandedConfig,`. */
const renamedHandler = /^ {2}(\w+): (\w+),?$/gm

/**
 * Finds calls whose name differs between the layers: the constant in the contract and the handler in a
 * `*.routes.ts` are named after the call. A row may name the handler of another call of which it is a
 * spelling (`findEntitiesAsPost: findEntities`). Clients use `calls.<name>`, which the compiler checks.
 * @returns a line for each problem, in the order of the files.
 */
export function findCallNameProblems(files: readonly SourceFile[]): string[] {
  const names = new Set(
    files.flatMap(({ path, text }) =>
      path.startsWith('contract/') ? [...text.matchAll(callDefinition)].map(([, name = '']) => name) : [],
    ),
  )
  return files.flatMap(({ path, text }) => problemsOf(path, text, names))
}

function problemsOf(path: string, text: string, names: ReadonlySet<string>): string[] {
  if (path.startsWith('contract/'))
    return [...text.matchAll(exportedCall)].flatMap(([, constant = '', name = '']) =>
      constant === name ? [] : [`${path}: the call ${name} is defined as ${constant}`],
    )
  if (path.endsWith('.routes.ts'))
    return [...text.matchAll(renamedHandler)].flatMap(([, name = '', handler = '']) =>
      !names.has(name) || names.has(handler) ? [] : [`${path}: the handler of ${name} is named ${handler}`],
    )
  return []
}
