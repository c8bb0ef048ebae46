import type { Routes } from '../../access/handler.ts'
import { getClip, prepareClip } from './get-clip.ts'

/** Parts of films that are made on demand. @source decision 0235 */
export const clipRoutes: Routes<'getClip' | 'prepareClip'> = { getClip, prepareClip }
