import type { Routes } from '../../access/handler.ts'
import { deleteImportItem } from './delete-import-item.ts'
import { editImportJob } from './edit-import-job.ts'
import { findImportItems } from './find-import-items.ts'
import { findImportJobs } from './find-import-jobs.ts'
import { createImportJob, deleteImportJob, getImportJob } from './import-jobs.ts'
import { listImportChanges } from './list-import-changes.ts'
import { patchImportJob } from './patch-import-job.ts'
import { takeImportJobAction } from './take-import-job-action.ts'
import { uploadImportFiles } from './upload-import-files.ts'

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
  | 'findImportItems'
  | 'findImportItemsAsPost'
  | 'editImportJob'
  | 'listImportChanges'
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
  findImportItems,
  findImportItemsAsPost: findImportItems,
  editImportJob,
  listImportChanges,
  deleteImportItem,
}
