import { assetStatuses, parseQuery, type Query, type QueryJson } from '@cartouche/contract'
import type { Grant, Role } from './identity.ts'

const own: QueryJson = { owner: '$me' }
const publishedJson: QueryJson = {
  and: [
    { status: assetStatuses.published },
    { or: [{ validfrom: null }, { validfrom: { lte: '$now' } }] },
    { or: [{ validuntil: null }, { validuntil: { gt: '$now' } }] },
  ],
}
/** Assets that are published at the present instant, `$now`. */
export const publishedToday: Query = parseQuery(publishedJson)
const visibleCarts: QueryJson = { or: [{ owner: '$me' }, { collaborators: '$me' }, { private: false }] }
const cartsToEdit: QueryJson = { or: [{ owner: '$me' }, { editors: '$me' }] }

const grant = (resource: string, actions: readonly string[], rows?: QueryJson): Grant[] =>
  actions.map((action) => ({ resource, action, ...(rows ? { rows: parseQuery(rows) } : {}) }))

const searches = [
  ...grant('savedsearch', ['view'], { or: [{ owner: '$me' }, { subscribers: '$me' }, { private: false }] }),
  ...grant('savedsearch', ['update', 'share', 'transfer', 'delete'], own),
  ...grant('savedsearch', ['create']),
]
const vocabularies = ['assetnature', 'assetkeyword', 'assetcollection']
/** What they hold in fields of files is taken like the original of an asset, and is for all who read them. */
const readVocabularies = vocabularies.flatMap((resource) => grant(resource, ['view', 'download']))
/** Pages, their widgets and files: widgets and files have the status of their page. */
const pageParts = ['pagewidget', 'pagefile']
const published: QueryJson = { status: assetStatuses.published }
const readPages = [
  ...grant('page', ['view'], published),
  ...pageParts.flatMap((resource) => grant(resource, ['view', 'download'], published)),
]
const pageActions = ['workflow', 'submit', 'validate', 'reject', 'unpublish', 'archive', 'restore']
const carts = [
  ...grant('cart', ['view', 'download'], visibleCarts),
  ...grant('cart', ['update', 'share'], cartsToEdit),
  ...grant('cart', ['delete', 'people'], own),
  ...grant('cart', ['create']),
]
const ownImports = [
  ...grant('massimportjob', ['create']),
  ...grant('massimportjob', ['view', 'update', 'delete'], own),
  ...grant('massimportitem', ['view', 'update', 'delete'], own),
]
const people = [...grant('user', ['view']), ...grant('role', ['view'])]

/** The role that may do everything; its grants stay. */
export const administratorRoleId = 1

/**
 * The roles that every library starts with, whose grants are rows from then on; an administrator's role may
 * do everything.
 * @source decision 0068
 */
export const builtInRoles: readonly Role[] = [
  { id: 1, name: 'administrator', watermark: false, grants: grant('*', ['*']) },
  {
    id: 2,
    name: 'editor',
    watermark: false,
    grants: [
      ...grant('asset', [
        'view',
        'create',
        'update',
        'delete',
        'download',
        'embed',
        'workflow',
        'submit',
        'publish',
        'reject',
        'unpublish',
        'archive',
        'restore',
        'reverseSearch',
        'readComments',
        'comment',
      ]),
      ...vocabularies.flatMap((resource) =>
        grant(resource, ['view', 'create', 'update', 'delete', 'download']),
      ),
      ...grant('page', ['view', 'create', 'update', 'delete', 'share', ...pageActions]),
      ...pageParts.flatMap((resource) => grant(resource, ['view', 'create', 'update', 'delete', 'download'])),
      ...carts,
      ...searches,
      ...grant('cart', ['makePublic']),
      ...ownImports,
      ...people,
    ],
  },
  {
    id: 3,
    name: 'contributor',
    watermark: false,
    grants: [
      ...grant('asset', ['view', 'download', 'reverseSearch', 'readComments', 'comment'], publishedJson),
      ...grant(
        'asset',
        ['view', 'update', 'download', 'workflow', 'submit', 'reverseSearch', 'readComments', 'comment'],
        own,
      ),
      ...grant('asset', ['create']),
      ...grant('asset', ['delete'], { and: [own, { status: assetStatuses.draft }] }),
      ...readVocabularies,
      ...readPages,
      ...grant('assetkeyword', ['create']),
      ...carts,
      ...searches,
      ...ownImports,
      ...people,
    ],
  },
  {
    id: 4,
    name: 'viewer',
    watermark: true,
    grants: [
      ...grant('asset', ['view', 'download'], publishedJson),
      ...readVocabularies,
      ...readPages,
      ...carts,
      ...searches,
    ],
  },
  {
    id: 5,
    name: 'portal',
    watermark: false,
    grants: [
      ...grant('asset', ['view', 'download'], publishedJson),
      ...readVocabularies,
      ...readPages,
      ...carts,
    ],
  },
]
