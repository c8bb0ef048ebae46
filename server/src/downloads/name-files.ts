import { nameArchiveEntries } from '../archive/entry-names.ts'
import type { PlannedFile } from './plan-archive.ts'

/** Names of what an archive holds beside the files. */
export const extraNames = { manifest: 'manifest.txt', descriptions: 'descriptions.csv', contactSheet: 'contact-sheet.pdf' } as const

/** A file with its path in the archive. */
export type NamedFile = PlannedFile & { readonly entryName: string }

/** Gives every file a path of its own, safe on every system, beside the names of the extras. */
export function nameFiles(files: readonly PlannedFile[]): NamedFile[] {
  const extras = Object.values(extraNames).map((fileName) => ({ fileName }))
  const names = nameArchiveEntries([...extras, ...files]).slice(extras.length)
  return files.map((file, at) => ({ ...file, entryName: names[at] ?? '' }))
}
