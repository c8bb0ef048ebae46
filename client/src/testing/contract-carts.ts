import { expect, test } from 'vitest'
import { calls, type Cart, type ErrorCode } from '@cartouche/contract/wire'
import { shareAuthorization } from '../shares/share-authorization.ts'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>
/** Ids of assets that this user can see, each with a file. */
type AssetIds = () => readonly number[]

const itemsOf = (assetIds: AssetIds, count: number) =>
  assetIds()
    .slice(0, count)
    .map((id) => ({ type: 'asset', id }))

/** What the contract says of carts, their archives and shares. */
export function cartSuite(call: Ask, refused: Refused, assetIds: AssetIds): void {
  nameTests(call, refused)
  itemTests(call, refused, assetIds)
  archiveTests(call, refused, assetIds)
  shareTests(call, refused, assetIds)
}

function nameTests(call: Ask, refused: Refused): void {
  test('P5.01 a cart needs a name that is not empty', async () => {
    await refused(call(calls.createCart, {}), 'cart_name_missing')
    await refused(call(calls.createCart, { name: '  ' }), 'cart_name_empty')
  })
  test('P5.02 editing a cart needs a string name, with the same messages', async () => {
    const [{ id }] = await call(calls.createCart, { name: 'Contract names' })
    await refused(call(calls.editCart, { id, name: 7 }), 'cart_name_missing')
    await refused(call(calls.editCart, { id, name: '' }), 'cart_name_empty')
    await call(calls.deleteCart, { id })
  })
}

function itemTests(call: Ask, refused: Refused, assetIds: AssetIds): void {
  test('keeps items in order, each once, through every edit', async () => {
    const [one, two, three] = itemsOf(assetIds, 3)
    const [made] = await call(calls.createCart, {
      name: 'Contract cart',
      items: [one, two].flatMap((item) => item ?? []),
      output: 'list',
    })
    const added = await call(calls.addCartItems, {
      id: made.id,
      items: [two, three].flatMap((item) => item ?? []),
      output: 'list',
    })
    expect(added.items).toMatchObject([one, two, three])
    expect(added.modified).not.toBe(made.modified)
    const less = await call(calls.removeCartItems, {
      id: made.id,
      items: [one].flatMap((item) => item ?? []),
      output: 'list',
    })
    expect(less.items).toMatchObject([two, three])
    const renamed = await call(calls.editCart, {
      id: made.id,
      name: 'Contract cart renamed',
      version: less.version,
      output: 'list',
    })
    expect(renamed.name).toBe('Contract cart renamed')
    await refused(
      call(calls.editCart, { id: made.id, name: 'Late', version: made.version }),
      'version_conflict',
    )
    const viewed = await call(calls.viewCart, { id: made.id, output: 'list' })
    expect(viewed).toMatchObject({ total: 2, isMine: true, items: [two, three] })
    expect((await call(calls.listCarts, { output: 'list' })).map(({ id }) => id)).toContain(made.id)
    expect(await call(calls.deleteCart, { id: made.id })).toEqual({ id: Number(made.id), deleted: true })
    await refused(call(calls.viewCart, { id: made.id }), 'cart_not_found')
  })
  test('puts items at the place that is asked for, and moves them', async () => {
    const [one, two, three] = itemsOf(assetIds, 3)
    if (!one || !two || !three) throw new Error('Three assets are needed')
    const [{ id, version }] = await call(calls.createCart, {
      name: 'Contract order',
      items: [one, two],
      output: 'list',
    })
    expect(
      (await call(calls.addCartItems, { id, items: [three], position: 1, output: 'list' })).items,
    ).toMatchObject([one, three, two])
    expect(
      (await call(calls.moveCartItems, { id, items: [two, three], before: one, output: 'list' })).items,
    ).toMatchObject([two, three, one])
    expect((await call(calls.moveCartItems, { id, items: [two], output: 'list' })).items).toMatchObject([
      three,
      one,
      two,
    ])
    await refused(call(calls.moveCartItems, { id, items: [one], version }), 'version_conflict')
    await call(calls.removeCartItems, { id, items: [one, two] })
    expect(
      (
        await call(calls.addCartItems, {
          id,
          items: [
            { ...one, position: 1 },
            { ...two, position: 0 },
          ],
          output: 'list',
        })
      ).items,
    ).toMatchObject([two, one, three])
    await refused(
      call(calls.moveCartItems, { id, items: [one], before: { type: 'asset', id: 999_999_999 } }),
      'entity_not_found',
    )
    await call(calls.deleteCart, { id })
  })
  test('gives items places on its light table, and leaves its order as it is', async () => {
    const items = itemsOf(assetIds, 2)
    const [{ id, version }] = await call(calls.createCart, { name: 'Contract light table', items })
    const place = { x: -20.5, y: 40, width: 240, layer: 1 }
    const [one, two] = items.map((item) => ({ ...item, place }))
    if (!one || !two) throw new Error('Two assets are needed')
    expect((await call(calls.arrangeLightTable, { id, items: [one] })).items).toEqual([one])
    const rest = await call(calls.arrangeLightTable, {
      id,
      items: [one, two].map((item) => ({ ...item, place: { ...place, x: 300 } })),
      onlyUnplaced: true,
    })
    expect(rest.items).toMatchObject([{ id: two.id, place: { x: 300 } }])
    const { revision, items: placed } = await call(calls.getLightTable, { id })
    expect(placed).toMatchObject([one, { id: two.id, place: { x: 300 } }])
    expect(placed[0]?.ratio).toBeGreaterThan(0)
    expect(await call(calls.getLightTable, { id, since: revision })).toEqual({ revision, items: [] })
    await refused(
      call(calls.arrangeLightTable, { id, items: [{ ...one, place: { ...place, width: 0 } }] }),
      'invalid_parameter',
    )
    expect((await call(calls.viewCart, { id, output: 'list', records: false })).version).toBe(version)
    await call(calls.deleteCart, { id })
  })
  test('P7.28 P7.35 keeps its owner, shows a chosen cover and players of its items, and is read without records', async () => {
    const [one, two, three] = itemsOf(assetIds, 3)
    if (!one || !two || !three) throw new Error('Three assets are needed')
    const [{ id }] = await call(calls.createCart, {
      name: 'Contract more',
      items: [one, two],
      type: 'board',
      expires: '2099-01-01',
    })
    await refused(call(calls.leaveCart, { id }), 'cart_owner_stays')
    expect(await call(calls.editCart, { id, name: 'Contract more', coverItem: two })).toMatchObject({
      coverItem: two,
      cover: [two, one],
      type: 'board',
      expires: '2099-01-01T00:00:00.000Z',
    })
    const player = { player: 'fo.player', cartId: id, type: 'asset' }
    expect((await call(calls.getCartItemPlayer, { ...player, itemId: String(one.id) })).html).toContain(
      '<iframe',
    )
    await refused(call(calls.getCartItemPlayer, { ...player, itemId: String(three.id) }), 'entity_not_found')
    const { items } = await call(calls.viewCart, { id, output: 'list', records: false })
    expect(items).toEqual([one, two])
    expect((await call(calls.listCarts, { whose: 'others' })).some((cart) => cart.id === id)).toBe(false)
    await call(calls.deleteCart, { id })
  })
}

function archiveTests(call: Ask, refused: Refused, assetIds: AssetIds): void {
  test('weighs, prepares and serves an archive', async () => {
    const [{ id }] = await call(calls.createCart, { name: 'Contract archive', items: itemsOf(assetIds, 3) })
    const estimate = await call(calls.testZipCart, { id, profile: 'originals' })
    expect(estimate).toMatchObject({ refused: false, warn: false })
    expect(estimate.size).toBeGreaterThan(0)
    const uuid = await call(calls.zipCart, {
      id,
      profile: 'originals',
      withContactSheet: false,
      withAssetsDescriptions: false,
    })
    expect([200, 202]).toContain((await call(calls.headArchive, { uuid })).status)
    await call(calls.deleteCart, { id })
    await refused(
      call(calls.headArchive, { uuid: '00000000-0000-4000-8000-000000000000' }),
      'archive_not_found',
    )
  })
  test('has nothing to weigh in an empty cart', async () => {
    const [{ id }] = await call(calls.createCart, { name: 'Contract empty' })
    await refused(call(calls.testZipCart, { id }), 'archive_empty')
    await call(calls.deleteCart, { id })
  })
  test('P3.09 answers what the user may do with carts, and profiles by code', async () => {
    expect((await call(calls.getCartUserProfile, {})).permissions.makePublicBoard).toBeTypeOf('boolean')
    expect((await call(calls.listDownloadProfiles, {})).map(({ code }) => code)).toContain('originals')
  })
}

function shareTests(call: Ask, refused: Refused, assetIds: AssetIds): void {
  test('P6.06 opens a share by its password alone, until it is revoked', async () => {
    const [{ id: cart }] = await call(calls.createCart, {
      name: 'Contract share',
      items: itemsOf(assetIds, 2),
    })
    const share = await call(calls.shareCart, {
      id: cart,
      name: 'For you',
      askForPassword: true,
      password: 'été for ever',
      actions: ['view', 'download', 'zip'],
    })
    expect(share).toMatchObject({ cart: Number(cart), hasPassword: true, name: 'For you' })
    await refused(
      call(calls.viewShare, { id: share.id }, { authorization: shareAuthorization('wrong') }),
      'share_password_wrong',
    )
    const visit = await call(
      calls.viewShare,
      { id: share.id },
      { authorization: shareAuthorization('été for ever') },
    )
    expect(visit.items['asset']).toHaveLength(2)
    expect(
      (
        await call(
          calls.testZipShare,
          { id: share.id },
          { authorization: shareAuthorization('été for ever') },
        )
      ).refused,
    ).toBe(false)
    expect((await call(calls.listShares, { id: cart })).map(({ id }) => id)).toEqual([share.id])
    const sharesOf = async (): Promise<Cart['shares'] | undefined> =>
      (await call(calls.listCarts, {})).find(({ id }) => id === cart)?.shares
    expect(await sharesOf()).toEqual({ living: 1, nextEndAt: share.expires })
    await call(calls.revokeShare, { id: cart, shareId: share.id })
    expect(await sharesOf()).toEqual({ living: 0, nextEndAt: null })
    await refused(
      call(calls.viewShare, { id: share.id }, { authorization: shareAuthorization('été for ever') }),
      'share_not_found',
    )
    await call(calls.deleteCart, { id: cart })
  })
  test('lists what a share can allow', async () => {
    expect((await call(calls.listShareActions, {})).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['view', 'download', 'zip']),
    )
  })
}
