import { nameArchiveEntries } from '../archive/entry-names.ts'
import type { PlannedFile } from './plan-archive.ts'

/** Names of what an archive holds beside the files. */
export const extraNames = {
  manifest: 'manifest.txt',
  descriptions: 'descriptions.csv',
  contactSheet: 'contact-sheet.pdf',
} as const

/** A file that has its path in the archive. */
export type NamedFile = Readonly<PlannedFile>

/**
 * Gives every file a path of its own, safe on every system, beside the names of the extras. The files
 * themselves get it: copies of ten thousand would be moved twice by the garbage collector.
 */
export function nameFiles(files: readonly PlannedFile[]): readonly NamedFile[] {
  const extras = Object.values(extraNames).map((fileName) => ({ fileName }))
  const names = nameArchiveEntries([...extras, ...files])
  for (const [at, file] of files.entries()) file.entryName = names[extras.length + at] ?? ''
  return files
}
