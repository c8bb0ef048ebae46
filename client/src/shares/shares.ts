import { calls, type Share } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure } from '../failure.ts'
import { createKeyedStore } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { CartSharesSnapshot, Shares, VisitSnapshot } from './share-snapshots.ts'
import { shareAuthorization } from './share-authorization.ts'

/** The shares of a client. */
export const sharesOf = attach(createShares)

/** Creates the store of shares. @source portal §3 Share, §4 Cart statuses, §6, §7 Carts, §9 share defaults */
function createShares(transport: Pick<Transport, 'call'>): Shares {
  const byCart = createKeyedStore<CartSharesSnapshot>(() => ({ status: 'unknown', error: null, shares: [] }))
  const edit = (cartId: number, change: (shares: readonly Share[]) => readonly Share[]): void =>
    byCart.update(String(cartId), (snapshot) => ({ ...snapshot, shares: change(snapshot.shares) }))
  const keep = async (cartId: number, made: Promise<Share>): Promise<Share> => {
    const share = await made
    // The password is shown once, by whoever asked for it, and is not kept here.
    const { password: _shownOnce, sentTo: _saidOnce, ...kept } = share
    edit(cartId, (shares) => [kept, ...shares])
    return share
  }
  return {
    byCart,
    clear: byCart.clear,
    ...createVisits(transport),
    async fetchShares(cartId) {
      const key = String(cartId)
      byCart.update(key, (snapshot) => ({
        ...snapshot,
        status: snapshot.status === 'unknown' ? 'initial' : 'fetching',
        error: null,
      }))
      try {
        byCart.set(key, {
          status: 'loaded',
          error: null,
          shares: await transport.call(calls.listShares, { id: cartId }),
        })
      } catch (error) {
        const failure = toFailure(error)
        byCart.update(key, (snapshot) => ({ ...snapshot, status: 'error', error: failure }))
        throw failure
      }
    },
    shareCart: (cartId, draft) =>
      keep(
        cartId,
        transport.call(calls.shareCart, {
          askForPassword: Boolean(draft.password),
          withAssetsDescriptions: true,
          ...draft,
          id: cartId,
        }),
      ),
    shareZip: (cartId, draft) =>
      keep(
        cartId,
        transport.call(calls.shareZip, {
          askForPassword: Boolean(draft.password),
          withAssetsDescriptions: true,
          ...draft,
          id: cartId,
        }),
      ),
    renewShare: (cartId, shareId) => keep(cartId, transport.call(calls.renewShare, { id: cartId, shareId })),
    async dismissLinkRequests(cartId, shareId) {
      await transport.call(calls.dismissLinkRequests, { id: cartId, shareId })
      edit(cartId, (shares) => shares.map((one) => (one.id === shareId ? { ...one, requests: [] } : one)))
    },
    async revokeShare(cartId, shareId) {
      await transport.call(calls.revokeShare, { id: cartId, shareId })
      edit(cartId, (shares) => shares.filter(({ id }) => id !== shareId))
    },
  }
}

function createVisits(
  transport: Pick<Transport, 'call'>,
): Pick<
  Shares,
  'visits' | 'openShare' | 'askForLink' | 'viewSharedItem' | 'downloadSharedItem' | 'passwordOf'
> {
  const visits = createKeyedStore<VisitSnapshot>(() => ({
    status: 'unknown',
    error: null,
    share: null,
    password: 'none',
  }))
  const passwords = new Map<string, string>()
  const under = (shareId: string) => ({ authorization: shareAuthorization(passwords.get(shareId)) })
  return {
    visits,
    passwordOf: (shareId) => passwords.get(shareId),
    async openShare(shareId, password = passwords.get(shareId)) {
      visits.update(shareId, (visit) => ({
        ...visit,
        status: visit.share ? 'fetching' : 'initial',
        error: null,
      }))
      try {
        const answer = await transport.call(
          calls.viewShare,
          { id: shareId },
          { authorization: shareAuthorization(password), retry: 'unlessBusy' },
        )
        if (password !== undefined) passwords.set(shareId, password)
        const share = { ...answer, detailedItems: Object.values(answer.items).flat() }
        visits.set(shareId, { status: 'loaded', error: null, share, password: 'none' })
      } catch (error) {
        const failure = toFailure(error)
        // Nobody has looked at it yet: it is tried again.
        if (failure.code === 'server_busy' && password !== undefined) passwords.set(shareId, password)
        if (failure.code === 'share_password_wrong') passwords.delete(shareId)
        const asked =
          failure.code === 'share_password_needed'
            ? 'needed'
            : failure.code === 'share_password_wrong'
              ? 'wrong'
              : undefined
        visits.update(shareId, (visit) => ({
          ...visit,
          status: 'error',
          error: failure,
          share: failure.code === 'share_not_found' || failure.code === 'share_used_up' ? null : visit.share,
          password: asked ?? visit.password,
        }))
      }
    },
    async askForLink(shareId, who) {
      await transport.call(calls.askForLink, { id: shareId, ...who })
    },
    viewSharedItem: (shareId, typeAsset, idAsset) =>
      transport.call(calls.viewSharedItem, { id: shareId, typeAsset, idAsset }, under(shareId)),
    downloadSharedItem: (shareId, typeAsset, idAsset) =>
      transport.call(calls.downloadSharedItem, { id: shareId, typeAsset, idAsset }, under(shareId)),
  }
}
