import type { Routes } from '../../access/handler.ts'
import { getPageFile } from './get-page-file.ts'
import { getPublishedPage } from './get-published-page.ts'

/** Pages for those who read them. */
export const publishedPageRoutes: Routes<'getPublishedPage' | 'getPageFile'> = {
  getPublishedPage,
  getPageFile,
}
