import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates the data folder, open to its owner alone, and with the usual modes the folders above it that are
 * missing.
 */
export async function createDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dirname(dataFolder), { recursive: true })
  await mkdir(dataFolder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
