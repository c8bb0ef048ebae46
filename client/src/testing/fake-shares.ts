import {
  ApiError,
  sharedPictures,
  uploadLimits,
  type ItemReference,
  type Share,
  type SharedCart,
} from '@cartouche/contract'
import { estimate, prepare, sizes } from './fake-archives.ts'
import {
  assetsIn,
  getCart,
  isSame,
  recordsIn,
  sizeOf,
  type StoredCart,
  type StoredShare,
  type Stores,
} from './fake-cart-stores.ts'
import type { FakeHandlers, FakeIdentity } from './fake-routes.ts'

/** Links to carts on the fake server, and what their visitors ask. */
export function shareHandlers(stores: Stores): FakeHandlers {
  const { shares: stored } = stores
  const enter = (id: string, { sharePassword }: FakeIdentity): StoredShare => {
    const share = stored.get(id)
    if (!share) throw new ApiError('share_not_found')
    if (share.secret !== null && sharePassword === undefined) throw new ApiError('share_password_needed')
    if (share.secret !== null && sharePassword !== share.secret) throw new ApiError('share_password_wrong')
    return share
  }
  const contentOf = (share: StoredShare): readonly ItemReference[] => getCart(stores, share.cart).references
  return {
    listShareActions: () => (['view', 'download', 'zip'] as const).map((code) => ({ code, name: code })),
    shareCart({
      id,
      name,
      description = '',
      actions = ['view', 'download', 'zip'],
      profiles,
      password,
      askForPassword = Boolean(password),
      expires,
    }) {
      const cart = getCart(stores, id)
      const secret = askForPassword ? password || 'made-by-the-server' : null
      const share = shareOf(cart, stored.size + 1, {
        name,
        description,
        actions,
        expires,
        hasPassword: secret !== null,
        mode: 'cart',
        profile: null,
        profiles: profiles ?? null,
      })
      stored.set(share.id, { ...share, secret })
      return { ...share, ...(secret === null ? {} : { password: secret }) }
    },
    shareZip({
      id,
      name,
      description = '',
      profile = 'originals',
      password,
      askForPassword = Boolean(password),
      expires,
    }) {
      const cart = getCart(stores, id)
      const secret = askForPassword ? password || 'made-by-the-server' : null
      const share = shareOf(cart, stored.size + 1, {
        name,
        description,
        actions: ['zip'],
        expires,
        hasPassword: secret !== null,
        mode: 'zip',
        profile,
        profiles: null,
      })
      stored.set(share.id, { ...share, secret })
      return { ...share, ...(secret === null ? {} : { password: secret }) }
    },
    listShares: ({ id }) =>
      [...stored.values()]
        .filter(({ cart }) => cart === getCart(stores, id).id)
        .map(({ secret: _secret, ...share }) => share)
        .toReversed(),
    revokeShare({ shareId }) {
      if (!stored.delete(shareId)) throw new ApiError('share_not_found')
      return { id: shareId, revoked: true }
    },
    viewShare({ id }, identity): SharedCart {
      const { secret: _secret, ...share } = enter(id, identity)
      const cart = getCart(stores, share.cart)
      const assets = assetsIn(stores.library, cart.references)
      return {
        id,
        cart: cart.id,
        name: share.name,
        description: share.description,
        cartDescription: cart.description,
        organisation: 'Cartouche',
        sharer: cart.owner.name,
        expires: share.expires,
        actions: share.actions,
        mode: share.mode,
        profile: share.profile,
        profiles: share.profiles?.map((code) => ({ code, name: code })) ?? null,
        largest: largestOf(share.profiles),
        total: cart.references.length,
        items: { asset: recordsIn(stores.library, cart.references) },
        lightTable: [],
        sizeBytes: sizeOf(assets),
        uploads: share.uploads && { ...terms, maxFileBytes: 1024 ** 3 },
        ticket: 'ticket',
      }
    },
    testZipShare: ({ id, selection }, identity) =>
      estimate(stores, selection ?? contentOf(enter(id, identity))),
    prepareShareZip: ({ id, selection }, identity) =>
      prepare(stores, selection ?? contentOf(enter(id, identity))),
    sizeZipShare: ({ id, selection, first, count }, identity) =>
      sizes(stores, selection ?? contentOf(enter(id, identity)), first, count),
    viewSharedItem({ id, idAsset, typeAsset }, identity) {
      if (!contentOf(enter(id, identity)).some((item) => isSame(item, { type: typeAsset, id: idAsset })))
        throw new ApiError('entity_not_found', { resource: typeAsset, id: idAsset })
      return stores.library.get(typeAsset, idAsset)
    },
    downloadSharedItem({ id }, identity) {
      enter(id, identity)
      return new Response('bytes')
    },
  }
}

const terms = { note: '', maxBytes: uploadLimits.sizeBytes.default, maxFiles: uploadLimits.files.default }

function largestOf(profiles: Share['profiles']): SharedCart['largest'] {
  return profiles === null || profiles.includes('originals')
    ? null
    : (sharedPictures.findLast((name) => profiles.includes(name)) ?? 'thumbnailSmall')
}

function shareOf(
  cart: StoredCart,
  n: number,
  {
    name,
    expires,
    ...about
  }: Pick<Share, 'description' | 'actions' | 'hasPassword' | 'mode' | 'profile' | 'profiles'> & {
    name?: string | undefined
    expires?: string | undefined
  },
): Share {
  const id = `share-${n}-${cart.id}`
  return {
    ...about,
    id,
    cart: cart.id,
    name: name ?? cart.name,
    state: 'living',
    uses: 0,
    maxUses: null,
    showsReplies: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    expires: expires ?? '2026-01-31T00:00:00.000Z',
    url: `/s/${id}`,
    opened: 0,
    lastOpenedAt: null,
    requests: [],
    uploads: about.actions.includes('upload') ? { ...terms, files: 0, sizeBytes: 0, job: null } : null,
  }
}
