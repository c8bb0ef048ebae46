import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { calls, type CallName } from '@cartouche/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts'
import { readSettings } from '../ground/settings/settings.ts'
import { startCartouche, type Cartouche } from '../start/start-cartouche.ts'

/**
 * Every call of the contract against every kind of identity, on a real server with real files. A call without
 * a row fails, so that no route is added without deciding who may take it.
 */
const identities = [
  'nobody',
  'share',
  'wrong password',
  'owner',
  'other user',
  'viewer',
  'application',
  'administrator',
] as const
type Who = (typeof identities)[number]

interface TestRequest {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly form?: () => FormData
  readonly as?: string
}
interface Row {
  readonly request: (fixtures: Fixtures) => TestRequest | Promise<TestRequest>
  /** Expected statuses, in the order of the identities. */
  readonly expect: readonly number[]
}
interface Fixtures {
  readonly published: number
  readonly publishedUuid: string
  readonly draft: number
  readonly page: number
  readonly widget: number
  readonly cart: number
  readonly shareId: string
  readonly ticket: string
  /** What a visitor of the share has who said who they are. */
  readonly visitor: string
  readonly archive: string
  readonly job: number
  readonly item: number
  /** Of the owner's, shared with the other user. */
  readonly search: number
  readonly otherUser: number
  /** A cart, an asset, a job or an item of the owner's that may be destroyed. */
  fresh(
    what: 'cart' | 'asset' | 'job' | 'item' | 'command' | 'share' | 'search' | 'keyword',
  ): Promise<number | string>
}

const password = 'access-table-password'
const sharePassword = 'open-sesame'
let folder: string
let testDatabase: TestDatabase
let cartouche: Cartouche
let fixtures: Fixtures
const tokens = new Map<Who, string>()
let profiles = 0

const profileBody = {
  names: { en: 'Large', fr: 'Grand' },
  recipe: { format: 'jpeg', boxPx: 2400, quality: 90, colourSpace: 'srgb', watermark: false },
  embedsMetadata: false,
}
/** A ticket that is none ends the request before anything else is asked. */
const everybodyBut404 = (status: number): number[] =>
  identities.map((who) => (who === 'wrong password' ? 404 : status))
const administratorAlone = (status: number): number[] => [401, 403, 404, 403, 403, 403, 403, status]
/** nobody, share, wrong, owner, other, viewer, application, administrator */
// One row, one line.
// oxfmt-ignore
const table: Record<CallName, Row> = {
  signIn: { request: () => ({ method: 'POST', path: '/rest/signin', body: { login: 'viewer', password } }), expect: everybodyBut404(201) },
  refreshSession: { request: () => ({ method: 'POST', path: '/rest/token', body: { token: 'nonsense' } }), expect: everybodyBut404(419) },
  signOut: { request: () => ({ method: 'POST', path: '/rest/signout', body: {} }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  whoami: { request: () => ({ path: '/json/whoami' }), expect: [403, 403, 404, 200, 200, 200, 200, 200] },
  getProfile: { request: () => ({ path: '/rest/profil/me' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  patchProfile: { request: () => ({ method: 'POST', path: '/rest/profil/me/patch', body: { json: { bolang: 'en' } } }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  createProfile: { request: () => ({ method: 'POST', path: '/rest/profil', body: { json: { login: `made-${++profiles}`, password, name: 'Made', role: 4 } } }), expect: [401, 403, 404, 403, 403, 403, 403, 201] },
  updateOwnLanguage: { request: ({ otherUser }) => ({ method: 'PUT', path: `/json/update/data.userlang/${otherUser}?prop_bolang=en` }), expect: [401, 403, 404, 403, 200, 403, 403, 403] },
  getAuthConfig: { request: () => ({ path: '/rest/auth/config' }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  startSingleSignOn: { request: () => ({ path: '/rest/auth/start/none' }), expect: everybodyBut404(404) },
  takeOidcAnswer: { request: () => ({ path: '/rest/auth/callback/none' }), expect: everybodyBut404(404) },
  takeSamlAnswer: { request: () => ({ method: 'POST', path: '/rest/auth/callback/none', body: {} }), expect: everybodyBut404(404) },
  finishSingleSignOn: { request: () => ({ path: '/rest/auth/finish/none?answer=none' }), expect: everybodyBut404(404) },
  getSamlMetadata: { request: () => ({ path: '/rest/auth/metadata/none' }), expect: everybodyBut404(404) },
  getConfig: { request: () => ({ path: '/rest/config' }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  getAvailability: { request: () => ({ path: '/wedia/bo/authorizedusers/applications/isAvailable?applicationName=portal' }), expect: everybodyBut404(200) },
  getProof: { request: () => ({ path: '/rest/profil/me/proof' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  startPasskeyProof: { request: () => ({ method: 'POST', path: '/rest/profil/me/proof/passkey', body: {} }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  proveIdentity: { request: () => ({ method: 'POST', path: '/rest/profil/me/proof', body: {} }), expect: [401, 403, 404, 400, 400, 400, 400, 400] },
  signInWithFactor: { request: () => ({ method: 'POST', path: '/rest/signin/factor', body: { challenge: 'none', code: '123456' } }), expect: [401, 401, 404, 401, 401, 401, 401, 401] },
  getPasskeyRequest: { request: () => ({ method: 'POST', path: '/rest/signin/passkey/options', body: {} }), expect: everybodyBut404(200) },
  signInWithPasskey: { request: () => ({ method: 'POST', path: '/rest/signin/passkey', body: { challenge: 'none', response: {} } }), expect: everybodyBut404(401) },
  getFactors: { request: () => ({ path: '/rest/profil/me/factors' }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  startTotp: { request: () => ({ method: 'POST', path: '/rest/profil/me/totp', body: {} }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  confirmTotp: { request: () => ({ method: 'POST', path: '/rest/profil/me/totp/confirm', body: { code: '0' } }), expect: [401, 403, 404, 401, 401, 401, 403, 401] },
  deleteTotp: { request: () => ({ method: 'DELETE', path: '/rest/profil/me/totp', body: { code: '0' } }), expect: [401, 403, 404, 409, 409, 409, 403, 409] },
  renewRecoveryCodes: { request: () => ({ method: 'POST', path: '/rest/profil/me/recoverycodes', body: { code: '0' } }), expect: [401, 403, 404, 409, 409, 409, 403, 409] },
  getPasskeyCreation: { request: () => ({ method: 'POST', path: '/rest/profil/me/passkeys/options', body: {} }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  createPasskey: { request: () => ({ method: 'POST', path: '/rest/profil/me/passkeys', body: { registration: 'none', response: {} } }), expect: [401, 403, 404, 401, 401, 401, 403, 401] },
  updatePasskey: { request: () => ({ method: 'PATCH', path: '/rest/profil/me/passkeys/none', body: { name: 'x' } }), expect: [401, 403, 404, 404, 404, 404, 403, 404] },
  deletePasskey: { request: () => ({ method: 'DELETE', path: '/rest/profil/me/passkeys/none' }), expect: [401, 403, 404, 404, 404, 404, 403, 404] },
  listSessions: { request: () => ({ path: '/rest/session' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  endSession: { request: () => ({ method: 'DELETE', path: '/rest/session/00000000-0000-4000-8000-000000000000' }), expect: [401, 403, 404, 404, 404, 404, 404, 404] },
  endSessions: { request: () => ({ method: 'DELETE', path: '/rest/session?user=1' }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },

  getSchema: { request: () => ({ path: '/rest/dam/data/asset/headers' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  listResources: { request: () => ({ path: '/rest/dam?headers=true' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getUpdateFields: { request: () => ({ path: '/json/update/dam.data.asset.update/headers' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findEntities: { request: ({ draft }) => ({ path: `/rest/dam/data/asset?query=${encodeURIComponent(JSON.stringify({ id: draft }))}` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  findEntitiesAsPost: { request: () => ({ method: 'POST', as: 'GET', path: '/rest/dam/data/asset', body: {} }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  findAggregates: { request: () => ({ method: 'POST', as: 'GET', path: '/rest/dam/data/asset/aggs', body: { query: { '$meta-query': { kind: { constraint: {}, aggregate: { field: 'rootnature' } } } } } }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  findTree: { request: () => ({ path: '/rest/dam/data/assetkeyword/tree?withAggregates=true' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getEntityUses: { request: ({ draft }) => ({ path: `/rest/dam/data/asset/${draft}/uses` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  // The keyword of the row is merged into another. Whoever may not delete keywords is refused whatever they
  // are; a visitor sees the keywords of the share alone.
  mergeEntity: { request: async (f) => ({ method: 'POST', path: `/rest/dam/data/assetkeyword/${await f.fresh('keyword')}/merge`, body: { into: await f.fresh('keyword') } }), expect: [401, 404, 404, 200, 403, 403, 403, 200] },
  getEntity: { request: ({ draft }) => ({ path: `/rest/dam/data/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getEntityByUuid: { request: ({ publishedUuid }) => ({ path: `/rest/dam/data/${publishedUuid}` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  createEntity: { request: () => ({ method: 'POST', path: '/rest/dam/data/asset', body: { json: { name: 'Made' } } }), expect: [401, 403, 404, 201, 201, 403, 403, 201] },
  patchEntity: { request: ({ draft }) => ({ method: 'POST', as: 'PATCH', path: `/rest/dam/data/asset/${draft}`, body: { json: { city: 'Brest' } } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteEntity: { request: async (f) => ({ method: 'DELETE', path: `/rest/dam/data/asset/${await f.fresh('asset')}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  takeWorkflowAction: { request: async (f) => ({ method: 'POST', path: `/rest/dam/data/asset/${await f.fresh('asset')}/workflow`, body: { workflowAction: 'publish' } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },

  findChildEntities: { request: ({ draft }) => ({ path: `/rest/dam/data/asset/${draft}/keywords/null` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  // An asset has its file as a variation.
  getEntityFile: { request: ({ draft }) => ({ path: `/wedia/dam/file/asset/${draft}/binary` }), expect: [401, 404, 404, 404, 404, 404, 404, 404] },
  listWorkflowActions: { request: () => ({ path: '/rest/dam/data/asset/workflow' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  createEntityAtJson: { request: () => ({ method: 'POST', path: '/json/create/dam.data.asset.add', body: { prop_name: 'Made' } }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  updateEntityAtJson: { request: ({ draft }) => ({ method: 'PATCH', path: `/json/update/dam.data.asset.update/${draft}`, body: { prop_city: 'Brest' } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  takeWorkflowActionAtJson: { request: async (f) => ({ method: 'POST', as: 'PATCH', path: `/json/workflow/dam.data.asset.update/${await f.fresh('asset')}?action=publish` }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  deleteEntityAtJson: { request: async (f) => ({ method: 'DELETE', path: `/json/delete/dam.data.asset/${await f.fresh('asset')}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },

  getCartUserProfile: { request: () => ({ path: '/wedia/cart/userProfile' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listCarts: { request: () => ({ path: '/wedia/cart/listCarts' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  viewCart: { request: ({ cart }) => ({ path: `/wedia/cart/viewCart/${cart}?no_preview=true` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listCartItems: { request: ({ cart }) => ({ path: `/wedia/cart/listCartItems/${cart}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  createCart: { request: () => ({ method: 'POST', path: '/wedia/cart/createCart/', body: { name: 'New' } }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  editCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/editCart/${cart}`, body: { name: 'Edited' } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  addCartItems: { request: ({ cart, published }) => ({ method: 'POST', path: `/wedia/cart/addCartItems/${cart}`, body: { items: { asset: [published] } } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  removeCartItems: { request: ({ cart, draft }) => ({ method: 'DELETE', path: `/wedia/cart/removeCartItems/${cart}`, body: { items: { asset: [draft] } } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  moveCartItems: { request: ({ cart, published }) => ({ method: 'POST', path: `/wedia/cart/moveCartItems/${cart}`, body: { items: { asset: [published] } } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  getLightTable: { request: ({ cart }) => ({ path: `/wedia/cart/lightTable/${cart}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  arrangeLightTable: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/lightTable/${cart}`, body: { items: [] } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  addCartCollaborators: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/addCartCollaborators/${cart}`, body: { collaborators: [] } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  removeCartCollaborators: { request: ({ cart }) => ({ method: 'DELETE', path: `/wedia/cart/removeCartCollaborators/${cart}`, body: { collaborators: [] } }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  leaveCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/unsuscribe/${cart}` }), expect: [401, 403, 404, 409, 404, 404, 403, 404] },
  transferCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/transferCart/${cart}`, body: { owner: 999_999_999 } }), expect: [401, 403, 404, 400, 400, 400, 400, 400] },
  getCartItemVariation: { request: ({ cart, published }) => ({ path: `/wedia/cart/itemPreview/variation/thumbnailBig/${cart}/asset/${published}` }), expect: [401, 200, 404, 200, 404, 404, 404, 200] },
  getCartItemPlayer: { request: ({ cart, published }) => ({ path: `/wedia/cart/itemPreview/player/fo.player/${cart}/asset/${published}` }), expect: [401, 200, 404, 200, 404, 404, 404, 200] },
  deleteCart: { request: async (f) => ({ method: 'DELETE', path: `/wedia/cart/deleteCart/${await f.fresh('cart')}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listDownloadProfiles: { request: () => ({ path: '/wedia/cart/profiles' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  testZipCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/testZipCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  zipCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/zipCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  // The address is the permission: unguessable, a week old at most.
  headArchive: { request: ({ archive }) => ({ method: 'HEAD', path: `/wedia/cart/downloadCart/${archive}` }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  downloadArchive: { request: ({ archive }) => ({ path: `/wedia/cart/downloadCart/${archive}` }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },

  findDownloadProfiles: { request: () => ({ path: '/wedia/cart/downloadProfiles' }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },
  createDownloadProfile: { request: () => ({ method: 'POST', path: '/wedia/cart/downloadProfiles', body: { ...profileBody, code: 'large' } }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },
  updateDownloadProfile: { request: () => ({ method: 'PUT', path: '/wedia/cart/downloadProfiles/none', body: profileBody }), expect: [401, 403, 404, 403, 403, 403, 403, 404] },
  deleteDownloadProfile: { request: () => ({ method: 'DELETE', path: '/wedia/cart/downloadProfiles/none' }), expect: [401, 403, 404, 403, 403, 403, 403, 404] },
  testZipSearch: { request: () => ({ method: 'POST', path: '/wedia/cart/testZipSearch', body: {} }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  zipSearch: { request: () => ({ method: 'POST', path: '/wedia/cart/zipSearch', body: {} }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  sizeZipCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/zipSizes/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  // A list of hits is its maker's alone.
  sizeZipSearch: { request: () => ({ method: 'POST', path: '/wedia/cart/zipSizes', body: { list: '00000000-0000-4000-8000-000000000000' } }), expect: [401, 403, 404, 404, 404, 404, 404, 404] },
  sizeZipShare: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/zipSizes`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  listArchives: { request: () => ({ path: '/wedia/cart/archives' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  getArchiveState: { request: ({ archive }) => ({ path: `/wedia/cart/archives/${archive}` }), expect: [200, 200, 404, 200, 200, 200, 200, 200] },
  cancelArchive: { request: () => ({ method: 'DELETE', path: '/wedia/cart/archives/00000000-0000-4000-8000-000000000000' }), expect: [401, 403, 404, 404, 404, 404, 404, 404] },
  // The outbox is the administrator's.
  findMails: { request: () => ({ path: '/rest/mail/outbox' }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },
  resendMail: { request: () => ({ method: 'POST', path: '/rest/mail/outbox/1/send' }), expect: [401, 403, 404, 403, 403, 403, 403, 409] },
  deleteMail: { request: () => ({ method: 'DELETE', path: '/rest/mail/outbox/1' }), expect: [401, 403, 404, 403, 403, 403, 403, 404] },

  listShareActions: { request: () => ({ path: '/wedia/cart/listShareActions' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  shareCart: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/shareCart/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  shareZip: { request: ({ cart }) => ({ method: 'POST', path: `/wedia/cart/shareZip/${cart}`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  findShareVisits: { request: ({ cart, shareId }) => ({ path: `/wedia/cart/shareVisits/${cart}/${shareId}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  listShares: { request: ({ cart }) => ({ path: `/wedia/cart/listShares/${cart}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  revokeShare: { request: async (f) => ({ method: 'DELETE', path: `/wedia/cart/shareCart/${f.cart}/${await f.fresh('share')}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  renewShare: { request: ({ cart, shareId }) => ({ method: 'POST', path: `/wedia/cart/shareCart/${cart}/${shareId}/renew`, body: {} }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  dismissLinkRequests: { request: ({ cart, shareId }) => ({ method: 'DELETE', path: `/wedia/cart/shareCart/${cart}/${shareId}/requests` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  // It reveals nothing, whoever asks.
  askForLink: { request: () => ({ method: 'POST', path: '/wedia/cart/askForLink/none', body: { name: 'Anna', email: 'anna@example.org' } }), expect: everybodyBut404(200) },
  // A share is opened by its link and password, whoever is signed in beside it.
  viewShare: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/view` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  testZipShare: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/testZip`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  prepareShareZip: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/zipUuid`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  zipShare: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/zip`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  downloadSharedItem: { request: ({ shareId, published }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/download/asset/${published}` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  introduceVisitor: { request: ({ shareId }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/visitor`, body: { name: 'Anna', email: 'anna@example.org' } }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  listSharedComments: { request: ({ shareId, published }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/comments/asset/${published}/list`, body: {} }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  createSharedComment: { request: ({ shareId, published, visitor }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/comments/asset/${published}`, body: { visitor, text: 'Lovely' } }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  updateSharedComment: { request: ({ shareId, published, visitor }) => ({ method: 'PUT', path: `/wedia/cart/withShare/${shareId}/comments/asset/${published}/999999`, body: { visitor, text: 'Lovely' } }), expect: [401, 404, 401, 401, 401, 401, 401, 401] },
  deleteSharedComment: { request: ({ shareId, published, visitor }) => ({ method: 'DELETE', path: `/wedia/cart/withShare/${shareId}/comments/asset/${published}/999999`, body: { visitor } }), expect: [401, 404, 401, 401, 401, 401, 401, 401] },
  uploadSharedFile: { request: ({ shareId, visitor }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/files`, form: () => sentForm(visitor) }), expect: [401, 201, 401, 401, 401, 401, 401, 401] },
  listSharedUploads: { request: ({ shareId, visitor }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/files/list`, body: { visitor } }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },
  viewSharedItem: { request: ({ shareId, published }) => ({ method: 'POST', path: `/wedia/cart/withShare/${shareId}/view/asset/${published}` }), expect: [401, 200, 401, 401, 401, 401, 401, 401] },

  getVariation: { request: ({ draft }) => ({ path: `/wedia/dam/variation?object=asset&id=${draft}&variation=thumbnailBig` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getVariationByPath: { request: ({ published }) => ({ path: `/wedia/dam/variation/asset/${published}/original` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  listVariations: { request: ({ draft }) => ({ path: `/wedia/dam/variations/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getPlayer: { request: ({ draft }) => ({ path: `/wedia/dam/player/fo.player/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getPlayerData: { request: ({ draft }) => ({ path: `/wedia/evp/htmlAndJsPlayer.json?object=asset&id=${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getFreePlayer: { request: () => ({ path: '/wedia/evp/htmlAndJsFreePlayer.json' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getPlayerScript: { request: () => ({ path: '/wedia/evp/player.js' }), expect: everybodyBut404(200) },
  getHlsScript: { request: () => ({ path: '/wedia/evp/hls.js' }), expect: everybodyBut404(200) },
  getEmbedCode: { request: ({ draft }) => ({ method: 'POST', path: `/wedia/evp/embed.json?object=asset&id=${draft}`, body: { Options: {} } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  describeMedia: { request: ({ draft }) => ({ path: `/wedia/cloud/describeMedia?object=asset&id=${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  listTracks: { request: ({ draft }) => ({ path: `/wedia/dam/tracks/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getDocumentWords: { request: ({ draft }) => ({ path: `/wedia/dam/documentwords/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getLivePhoto: { request: ({ draft }) => ({ path: `/wedia/dam/livephoto/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getTrack: { request: ({ draft }) => ({ path: `/wedia/dam/tracks/asset/${draft}/999999` }), expect: [401, 404, 404, 404, 404, 404, 404, 404] },
  // A photograph has none: the answer to whoever may edit it says so.
  uploadTrack: { request: ({ draft }) => ({ method: 'POST', path: `/wedia/dam/tracks/asset/${draft}`, form: () => new FormData() }), expect: [401, 404, 404, 409, 404, 404, 404, 409] },
  updateTrack: { request: ({ published }) => ({ method: 'PATCH', path: `/wedia/dam/tracks/asset/${published}/999999`, body: {} }), expect: [401, 403, 404, 404, 403, 403, 403, 404] },
  deleteTrack: { request: ({ draft }) => ({ method: 'DELETE', path: `/wedia/dam/tracks/asset/${draft}/999999` }), expect: [401, 404, 404, 404, 404, 404, 404, 404] },
  // Whoever may only look at an asset does not see what it was before.
  getAssetUses: { request: ({ draft }) => ({ path: `/wedia/dam/uses?ids=${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  listDuplicates: { request: () => ({ path: '/wedia/dam/duplicates' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findDuplicates: { request: () => ({ method: 'POST', path: '/wedia/dam/duplicates/find', body: {} }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  dismissDuplicates: { request: ({ draft, published }) => ({ method: 'POST', path: '/wedia/dam/duplicates/dismiss', body: { ids: [draft, published] } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  restoreDuplicates: { request: ({ draft, published }) => ({ method: 'POST', path: '/wedia/dam/duplicates/restore', body: { ids: [draft, published] } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  mergeAssets: { request: async ({ draft, fresh }) => ({ method: 'POST', path: '/wedia/dam/merges', body: { keep: draft, ids: [await fresh('asset')] } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  getAssetMerge: { request: () => ({ path: '/wedia/dam/merges/999999' }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  undoMerge: { request: () => ({ method: 'POST', path: '/wedia/dam/merges/999999/undo', body: {} }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  listVersions: { request: ({ draft }) => ({ path: `/wedia/dam/versions/asset/${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  replaceFile: { request: ({ draft }) => ({ method: 'POST', path: `/wedia/dam/versions/asset/${draft}`, form: () => new FormData() }), expect: [401, 403, 404, 400, 404, 403, 403, 400] },
  getVersionFile: { request: ({ published }) => ({ path: `/wedia/dam/versions/asset/${published}/999/original` }), expect: [401, 403, 404, 404, 403, 403, 403, 404] },
  restoreVersion: { request: ({ draft }) => ({ method: 'POST', path: `/wedia/dam/versions/asset/${draft}/999/restore`, body: {} }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  deleteVersion: { request: ({ draft }) => ({ method: 'DELETE', path: `/wedia/dam/versions/asset/${draft}/999` }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  listComments: { request: ({ draft }) => ({ path: `/wedia/dam/comments/asset/${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  createComment: { request: ({ published }) => ({ method: 'POST', path: `/wedia/dam/comments/asset/${published}`, body: { text: 'Lovely' } }), expect: [401, 403, 404, 201, 201, 403, 403, 201] },
  updateComment: { request: ({ draft }) => ({ method: 'PUT', path: `/wedia/dam/comments/asset/${draft}/999`, body: { text: 'Lovely' } }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  deleteComment: { request: ({ draft }) => ({ method: 'DELETE', path: `/wedia/dam/comments/asset/${draft}/999` }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  resolveComment: { request: ({ draft }) => ({ method: 'POST', path: `/wedia/dam/comments/asset/${draft}/999/resolve`, body: {} }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  findMentionable: { request: ({ draft }) => ({ path: `/wedia/dam/mentionable/asset/${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  // Whoever may submit the drafts of a request at all.
  submitForReview: { request: async (f) => ({ method: 'POST', path: '/rest/reviews', body: { assets: [await f.fresh('asset')] } }), expect: [401, 403, 404, 201, 404, 403, 403, 201] },
  decideReviews: { request: ({ draft }) => ({ method: 'POST', path: '/rest/reviews/decide', body: { assets: [draft], verdict: 'approve' } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  findReviewers: { request: ({ draft }) => ({ path: `/rest/reviews/reviewers?assets=${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  listReviews: { request: ({ published }) => ({ path: `/wedia/dam/reviews/asset/${published}` }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  getTodoCounts: { request: () => ({ path: '/rest/todo' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listToReview: { request: () => ({ path: '/rest/todo/reviews' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listOwnReviews: { request: () => ({ path: '/rest/todo/own' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listOwnThreads: { request: () => ({ path: '/rest/todo/threads' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  listFieldEdits: { request: ({ draft }) => ({ path: `/wedia/dam/history/asset/${draft}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  createEmbed: { request: ({ draft }) => ({ method: 'POST', path: '/rest/embed', body: { id: draft } }), expect: [401, 403, 404, 201, 404, 404, 404, 201] },
  listEmbeds: { request: ({ draft }) => ({ path: `/rest/embed?id=${draft}` }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  revokeEmbed: { request: () => ({ method: 'DELETE', path: '/rest/embed/999999' }), expect: [401, 403, 404, 404, 404, 404, 404, 404] },
  // What is there to be read is tested beside the pages; these are not.
  getPublishedPage: { request: () => ({ path: '/p/none' }), expect: identities.map(() => 404) },
  getPageFile: { request: ({ published }) => ({ path: `/page-files/999999/${published}/web` }), expect: identities.map(() => 404) },
  getPageFeed: { request: () => ({ path: '/page-feeds/999999/1' }), expect: identities.map(() => 404) },
  createPageLink: { request: ({ page }) => ({ method: 'POST', path: '/rest/page-link', body: { page } }), expect: [401, 403, 404, 201, 403, 403, 403, 201] },
  listPageLinks: { request: ({ page }) => ({ path: `/rest/page-link?page=${page}` }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  revokePageLink: { request: () => ({ method: 'DELETE', path: '/rest/page-link/none' }), expect: [401, 403, 404, 404, 403, 403, 403, 404] },
  // A link opens its page to everybody, and counts for nothing beside.
  openPageLink: { request: () => ({ path: '/page-link/none' }), expect: identities.map(() => 404) },
  enterPageLink: { request: () => ({ method: 'POST', path: '/page-link/none', body: { password: 'none' } }), expect: identities.map(() => 404) },
  getSitemap: { request: () => ({ path: '/sitemap.xml' }), expect: everybodyBut404(200) },
  // A token opens its embed to everybody, and counts for nothing beside.
  getEmbed: { request: () => ({ path: '/embed/none' }), expect: identities.map(() => 404) },
  getEmbedFile: { request: () => ({ path: '/embed/none/web' }), expect: identities.map(() => 404) },
  getEmbedTrack: { request: () => ({ path: '/embed/none/track/1' }), expect: identities.map(() => 404) },
  logEmbedEvent: { request: () => ({ method: 'POST', path: '/embed/none/event', body: { configuration: 'play' } }), expect: identities.map(() => 404) },
  getEmbedPicture: { request: () => ({ path: '/embed/none/picture?w=100' }), expect: identities.map(() => 404) },
  getOembed: { request: () => ({ path: '/oembed?url=http%3A%2F%2Fa.example%2Fembed%2Fnone' }), expect: identities.map(() => 404) },

  getPicture: { request: ({ draft }) => ({ path: `/wedia/dam/picture/asset/${draft}?w=40&crop=1:1&format=webp` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  // Whoever may see the draft may download it, too; it is no film.
  getClip: { request: ({ draft }) => ({ path: `/wedia/dam/clip/asset/${draft}?startMs=0&endMs=1000` }), expect: [401, 404, 404, 404, 404, 404, 404, 404] },
  // Whoever may download it, with or without a watermark, hears that it is no film.
  prepareClip: { request: ({ published }) => ({ method: 'POST', path: `/wedia/dam/clip/asset/${published}`, body: { startMs: 0, endMs: 1000 } }), expect: [401, 404, 404, 404, 404, 404, 404, 404] },
  // What may not be seen is not marked, and said so by its id.
  setMarks: { request: ({ draft }) => ({ method: 'POST', path: '/rest/marks', body: { ids: [draft], rating: 3 } }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  getFocalPoint: { request: ({ draft }) => ({ path: `/wedia/dam/focalpoint/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  setFocalPoint: { request: ({ draft }) => ({ method: 'PUT', path: `/wedia/dam/focalpoint/asset/${draft}`, body: { focalPoint: { x: 0.3, y: 0.4 } } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  getPoster: { request: ({ draft }) => ({ path: `/wedia/dam/poster/asset/${draft}` }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  setPoster: { request: ({ draft }) => ({ method: 'PUT', path: `/wedia/dam/poster/asset/${draft}`, body: { poster: null } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  listPicturePresets: { request: () => ({ path: '/rest/picturepresets' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  createPicturePreset: { request: () => ({ method: 'POST', path: '/rest/picturepresets', body: { code: 'poster', names: { en: 'Poster', fr: 'Affiche' } } }), expect: administratorAlone(201) },
  updatePicturePreset: { request: () => ({ method: 'PUT', path: '/rest/picturepresets/poster', body: { names: { en: 'Poster', fr: 'Affiche' }, crop: '2:3' } }), expect: administratorAlone(200) },
  deletePicturePreset: { request: () => ({ method: 'DELETE', path: '/rest/picturepresets/poster' }), expect: administratorAlone(200) },

  listenLive: { request: () => ({ path: '/rest/live' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },

  getUnreadCount: { request: () => ({ path: '/rest/usernotif/unread' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  findNotifications: { request: () => ({ path: '/rest/usernotif' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  markNotificationsRead: { request: () => ({ method: 'POST', path: '/rest/usernotif/markread', body: {} }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  deleteNotification: { request: () => ({ method: 'DELETE', path: '/rest/usernotif/00000000-0000-4000-8000-000000000000' }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },

  // A person's own, whatever their role; an application is no person.
  getPreference: { request: () => ({ path: '/json/userpref?namespace=n&key=k' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  setPreference: { request: () => ({ method: 'POST', path: '/json/userpref', body: { namespace: 'n', key: 'k', type: 'string', value: '1' } }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  deletePreference: { request: () => ({ method: 'DELETE', path: '/json/userpref/n/k' }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },

  listSavedSearches: { request: () => ({ path: '/packaged/cw/savedsearch/list/' }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  getSavedSearch: { request: ({ search }) => ({ path: `/packaged/cw/savedsearch/get/${search}` }), expect: [401, 403, 404, 200, 200, 404, 403, 200] },
  createSavedSearch: { request: () => ({ method: 'POST', path: '/packaged/cw/savedsearch/add/', body: { name: 'New', data: { fulltextTokens: ['harbour'] } } }), expect: [401, 403, 404, 200, 200, 200, 403, 200] },
  updateSavedSearch: { request: ({ search }) => ({ method: 'POST', path: `/packaged/cw/savedsearch/update/${search}`, body: { name: 'Renamed' } }), expect: [401, 403, 404, 200, 403, 404, 403, 200] },
  deleteSavedSearch: { request: async (f) => ({ method: 'DELETE', path: `/packaged/cw/savedsearch/delete/${await f.fresh('search')}` }), expect: [401, 403, 404, 200, 403, 404, 403, 200] },
  addSavedSearchSubscribers: { request: ({ search, otherUser }) => ({ method: 'POST', path: `/packaged/cw/savedsearch/addcollaborators/${search}`, body: { collaborators: [otherUser] } }), expect: [401, 403, 404, 200, 403, 400, 403, 200] },
  shareSavedSearch: { request: ({ search }) => ({ method: 'PUT', path: `/packaged/cw/savedsearch/share/${search}`, body: { subscribers: [] } }), expect: [401, 403, 404, 200, 403, 404, 403, 200] },
  removeSavedSearchSubscribers: { request: async (f) => ({ method: 'POST', path: `/packaged/cw/savedsearch/revoke-share/${await f.fresh('search')}`, body: [String(f.otherUser)] }), expect: [401, 403, 404, 200, 403, 404, 403, 200] },
  // Whoever shares it, or is not shared with, has nothing to leave.
  unsubscribeSavedSearch: { request: async (f) => ({ method: 'DELETE', path: `/packaged/cw/savedsearch/unsubscribe/${await f.fresh('search')}` }), expect: [401, 403, 404, 404, 200, 404, 403, 404] },
  switchSavedSearchPrivate: { request: ({ search }) => ({ method: 'POST', path: `/packaged/cw/savedsearch/switchprivate/${search}`, body: { isPrivate: true } }), expect: [401, 403, 404, 200, 403, 404, 403, 200] },
  transferSavedSearch: { request: async (f) => ({ method: 'POST', path: `/packaged/cw/savedsearch/transfer/${await f.fresh('search')}`, body: { owner: f.otherUser } }), expect: [401, 403, 404, 200, 403, 400, 403, 200] },

  // Each has their own deletions there; none of them has one.
  listTrash: { request: () => ({ path: '/rest/trash' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  getTrashPicture: { request: () => ({ path: '/rest/trash/999999/picture' }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  restoreFromTrash: { request: () => ({ method: 'POST', path: '/rest/trash/999999/restore', body: {} }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  deleteFromTrash: { request: () => ({ method: 'DELETE', path: '/rest/trash/999999' }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  // Whoever changes roles may do everything.
  listSynonyms: { request: () => ({ path: '/rest/administration/synonyms' }), expect: administratorAlone(200) },
  createSynonym: { request: () => ({ method: 'POST', path: '/rest/administration/synonyms', body: { words: ['bike', 'bicycle'] } }), expect: administratorAlone(201) },
  updateSynonym: { request: () => ({ method: 'PUT', path: '/rest/administration/synonyms/999999', body: { words: ['bike', 'bicycle'] } }), expect: administratorAlone(404) },
  deleteSynonym: { request: () => ({ method: 'DELETE', path: '/rest/administration/synonyms/999999' }), expect: administratorAlone(404) },
  listRoles: { request: () => ({ path: '/rest/administration/roles' }), expect: administratorAlone(200) },
  getRole: { request: () => ({ path: '/rest/administration/roles/2' }), expect: administratorAlone(200) },
  createRole: { request: () => ({ method: 'POST', path: '/rest/administration/roles', body: { name: 'Made' } }), expect: administratorAlone(201) },
  updateRole: { request: () => ({ method: 'PUT', path: '/rest/administration/roles/4', body: { watermark: true } }), expect: administratorAlone(200) },
  deleteRole: { request: async () => ({ method: 'DELETE', path: `/rest/administration/roles/${await madeByAdministrator('roles', { name: 'Fresh' })}` }), expect: administratorAlone(200) },
  listGrantables: { request: () => ({ path: '/rest/administration/grantables' }), expect: administratorAlone(200) },
  explainAccess: { request: ({ otherUser, draft }) => ({ path: `/rest/administration/access?account=${otherUser}&resource=asset&id=${draft}&action=view` }), expect: administratorAlone(200) },

  createLogs: { request: () => ({ method: 'POST', path: '/packaged/portal/log', body: { TYPE: 'LOGS', MESSAGE: '[{"level":10,"message":"Table"}]' } }), expect: everybodyBut404(200) },
  findLogs: { request: () => ({ path: '/packaged/portal/log' }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },
  findAccounts: { request: () => ({ path: '/rest/administration/accounts' }), expect: administratorAlone(200) },
  getAccount: { request: () => ({ path: '/rest/administration/accounts/14' }), expect: administratorAlone(200) },
  createUser: { request: () => ({ method: 'POST', path: '/rest/administration/users', body: { login: `created-${++profiles}`, name: 'Created', role: 4 } }), expect: administratorAlone(201) },
  createApplication: { request: () => ({ method: 'POST', path: '/rest/administration/applications', body: { name: 'Website', role: 5 } }), expect: administratorAlone(201) },
  updateAccount: { request: () => ({ method: 'PATCH', path: '/rest/administration/accounts/14', body: { locale: 'en' } }), expect: administratorAlone(200) },
  resetFactors: { request: async () => ({ method: 'DELETE', path: `/rest/administration/accounts/${await madeByAdministrator('users', { login: `created-${++profiles}`, name: 'Created', role: 4 })}/factors` }), expect: administratorAlone(200) },
  resetPassword: { request: async () => ({ method: 'POST', path: `/rest/administration/accounts/${await madeByAdministrator('users', { login: `created-${++profiles}`, name: 'Created', role: 4 })}/password` }), expect: administratorAlone(200) },
  rotateSecret: { request: async () => ({ method: 'POST', path: `/rest/administration/accounts/${await madeByAdministrator('applications', { name: 'Website', role: 5 })}/secret` }), expect: administratorAlone(200) },
  deleteAccount: { request: async () => ({ method: 'DELETE', path: `/rest/administration/accounts/${await madeByAdministrator('users', { login: `created-${++profiles}`, name: 'Created', role: 4 })}` }), expect: administratorAlone(200) },
  listApplicationKeys: { request: async () => ({ path: `/rest/administration/applications/${await madeApplication()}/keys` }), expect: administratorAlone(200) },
  listEndingKeys: { request: () => ({ path: '/rest/administration/applications/keys/ending' }), expect: administratorAlone(200) },
  createApplicationKey: { request: async () => ({ method: 'POST', path: `/rest/administration/applications/${await madeApplication()}/keys`, body: { name: 'Shop' } }), expect: administratorAlone(201) },
  updateApplicationKey: { request: async () => ({ method: 'PATCH', path: `/rest/administration/applications/${await madeApplication()}/keys/999999`, body: { name: 'Shop' } }), expect: administratorAlone(404) },
  rotateApplicationKey: { request: async () => ({ method: 'POST', path: `/rest/administration/applications/${await madeApplication()}/keys/999999/rotation`, body: { endsAt: null } }), expect: administratorAlone(404) },
  revokeApplicationKey: { request: async () => ({ method: 'DELETE', path: `/rest/administration/applications/${await madeApplication()}/keys/999999` }), expect: administratorAlone(404) },
  setApplicationQuota: { request: async () => ({ method: 'PUT', path: `/rest/administration/applications/${await madeApplication()}/quota`, body: { callsPerMinute: null, callsPerDay: null } }), expect: administratorAlone(200) },
  getApplicationUsage: { request: async () => ({ path: `/rest/administration/applications/${await madeApplication()}/usage` }), expect: administratorAlone(200) },
  findAudit: { request: () => ({ path: '/rest/administration/audit' }), expect: administratorAlone(200) },
  getSystem: { request: () => ({ path: '/rest/administration/system' }), expect: administratorAlone(200) },
  getMaintenance: { request: () => ({ path: '/rest/administration/maintenance' }), expect: administratorAlone(200) },
  startBackup: { request: () => ({ method: 'POST', path: '/rest/administration/maintenance/backup' }), expect: administratorAlone(409) },
  startBackupCheck: { request: () => ({ method: 'POST', path: '/rest/administration/maintenance/check' }), expect: administratorAlone(409) },
  getStorage: { request: () => ({ path: '/rest/administration/storage' }), expect: administratorAlone(200) },
  getStorageUse: { request: () => ({ path: '/rest/account/storage' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },

  logObjectData: { request: ({ draft }) => ({ method: 'POST', path: '/wedia/analytics/log/objectdata', body: { object: 'asset', id: draft, actionId: 'view' } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  logEvent: { request: ({ draft }) => ({ method: 'POST', path: '/wedia/analytics/log/event', body: { configuration: 'play', params: { object: 'asset', id: draft } } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  listTopAssets: { request: () => ({ method: 'POST', path: '/wedia/analytics/topDamView', body: {} }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  listTop: { request: () => ({ method: 'POST', path: '/wedia/analytics/top', body: { configurationName: 'search', aggregationFieldname: 'words' } }), expect: [401, 403, 404, 403, 403, 403, 403, 200] },
  listAssetEvents: { request: ({ draft }) => ({ method: 'POST', path: '/wedia/analytics/assetEvents', body: { id: draft } }), expect: [401, 404, 404, 200, 404, 404, 404, 200] },
  listBroadcasts: { request: ({ publishedUuid }) => ({ method: 'POST', path: '/wedia/analytics/whereDamBroadcasted', body: { uuid: publishedUuid } }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  listUnusedAssets: { request: () => ({ path: '/rest/administration/usage/unused' }), expect: administratorAlone(200) },
  importUsageLog: { request: () => ({ method: 'POST', path: '/rest/administration/usage/logs', form: () => uploadForm(0, 'access.log', new Blob([''])) }), expect: administratorAlone(200) },
  getReverseSearchStatus: { request: () => ({ path: '/packaged/reverse-search/feature/status' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getReverseSearchPermissions: { request: ({ publishedUuid }) => ({ path: `/packaged/reverse-search/permissions/${publishedUuid}` }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  submitReverseSearch: { request: ({ publishedUuid }) => ({ method: 'POST', path: `/packaged/reverse-search/submit/${publishedUuid}` }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  getReverseSearchReport: { request: async () => ({ path: `/packaged/reverse-search/report/00000000-0000-4000-8000-000000000000` }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  getReverseSearchMatches: { request: ({ publishedUuid }) => ({ path: `/packaged/reverse-search/matches/${publishedUuid}` }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findSimilarAssets: { request: ({ publishedUuid }) => ({ path: `/packaged/reverse-search/similar/${publishedUuid}` }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findSimilarToPicture: { request: () => ({ method: 'POST', path: '/packaged/reverse-search/similar', form: () => uploadForm(0, 'note.txt', new Blob(['a text'])) }), expect: [401, 403, 404, 422, 422, 403, 403, 422] },
  analyzePhrase: { request: () => ({ path: '/luis/analyze?phrase=videos+from+2024' }), expect: [401, 200, 404, 200, 200, 200, 200, 200] },
  getInfos: { request: () => ({ path: '/wedia/app/infos/getInfos' }), expect: everybodyBut404(200) },
  getEditorKeys: { request: () => ({ path: '/wedia/froala/config' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  // There is none.
  getBrandImage: { request: () => ({ path: '/wedia/app/infos/image/logo' }), expect: everybodyBut404(404) },
  getUnsecuredImage: { request: () => ({ path: '/__imageservlet/branding/logo?variation=thumbnailBig' }), expect: everybodyBut404(404) },
  updateBranding: { request: () => ({ method: 'PUT', path: '/rest/administration/branding', body: { colour: null } }), expect: administratorAlone(200) },

  // The working copy of a page that is a draft is the page itself; others do not see it.
  getWorkingCopy: { request: ({ page }) => ({ path: `/rest/bs/clubwed_getWorkCopy/clubwedpagedesc/${page}` }), expect: [401, 403, 404, 200, 404, 404, 404, 200] },
  assignWidgets: { request: ({ page }) => ({ method: 'POST', path: '/bov3/common/actions/affect_collection.jspz', body: { form_object: 'clubwedpagedesc', form_id: page, form_field: 'children' } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  sortWidgets: { request: ({ widget }) => ({ method: 'POST', path: '/bov3/datasort/actions/sort.jspz', body: { form_object: 'clubwedwidget', sort_field: 'position', clubwedwidget_1: [widget] } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  deletePageWithVersions: { request: async () => ({ method: 'DELETE', path: `/rest/page-with-versions/999999` }), expect: [401, 403, 404, 404, 403, 403, 403, 404] },
  listPageSchedules: { request: () => ({ path: '/rest/page-schedule' }), expect: [401, 403, 404, 200, 200, 200, 200, 200] },
  schedulePage: { request: ({ page }) => ({ method: 'PUT', path: `/rest/page-schedule/${page}/validate`, body: { at: '2999-01-01T00:00:00Z' } }), expect: [401, 403, 404, 200, 403, 403, 403, 200] },
  cancelPageSchedule: { request: ({ page }) => ({ method: 'DELETE', path: `/rest/page-schedule/${page}/unpublish` }), expect: [401, 403, 404, 404, 403, 403, 403, 404] },

  createImportJob: { request: () => ({ method: 'POST', path: '/rest/massimport/job', body: { json: { name: 'Job' } } }), expect: [401, 403, 404, 201, 201, 403, 403, 201] },
  findImportJobs: { request: () => ({ path: '/rest/massimport/job' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findImportJobsAsPost: { request: () => ({ method: 'POST', as: 'GET', path: '/rest/massimport/data/job', body: {} }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  getImportJob: { request: ({ job }) => ({ path: `/rest/massimport/job/${job}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteImportJob: { request: async (f) => ({ method: 'DELETE', path: `/rest/massimport/job/${await f.fresh('job')}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  patchImportJob: { request: ({ job }) => ({ method: 'POST', as: 'PATCH', path: `/rest/massimport/job/${job}`, body: { activated: true } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  takeImportJobAction: { request: ({ job }) => ({ method: 'POST', path: `/rest/massimport/data/job/${job}/workflow?workflowAction=start`, body: {} }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  uploadImportFiles: { request: ({ job }) => ({ method: 'POST', path: '/rest/massimport/item', form: () => uploadForm(job, 'again.txt', new Blob(['a text'])) }), expect: [401, 403, 404, 201, 404, 403, 403, 201] },
  findImportItems: { request: ({ job }) => ({ path: `/rest/massimport/job/${job}/item` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  findImportItemsAsPost: { request: ({ job }) => ({ method: 'POST', as: 'GET', path: `/rest/massimport/job/${job}/item`, body: {} }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  findAllImportItems: { request: ({ job }) => ({ path: `/rest/massimport/data/item?query={"job":${job}}` }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  findAllImportItemsAsPost: { request: () => ({ method: 'POST', as: 'GET', path: '/rest/massimport/data/item', body: {} }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  getImportItems: { request: ({ item }) => ({ path: `/rest/massimport/data/item/${item}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  editImportJob: { request: ({ job, item }) => ({ method: 'PUT', path: `/rest/massimport/job/${job}`, body: { metadata: { ids: [item], data: { city: 'Brest' } } } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  listImportChanges: { request: ({ job }) => ({ path: `/rest/massimport/job/${job}/changes/none` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  cancelImportCommands: { request: async (f) => ({ method: 'DELETE', path: `/rest/massimport/job/${f.job}/changes/${await f.fresh('command')}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  undoImportCommands: { request: async (f) => ({ method: 'POST', path: `/rest/massimport/job/${f.job}/changes/${await f.fresh('command')}/undo` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  repeatImportCommands: { request: async (f) => ({ method: 'POST', path: `/rest/massimport/job/${f.job}/changes/${await f.fresh('command')}/repeat` }), expect: [401, 403, 404, 409, 404, 403, 403, 409] },
  patchImportItems: { request: ({ item, job }) => ({ method: 'POST', as: 'PATCH', path: `/rest/massimport/data/item/${item}`, body: { job } }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  takeImportItemAction: { request: ({ item }) => ({ method: 'POST', path: `/rest/massimport/data/item/${item}/workflow`, body: { workflowAction: 'fly' } }), expect: [401, 403, 404, 404, 404, 403, 403, 404] },
  listImportItemActions: { request: () => ({ path: '/rest/massimport/data/item/workflow' }), expect: [401, 403, 404, 200, 200, 403, 403, 200] },
  lockImportItems: { request: ({ item }) => ({ method: 'POST', path: `/rest/massimport/data/item/${item}/lock`, body: {} }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  unlockImportItems: { request: ({ item }) => ({ method: 'DELETE', path: `/rest/massimport/data/item/${item}/lock` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
  deleteImportItem: { request: async (f) => ({ method: 'DELETE', path: `/rest/massimport/data/item/${await f.fresh('item')}` }), expect: [401, 403, 404, 200, 404, 403, 403, 200] },
}

test('a list shows nobody a row beyond their rule', async () => {
  const seen = async (who: Who): Promise<boolean> => {
    const answer = await ask({ path: `/rest/dam/data/asset?max=200&withAggregates=true` }, who)
    return ((await answer.json()) as { response: { data: { id: number }[] } }).response.data.some(
      ({ id }) => id === fixtures.draft,
    )
  }
  expect([
    await seen('owner'),
    await seen('other user'),
    await seen('viewer'),
    await seen('application'),
    await seen('share'),
    await seen('administrator'),
  ]).toEqual([true, false, false, false, false, true])
})

test('P6.02 a watermarked viewer gets no clean pixel by any route', async () => {
  const { published } = fixtures
  const routes = [
    'original',
    'original_w',
    'thumbnailsmall',
    'thumbnailSmall',
    'thumbnailBig',
    'preview',
    'web',
    'preview,original',
    'web_w',
  ].flatMap((variation) => [
    `/wedia/dam/variation?object=asset&id=${published}&variation=${variation}`,
    `/wedia/dam/variation?object=asset&id=${published}&preset=${variation}&download=true`,
    `/api/wedia/dam/variation/asset/${published}/${variation}`,
    `/wedia/dam/variation/asset/${fixtures.publishedUuid}/${variation}`,
  ])
  for (const path of routes) {
    const answer = await ask({ path }, 'viewer')
    if (answer.status !== 200) continue
    const bytes = Buffer.from(await answer.arrayBuffer())
    // The original is one flat colour: whatever deviates is the watermark.
    const { channels } = await sharp(bytes).stats()
    expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev)), path).toBeGreaterThan(0.5)
  }
})

describe('every route against every identity', () => {
  // Signing out comes last: it ends the sessions that the others use.
  const names = Object.keys(calls) as CallName[]
  test.each([...names.filter((name) => name !== 'signOut'), 'signOut' as const])('%s', async (name) => {
    const { request, expect: expected } = table[name]
    const got: number[] = []
    for (const who of identities)
      got.push((await ask(await request(fixtures), who, calls[name].access.startsWith('share/'))).status)
    expect(Object.fromEntries(identities.map((who, index) => [who, got[index]]))).toEqual(
      Object.fromEntries(identities.map((who, index) => [who, expected[index]])),
    )
  })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-access-'))
  testDatabase = await createTestDatabase()
  const settings = readSettings({
    DATABASE_URL: testDatabase.url,
    PORT: '0',
    CARTOUCHE_DATA: folder,
    CARTOUCHE_DEMO_PASSWORD: password,
    CARTOUCHE_ADMIN_PASSWORD: password,
    CARTOUCHE_APPLICATION_KEY: 'portal',
    CARTOUCHE_APPLICATION_SECRET: 'access-table-application',
  })
  cartouche = await startCartouche({ settings, log: { info: () => {}, warn: () => {}, error: () => {} } })
  for (const [who, login] of [
    ['owner', 'editor'],
    ['other user', 'contributor'],
    ['viewer', 'viewer'],
    ['administrator', 'admin'],
  ] as const)
    tokens.set(who, await signIn({ login, password }))
  tokens.set(
    'application',
    await signIn({ application: 'portal', login: 'portal', password: 'access-table-application' }),
  )
  fixtures = await makeFixtures()
})
afterAll(async () => {
  await cartouche.stop()
  await testDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

async function signIn(body: object): Promise<string> {
  const answer = await ask({ method: 'POST', path: '/rest/signin', body }, 'nobody')
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function ask(request: TestRequest, who: Who, byShare = false): Promise<Response> {
  const headers: Record<string, string> = request.as ? { 'x-http-method-override': request.as } : {}
  const token = tokens.get(who)
  if (token) headers['authorization'] = `Bearer ${token}`
  let { path } = request
  if (byShare && (who === 'share' || who === 'wrong password'))
    headers['authorization'] = `Basic ${btoa(`:${who === 'share' ? sharePassword : 'wrong'}`)}`
  else if (who === 'share' || who === 'wrong password')
    path += `${path.includes('?') ? '&' : '?'}ticket=${who === 'share' ? fixtures.ticket : `${fixtures.ticket.slice(0, -3)}AAA`}`
  const body = request.form
    ? request.form()
    : request.body === undefined
      ? undefined
      : JSON.stringify(request.body)
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  return fetch(`${cartouche.url}${path}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

function sentForm(visitor: string): FormData {
  const form = new FormData()
  const file = new Blob(['a text'])
  form.set('json', JSON.stringify({ visitor, key: 'one', size: file.size }))
  form.set('file', file, 'note.txt')
  return form
}

function uploadForm(job: number, name: string, file: Blob): FormData {
  const form = new FormData()
  form.set('json', JSON.stringify({ job: { id: job }, binary: 'cid:file' }))
  form.set('file', file, name)
  return form
}

async function madeByAdministrator(room: string, body: object): Promise<number> {
  return (
    (await (
      await ask({ method: 'POST', path: `/rest/administration/${room}`, body }, 'administrator')
    ).json()) as { id: number }
  ).id
}

const madeApplication = (): Promise<number> =>
  madeByAdministrator('applications', { name: 'Website', role: 5 })

async function owner<T>(request: TestRequest): Promise<T> {
  const answer = await ask(request, 'owner')
  if (!answer.ok) throw new Error(`${request.path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function makeFixtures(): Promise<Fixtures> {
  const newJob = async (): Promise<number> =>
    (
      await owner<{ response: { data: { id: number } } }>({
        method: 'POST',
        path: '/rest/massimport/job',
        body: { json: { name: 'Fixtures' } },
      })
    ).response.data.id
  const upload = async (job: number, name: string, colour: string): Promise<number> => {
    const picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: colour } })
      .jpeg()
      .toBuffer()
    const answer = await owner<{ response: { data: { id: number }[] } }>({
      method: 'POST',
      path: '/rest/massimport/item',
      form: () => uploadForm(job, name, new Blob([new Uint8Array(picture)])),
    })
    return answer.response.data[0]?.id ?? 0
  }
  const items = (
    job: number,
  ): Promise<{
    response: { data: { id: number; status: { name: string }; asset: { id: number } | null }[] }
  }> => owner({ path: `/rest/massimport/job/${job}/item` })
  const settled = async (job: number, status: string): Promise<Map<number, number>> => {
    for (;;) {
      const { response } = await items(job)
      if (response.data.every((item) => item.status.name === status))
        return new Map(response.data.map((item) => [item.id, item.asset?.id ?? 0]))
      await wait(100)
    }
  }
  const first = await newJob()
  const [a, b] = [
    await upload(first, 'published.jpg', '#4060a0'),
    await upload(first, 'draft.jpg', '#a04060'),
  ]
  await settled(first, 'ready')
  await owner({
    method: 'PUT',
    path: `/rest/massimport/job/${first}`,
    body: { metadata: { validate: true } },
  })
  const assets = await settled(first, 'validated')
  const [published = 0, draft = 0] = [assets.get(a), assets.get(b)]
  await owner({
    method: 'POST',
    path: `/rest/dam/data/asset/${published}/workflow`,
    body: { workflowAction: 'publish' },
  })
  const {
    response: {
      data: { $uuid: publishedUuid },
    },
  } = await owner<{ response: { data: { $uuid: string } } }>({ path: `/rest/dam/data/asset/${published}` })
  const newCart = async (): Promise<number> =>
    (
      await owner<{ id: number }[]>({
        method: 'POST',
        path: '/wedia/cart/createCart/',
        body: { name: 'Fixtures', items: { asset: [published] } },
      })
    )[0]?.id ?? 0
  const cart = await newCart()
  const newShare = async (): Promise<string> =>
    (
      await owner<{ id: string }>({
        method: 'POST',
        path: `/wedia/cart/shareCart/${cart}`,
        body: {
          askForPassword: true,
          password: sharePassword,
          actions: ['view', 'download', 'zip', 'comment', 'upload'],
        },
      })
    ).id
  const shareId = await newShare()
  const opened = await fetch(`${cartouche.url}/wedia/cart/withShare/${shareId}/view`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`:${sharePassword}`)}` },
  })
  const { ticket } = (await opened.json()) as { ticket: string }
  const introduced = await fetch(`${cartouche.url}/wedia/cart/withShare/${shareId}/visitor`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`:${sharePassword}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Anna', email: 'anna@example.org' }),
  })
  const { visitor } = (await introduced.json()) as { visitor: string }
  const archive = await owner<string>({ method: 'POST', path: `/wedia/cart/zipCart/${cart}`, body: {} })
  while (
    (await fetch(`${cartouche.url}/wedia/cart/downloadCart/${archive}`, { method: 'HEAD' })).status === 202
  )
    await wait(100)
  const job = await newJob()
  const item = await upload(job, 'waiting.jpg', '#40a060')
  await settled(job, 'ready')
  const {
    response: {
      data: { id: otherUser },
    },
  } = (await (await ask({ path: '/json/whoami' }, 'other user')).json()) as {
    response: { data: { id: number } }
  }
  const newSearch = async (): Promise<number> => {
    const { id } = await owner<{ id: number }>({
      method: 'POST',
      path: '/packaged/cw/savedsearch/add/',
      body: { name: 'Fixtures', data: { fulltextTokens: ['harbour'] } },
    })
    await owner({
      method: 'POST',
      path: `/packaged/cw/savedsearch/addcollaborators/${id}`,
      body: { collaborators: [otherUser] },
    })
    return id
  }
  const search = await newSearch()
  const newPart = async (resource: string, json: object): Promise<number> =>
    (
      await owner<{ response: { data: { id: number } } }>({
        method: 'POST',
        path: `/rest/data/${resource}`,
        body: { json },
      })
    ).response.data.id
  const page = await newPart('page', { name: 'Fixtures' })
  const widget = await newPart('pagewidget', { parent: `clubwedpagedesc_${page}` })
  return {
    page,
    widget,
    search,
    otherUser,
    published,
    publishedUuid,
    draft,
    cart,
    shareId,
    ticket,
    visitor,
    archive,
    job,
    item,
    fresh: async (what) => {
      if (what === 'cart') return newCart()
      if (what === 'search') return newSearch()
      if (what === 'share') return newShare()
      if (what === 'job') return newJob()
      if (what === 'command')
        return (
          (
            await owner<{ response: { $action: { commands: string[] } } }>({
              method: 'PUT',
              path: `/rest/massimport/job/${job}`,
              body: { metadata: { ids: [item], data: { country: `Country ${++profiles}` } } },
            })
          ).response.$action.commands[0] ?? ''
        )
      if (what === 'item') return upload(await newJob(), 'fresh.jpg', '#222222')
      return (
        await owner<{ response: { data: { id: number } } }>({
          method: 'POST',
          path: `/rest/dam/data/${what === 'keyword' ? 'assetkeyword' : 'asset'}`,
          body: { json: { name: 'Fresh' } },
        })
      ).response.data.id
    },
  }
}
