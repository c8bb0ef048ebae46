import type { Routes } from '../../access/handler.ts'
import { createPageLink, listPageLinks, revokePageLink } from './manage-page-links.ts'

/** Links to pages, for those who share them. */
export const pageLinkRoutes: Routes<'createPageLink' | 'listPageLinks' | 'revokePageLink'> = {
  createPageLink,
  listPageLinks,
  revokePageLink,
}
