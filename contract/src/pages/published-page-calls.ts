import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { id } from '../parameters.ts'

/** The language to read in, as `fr`; one that a page is not offered in counts as none. */
const readLanguage = z.string().max(100).optional()

export const getPublishedPage = defineCall({
  name: 'getPublishedPage',
  method: 'GET',
  path: '/p/{path}',
  alsoAt: ['/p'],
  takesRest: true,
  access: 'public',
  summary: 'A published page, whole and without scripts; errors are answered as pages, too',
  source: 'data-layer §3 CMS page; decisions 0172, 0187',
  input: z.object({
    /** The address of the page, slashes included. */
    path: z.string().max(2000).default(''),
    lang: readLanguage,
  }),
  answers: bytes,
  errors: [],
})

export const getPageFile = defineCall({
  name: 'getPageFile',
  method: 'GET',
  path: '/page-files/{page}/{asset}/{variation}',
  access: 'public',
  summary:
    'A picture that a published page shows, a film or a sound that it plays, subtitles of it, or a file that it offers',
  source: 'decision 0172',
  input: z.object({ page: id, asset: id, variation: z.string().max(100) }),
  answers: bytes,
  errors: [
    'entity_not_found',
    'file_missing',
    'track_not_found',
    'rendition_not_found',
    'rendition_failed',
    'range_not_satisfiable',
  ],
})

export const getPageFeed = defineCall({
  name: 'getPageFeed',
  method: 'GET',
  path: '/page-feeds/{page}/{widget}',
  access: 'public',
  summary: 'What a gallery of a published page shows, as RSS',
  source: 'RSS 2.0; decision 0172',
  input: z.object({ page: id, widget: id, lang: readLanguage }),
  answers: bytes,
  errors: ['entity_not_found'],
})

export const getSitemap = defineCall({
  name: 'getSitemap',
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'The addresses of the published pages that are open to everybody',
  source: 'sitemaps.org protocol 0.9; decision 0172',
  input: z.object({}),
  answers: bytes,
  errors: [],
})
