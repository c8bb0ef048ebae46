import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runtimeFolder } from './run-program.mjs'

/** Where `npm run chart` puts it. */
export const fetchedHelm = join(runtimeFolder, 'helm', 'helm')

/**
 * Finds Helm: on the path, or what `npm run chart` has fetched.
 * @returns {string | undefined}
 */
export function findHelm() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.map((folder) => join(folder, 'helm')), fetchedHelm].find((path) => existsSync(path))
}
