import type { Routes } from '../../access/handler.ts'
import { getPageFeed } from './get-page-feed.ts'
import { getPageFile } from './get-page-file.ts'
import { getPublishedPage } from './get-published-page.ts'
import { getSitemap } from './get-sitemap.ts'
import { enterPageLink, openPageLink } from './open-page-link.ts'

/** Pages for those who read them. */
export const publishedPageRoutes: Routes<
  'getPublishedPage' | 'getPageFile' | 'getPageFeed' | 'getSitemap' | 'openPageLink' | 'enterPageLink'
> = { getPublishedPage, getPageFile, getPageFeed, getSitemap, openPageLink, enterPageLink }
