import type { Routes } from '../../access/handler.ts'
import { listFieldEdits } from './list-field-edits.ts'
import {
  deleteVersion,
  getVersionFile,
  listVersions,
  replaceFile,
  restoreVersion,
} from './manage-versions.ts'

/** The files that an entity had before, and what was changed of its fields. @source decisions 0196, 0197 */
export const versionRoutes: Routes<
  'listVersions' | 'replaceFile' | 'getVersionFile' | 'restoreVersion' | 'deleteVersion' | 'listFieldEdits'
> = { listVersions, replaceFile, getVersionFile, restoreVersion, deleteVersion, listFieldEdits }
