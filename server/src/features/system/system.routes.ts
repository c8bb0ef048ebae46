import type { Routes } from '../../access/handler.ts'
import { getSystem } from './get-system.ts'

/** The handler of the call that answers how the system runs. */
export const systemRoutes: Routes<'getSystem'> = { getSystem }
