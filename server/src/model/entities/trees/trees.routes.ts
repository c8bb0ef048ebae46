import type { Routes } from '../../../access/handler.ts'
import { findTree } from './find-tree.ts'

/** The calls of trees. */
export const treeRoutes: Routes<'findTree'> = { findTree }
