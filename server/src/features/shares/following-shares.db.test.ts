import {
  assetStatuses,
  type Cart,
  type FollowedQuery,
  type Share,
  type SharedCart,
} from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import type { RecurringTask } from '../../ground/jobs/task.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { cartTasks } from '../carts/cart-tasks.ts'
import { cartRoutes } from '../carts/test-carts.ts'
import { createTestLibrary, type TestLibrary } from '../carts/test-library.ts'
import { identifyVisitor } from './identify-visitor.ts'
import { shareRoutes } from './shares.routes.ts'

/**
 * A link that follows a search: what is found later is in it, as far as its sharer sees it on that day.
 * @source decision 0237
 */
let library: TestLibrary
let editor: SignedIn
let contributor: SignedIn
const followed: FollowedQuery = { query: { city: 'Brest' } }

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, contributor] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Otto', 'contributor'),
  ])
})
afterAll(() => library.close())

const add = (
  name: string,
  about: { status?: 'draft'; ownerId?: number; city?: string } = {},
): Promise<number> =>
  library.addAsset({
    name,
    bytes: Buffer.from(name),
    props: { city: about.city ?? 'Brest' },
    ownerId: about.ownerId ?? editor.id,
    ...(about.status ? { status: about.status } : {}),
  })
const follow = (): Promise<void> =>
  (cartTasks['follow-queries'] as RecurringTask).run(
    library.as(editor),
    undefined,
    new AbortController().signal,
  )
const visit = async ({ id }: Share): Promise<SharedCart> => {
  const { request } = library.as(editor)
  const visitor = await identifyVisitor(library.services, request, { shareId: id })
  return shareRoutes.viewShare(library.as(visitor, request))
}
const seen = async (share: Share): Promise<string[]> =>
  ((await visit(share)).items['asset'] ?? []).map(({ name }) => name)
const make = async (who: SignedIn, input: object): Promise<Cart> => {
  const [cart] = await cartRoutes.createCart(library.as(who), { name: 'Brest', ...input })
  return { ...cart, id: Number(cart.id) }
}
const share = (who: SignedIn, { id }: Pick<Cart, 'id'>): Promise<Share> =>
  shareRoutes.shareCart(library.as(who), { id })

test('what is found later is in a link that follows, without what its sharer may not see; a fixed list stays', async () => {
  await add('First')
  await add('Draft of another', { status: 'draft' })
  const link = await share(contributor, await make(contributor, { content: 'cursor', followed }))
  const fixed = await share(
    contributor,
    await make(contributor, { found: { ...followed, orderby: 'name desc' } }),
  )
  expect([await seen(link), await seen(fixed)]).toEqual([['First'], ['First']])
  const second = await add('Second')
  await add('Own draft', { status: 'draft', ownerId: contributor.id })
  await add('Later draft of another', { status: 'draft' })
  await add('Elsewhere', { city: 'Nice' })
  await follow()
  expect(await seen(link)).toEqual(['First', 'Second', 'Own draft'])
  expect(await seen(fixed)).toEqual(['First'])
  // What may be seen no more is gone at once, not with the next look for hits.
  await sql`update entity set status = ${assetStatuses.draft} where resource = 'asset' and id = ${second}`.execute(
    library.database,
  )
  await project(library.database, await getSchemaOf(library.services, 'asset'), [second])
  expect(await seen(link)).toEqual(['First', 'Own draft'])
  expect((await visit(link)).total).toBe(2)
})

test('hits are those of the owner of the cart, and shown as far as the sharer sees them; both rights end it', async () => {
  const cart = await make(editor, {
    content: 'cursor',
    followed,
    collaborators: [{ id: contributor.id, right: 'edit' }],
  })
  const byOwner = await share(editor, cart)
  const byOther = await share(contributor, cart)
  await add('Another draft', { status: 'draft' })
  await follow()
  expect(await seen(byOwner)).toContain('Another draft')
  expect(await seen(byOther)).not.toContain('Another draft')
  expect(await seen(byOther)).toContain('First')
  await cartRoutes.removeCartCollaborators(library.as(editor), {
    id: cart.id,
    collaborators: [contributor.id],
  })
  await expect(visit(byOther)).rejects.toMatchObject({ code: 'share_not_found' })
  expect(await seen(byOwner)).toContain('First')
})

test('a fixed list has the order of its search and comes behind items', async () => {
  const item = await add('In the hand', { city: 'Nice' })
  const cart = await make(editor, {
    items: [{ type: 'asset', id: item }],
    found: { query: { and: [followed.query, { status: 6 }] }, orderby: 'name desc' },
  })
  expect(await seen(await share(editor, cart))).toEqual(['In the hand', 'First'])
  await expect(make(editor, { found: { query: { nonsense: 1 } } })).rejects.toMatchObject({
    code: 'unknown_field',
  })
})
