/** Names that the page and the service worker share. */

/** The built service worker. It stands at the root, as it serves every page of the application. */
export const workerAddress = '/service-worker.js'

/** The page of the application: the same for every room and every person. */
export const pageCache = 'page'
/** Parts of the application that are not precached, as they are large and seldom used. */
export const partsCache = 'parts'
/** Answers of reads, of one person. */
export const readsCache = 'reads'
/** Pictures, of one person. */
export const picturesCache = 'pictures'
/** Files that another app has shared, until the import room takes them. */
export const sharedFilesCache = 'shared-files'
/** Exists while a person is signed in who keeps copies on this device. */
export const keepingCache = 'keeping'

/** What belongs to a person, and goes with them. */
export const personalCaches = [keepingCache, readsCache, picturesCache] as const

/** The header of an answer that is a copy, as the server could not be reached. */
export const copyHeader = 'x-offline-copy'

/** Where another app sends the files that it shares. */
export const shareTarget = '/import/shared'

/** Sent to the service worker: what is under way for this person is not to be kept. */
export const forgetMessage = 'forget'

/**
 * The first parts of addresses that the page opens without the server. Those of visitors are none: they keep
 * nothing.
 */
export const rooms: ReadonlySet<string> = new Set([
  '',
  'account',
  'administration',
  'browse',
  'carts',
  'design',
  'downloads',
  'duplicates',
  'import',
  'pages',
  'searches',
  'sign-in',
  'similar',
  'todo',
  'trash',
  'vocabularies',
])
