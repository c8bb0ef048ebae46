import { measureMachine } from '../../ground/settings/machine-size.ts'

const leastBytes = 16 * 1024 ** 2

/**
 * What each of the memories of archives may take: of what was laid out lately, of files, and of descriptions
 * in each of four languages or audiences. 96 MB of 24 GB, which an archive of 100,000 items fits in.
 * @source decision 0021
 */
export const memoryBytes = Math.max(leastBytes, measureMachine().memoryBytes / 256)
