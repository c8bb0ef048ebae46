import type { Routes } from '../../access/handler.ts'
import { cancelImportCommands, repeatImportCommands, undoImportCommands } from './import-commands.ts'
import { deleteImportItem } from './delete-import-item.ts'
import { editImportJob } from './edit-import-job.ts'
import { findAllImportItems, findImportItems, getImportItems } from './find-import-items.ts'
import { findImportJobs } from './find-import-jobs.ts'
import { createImportJob, deleteImportJob, getImportJob } from './import-jobs.ts'
import { listImportItemActions, takeImportItemAction } from './import-item-actions.ts'
import { listImportChanges } from './list-import-changes.ts'
import { patchImportJob } from './patch-import-job.ts'
import { takeImportJobAction } from './take-import-job-action.ts'
import { lockImportItems, unlockImportItems } from './lock-import-items.ts'
import { patchImportItems } from './patch-import-items.ts'
import { uploadImportFiles } from './upload-import-files.ts'
import { listSharedUploads, uploadSharedFile } from './upload-shared-file.ts'

/** Mass import: jobs, their files as items, and what becomes of them. */
export const importRoutes: Routes<
  | 'createImportJob'
  | 'findImportJobs'
  | 'findImportJobsAsPost'
  | 'getImportJob'
  | 'deleteImportJob'
  | 'patchImportJob'
  | 'takeImportJobAction'
  | 'uploadImportFiles'
  | 'uploadSharedFile'
  | 'listSharedUploads'
  | 'findImportItems'
  | 'findImportItemsAsPost'
  | 'findAllImportItems'
  | 'findAllImportItemsAsPost'
  | 'getImportItems'
  | 'editImportJob'
  | 'listImportChanges'
  | 'cancelImportCommands'
  | 'undoImportCommands'
  | 'repeatImportCommands'
  | 'patchImportItems'
  | 'takeImportItemAction'
  | 'listImportItemActions'
  | 'lockImportItems'
  | 'unlockImportItems'
  | 'deleteImportItem'
> = {
  createImportJob,
  findImportJobs,
  findImportJobsAsPost: findImportJobs,
  getImportJob,
  deleteImportJob,
  patchImportJob,
  takeImportJobAction,
  uploadImportFiles,
  uploadSharedFile,
  listSharedUploads,
  findImportItems,
  findImportItemsAsPost: findImportItems,
  findAllImportItems,
  findAllImportItemsAsPost: findAllImportItems,
  getImportItems,
  editImportJob,
  listImportChanges,
  cancelImportCommands,
  undoImportCommands,
  repeatImportCommands,
  patchImportItems,
  takeImportItemAction,
  listImportItemActions,
  lockImportItems,
  unlockImportItems,
  deleteImportItem,
}
