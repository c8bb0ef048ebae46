import type { Routes } from '../../access/handler.ts'
import { getStorage } from './get-storage.ts'

/** The handler of the call that tells how much room files take. */
export const storageRoutes: Routes<'getStorage'> = { getStorage }
