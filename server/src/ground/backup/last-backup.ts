import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createDataFolder } from '../settings/create-data-folder.ts'

/** The backup of a library that was made last by this data folder's settings. */
export type LastBackup = z.infer<typeof LastBackup>
const LastBackup = z.object({
  at: z.iso.datetime(),
  place: z.string(),
  /** Whether it holds every file. */
  isWhole: z.boolean(),
})

const fileName = 'last-backup.json'

/** Notes a backup that was just made. */
export async function noteBackup(dataFolder: string, backup: LastBackup): Promise<void> {
  await createDataFolder(dataFolder)
  await writeFile(join(dataFolder, fileName), JSON.stringify(backup), { mode: 0o600 })
}

/** Undefined where none was made, or elsewhere. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  try {
    return LastBackup.parse(JSON.parse(await readFile(join(dataFolder, fileName), 'utf8')))
  } catch {
    return undefined
  }
}
