import type { Routes } from '../http/handler.ts'
import { listDownloadProfiles } from './download-profiles.ts'
import { getArchive } from './get-archive.ts'
import { testZipCart } from './test-zip-cart.ts'
import { zipCart } from './zip-cart.ts'

/** Archives of carts. */
export const downloadRoutes = {
  listDownloadProfiles, testZipCart, zipCart, headArchive: getArchive, downloadArchive: getArchive,
} satisfies Routes<'listDownloadProfiles' | 'testZipCart' | 'zipCart' | 'headArchive' | 'downloadArchive'>
