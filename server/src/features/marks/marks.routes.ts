import type { Routes } from '../../access/handler.ts'
import { setMarks } from './set-marks.ts'

/** Ratings, colour labels and picks. @source decision 0207 */
export const markRoutes: Routes<'setMarks'> = { setMarks }
