import assert from 'node:assert/strict'
import type { Page, Response } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitForCalm } from '../wait-for-calm.ts'
import { waitFor } from '../wait-for.ts'

const itemCount = 6
const latencyMs = 500

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly layer: number
}
interface Item {
  readonly id: number
  readonly name: string
  readonly place: Place | null
}
type Box = NonNullable<Awaited<ReturnType<ReturnType<Page['locator']>['boundingBox']>>>

/** A light table within a cart: by mouse, by keyboard alone, by two at once, for a visitor of its link. */
export const lightTableJourney: Journey = {
  name: 'Light table',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { response } = await api.call<{ response: { data: { id: number }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=${itemCount}&query=${encodeURIComponent('{"status":6,"rootnature":1}')}`,
    )
    const ids = response.data.map(({ id }) => id)
    const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
      name: 'On the light table',
      items: { asset: ids },
    })
    const people = await api.call<{ response: { data: { id: number; name: string }[] } }>(
      'GET',
      '/rest/dam/data/user?max=50',
    )
    const guestId = people.response.data.find(({ name }) => name === 'Contributor')?.id
    await api.call('POST', `/wedia/cart/addCartCollaborators/${cart}`, { collaborators: [guestId] })
    const [owner, guest] = [await newPerson(), await newPerson()]
    const placesNow = (): Promise<Map<number, Place | null>> => placesOf(api, cart)
    try {
      await signIn(owner.page, 'editor', application.password, `/carts/${cart}`)
      await signIn(guest.page, 'contributor', application.password, `/carts/${cart}`)
      await step('a cart is shown as a light table, where nobody has placed anything yet', async () => {
        for (const { page } of [owner, guest]) {
          await showTable(page)
          await waitFor('all pictures', async () => (await tilesOf(page).count()) === itemCount)
        }
        await checkPage(owner.page, 'A light table')
        assert.deepEqual(new Set((await placesNow()).values()), new Set([null]))
      })
      await step('a picture is dragged with a mouse; the other sees it at once', async () => {
        const [first] = ids
        const before = await boxOf(guest.page, first)
        await drag(owner.page, first, 150, 260)
        await waitFor('a place', async () => (await placesNow()).get(first ?? 0) !== null)
        const after = await waitFor('the picture to move', async () => {
          const box = await boxOf(guest.page, first)
          return Math.abs(box.x - before.x) > 100 ? box : null
        })
        assert.ok(near(after, await boxOf(owner.page, first)), 'both see one place')
        assert.ok(
          [...(await placesNow()).values()].every((place) => place !== null),
          'the others stay there',
        )
      })
      await step('two drag at once, and neither loses anything', async () => {
        const [, second, third] = ids
        const before = await placesNow()
        await Promise.all([drag(owner.page, second, 40, 330), drag(guest.page, third, -30, 300)])
        const now = await waitFor('both places', async () => {
          const places = await placesNow()
          return [second, third].every((id) => places.get(id ?? 0)?.y !== before.get(id ?? 0)?.y)
            ? places
            : null
        })
        for (const id of ids.filter((one) => one !== second && one !== third))
          assert.deepEqual(now.get(id), before.get(id))
        for (const id of [second, third])
          await waitFor('the same for both', async () =>
            near(await boxOf(owner.page, id), await boxOf(guest.page, id)),
          )
      })
      await step(
        'several are selected by a lasso, resized by a corner and put into a grid; Undo',
        async () => {
          const { page } = owner
          const before = await placesNow()
          await page.keyboard.press('Escape')
          await lasso(page)
          await page.getByRole('region', { name: 'Selection' }).getByText(`${itemCount} selected`).waitFor()
          await checkPage(page, 'A light table with a selection')
          const corner = await page.locator('[data-corner="ne"]').boundingBox()
          assert.ok(corner)
          await dragFrom(page, corner.x + 12, corner.y + 12, -120, 120)
          const resized = await waitFor('smaller pictures', async () => {
            const places = await placesNow()
            return ids.every((id) => (places.get(id)?.width ?? 0) < (before.get(id)?.width ?? 0))
              ? places
              : null
          })
          await page.getByRole('button', { name: 'Arrange in a grid' }).click()
          await page.getByText(`${itemCount} assets arranged in a grid`).waitFor()
          await waitFor(
            'rows',
            async () => new Set([...(await placesNow()).values()].map((one) => one?.y)).size <= 3,
          )
          await page.keyboard.press('Control+z')
          await waitFor('the grid undone', async () => isSame(await placesNow(), resized))
          await page.keyboard.press('Control+z')
          await waitFor('the size undone', async () => isSame(await placesNow(), before))
          await page.keyboard.press('Control+Shift+z')
          await waitFor('the size again', async () => isSame(await placesNow(), resized))
          await page.keyboard.press('Escape')
        },
      )
      for (const hand of [mouse, keyboard])
        await step(`${hand.name}: one is removed from the cart; Undo puts it back where it lay`, () =>
          removeAndUndo(hand, owner.page, placesNow),
        )
      await step('a finger that rests opens the menu, at the picture, which it does not move', async () => {
        const phone = await newPerson({
          viewport: { width: 390, height: 844 },
          hasTouch: true,
          isMobile: true,
        })
        await signIn(phone.page, 'editor', application.password, `/carts/${cart}`)
        await showTable(phone.page)
        await openMenuByFinger(phone.page, placesNow)
        assert.deepEqual(phone.errors, [])
        await phone.context.close()
      })
      await step('all of it by keyboard alone, which says where things are', () =>
        byKeyboard(guest.page, placesNow),
      )
      await step('who may only look, looks', async () => {
        await api.call('POST', `/wedia/cart/addCartCollaborators/${cart}`, {
          collaborators: [guestId],
          right: 'view',
        })
        const { page } = guest
        await page.getByRole('button', { name: 'Arrange in a grid' }).waitFor({ state: 'hidden' })
        const before = await placesNow()
        await drag(page, ids[0], 100, 50)
        await page.keyboard.press('Alt+ArrowRight')
        assert.ok(isSame(await placesNow(), before))
      })
      await step('a visitor of its link sees the table, and moves nothing', async () => {
        const { id: share } = await api.call<{ id: string }>('POST', `/wedia/cart/shareCart/${cart}`, {
          name: 'Look at this',
        })
        const { page } = guest
        await page.goto(`/s/${share}`)
        await showTable(page)
        await waitFor('all pictures', async () => (await tilesOf(page).count()) === itemCount)
        await checkPage(page, 'A shared light table')
        await tilesOf(page).first().click()
        await page.getByRole('dialog').waitFor()
      })
      assert.deepEqual([...owner.errors, ...guest.errors], [])
    } finally {
      await api.fetch(`/wedia/cart/deleteCart/${cart}`, { method: 'DELETE' })
      await Promise.all([owner.context.close(), guest.context.close()])
    }
  },
}

/** The table has an undo of its own for what was placed: of both, the later one comes first. */
async function removeAndUndo(
  hand: Hand,
  page: Page,
  placesNow: () => Promise<Map<number, Place | null>>,
): Promise<void> {
  const before = await placesNow()
  // Pictures lie over one another: the uppermost can be clicked.
  const byLayer = [...before].toSorted(([, one], [, other]) => (one?.layer ?? 0) - (other?.layer ?? 0))
  const [id] = byLayer.at(-1) ?? []
  const link = page.locator(`[data-item="${id}"] a`)
  await page.keyboard.press('Escape')
  // The table is read when the server has neither the item that is removed nor, later, the one that is back.
  const removed = answerOf(page, '/removeCartItems/')
  await page.route('**/cart/lightTable/**', async (route) => {
    if (route.request().method() === 'GET') await removed
    await route.continue()
  })
  if (hand === mouse) {
    await link.click({ button: 'right' })
    await page.getByRole('menuitem', { name: /^Remove from cart/ }).click()
  } else {
    await pressTabTo(page, page.locator('[data-light-table] a[tabindex="0"]'))
    await page.keyboard.press('Home')
    for (let moves = 0; (await focusedId(page)) !== id; moves++) {
      assert.ok(moves < itemCount, 'arrow keys reach each picture')
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Delete')
  }
  await page.getByText('1 asset removed from “On the light table”').waitFor()
  await link.waitFor({ state: 'detached' })
  await waitForCalm(page)
  const added = answerOf(page, '/addCartItems/')
  await page.route(
    '**/addCartItems/**',
    async (route) => {
      await page.waitForTimeout(latencyMs)
      await waitForCalm(page, (request) => request.url().includes('/addCartItems/'))
      await route.continue()
    },
    { times: 1 },
  )
  if (hand === mouse) await page.getByRole('button', { name: 'Undo' }).last().click()
  else await page.keyboard.press('Control+z')
  await added
  await link.waitFor()
  await page.unroute('**/cart/lightTable/**')
  await waitFor('the place before', async () => isSame(sorted(await placesNow()), sorted(before)))
}

const answerOf = (page: Page, call: string): Promise<Response> =>
  page.waitForResponse((response) => response.url().includes(call))

const sorted = (places: ReadonlyMap<number, Place | null>): Map<number, Place | null> =>
  new Map([...places].toSorted(([one], [other]) => one - other))

async function openMenuByFinger(
  page: Page,
  placesNow: () => Promise<Map<number, Place | null>>,
): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const before = await placesNow()
  const box = await waitFor('a picture in view', () => tilesOf(page).first().boundingBox())
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const menu = page.getByRole('menu')
  const rest = async (): Promise<void> => {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
    await menu.getByRole('menuitem', { name: 'Send to back' }).waitFor()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await menu.getByRole('menuitem', { name: 'Bring to front' }).waitFor()
  }
  await rest()
  await checkPage(page, 'The menu on a light table, by finger')
  assert.equal(await menu.count(), 1, 'no menu within it opens by itself')
  const shown = await menu.boundingBox()
  assert.ok(shown && shown.x >= 0 && shown.x + shown.width <= 390 && shown.y + shown.height <= 844)
  await menu.getByRole('menuitem', { name: 'Rate', exact: true }).tap()
  await menu.getByRole('menuitem', { name: 'No label' }).tap()
  await menu.waitFor({ state: 'detached' })
  await rest()
  await menu.getByRole('menuitem', { name: /^Open/ }).tap()
  await page.getByRole('dialog').waitFor()
  assert.ok(isSame(await placesNow(), before), 'nothing was moved')
}

async function byKeyboard(page: Page, placesNow: () => Promise<Map<number, Place | null>>): Promise<void> {
  const table = page.getByRole('list', { name: 'Light table' })
  await page.reload()
  await table.waitFor()
  const views = page.getByRole('radiogroup', { name: 'View' })
  await pressTabTo(page, views.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowLeft')
  await table.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await pressTabTo(page, page.locator('[data-light-table] a[tabindex="0"]'))
  await arrangeByKeyboard(page, placesNow)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  const id = await focusedId(page)
  await page.keyboard.press('ArrowRight')
  const second = await focusedId(page)
  assert.notEqual(second, id)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await focusedId(page), id)
  const before = (await placesNow()).get(id)
  assert.ok(before)
  for (const key of ['Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown'])
    await page.keyboard.press(key)
  await waitFor('a move of 20 and 1', async () => {
    const now = (await placesNow()).get(id)
    return now?.x === before.x + 20 && now.y === before.y + 1
  })
  await page.getByText(/^Moved to -?\d+ across, -?\d+ down/).waitFor({ state: 'attached' })
  assert.equal(await focusedId(page), id)
  await page.keyboard.press(']')
  await waitFor('a larger picture', async () => ((await placesNow()).get(id)?.width ?? 0) > before.width)
  await page.keyboard.press('PageUp')
  await waitFor('the front', async () => {
    const places = await placesNow()
    return [...places].every(
      ([one, place]) => one === id || (place?.layer ?? 0) < (places.get(id)?.layer ?? 0),
    )
  })
  const placed = (await placesNow()).get(id)
  await page.keyboard.press('m')
  await checkPage(page, 'A light table in move mode')
  for (const key of ['ArrowDown', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
  await waitFor('the place before', async () =>
    isSame(new Map([[id, placed]]), new Map([[id, (await placesNow()).get(id)]])),
  )
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Send to back' }).waitFor()
  await checkPage(page, 'The menu on a light table')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  assert.equal(await focusedId(page), id)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await waitFor('the focus back on the picture', async () => (await focusedId(page)) === id)
}

/** All are selected, made larger, put into a grid, and come back. */
async function arrangeByKeyboard(
  page: Page,
  placesNow: () => Promise<Map<number, Place | null>>,
): Promise<void> {
  const before = await placesNow()
  const smaller = (places: ReadonlyMap<number, Place | null>): boolean =>
    [...places].every(([id, place]) => (place?.width ?? 0) < (before.get(id)?.width ?? 0))
  await page.keyboard.press('Control+a')
  await page.getByRole('region', { name: 'Selection' }).getByText(`${itemCount} selected`).waitFor()
  await page.keyboard.press('[')
  const resized = await waitFor('smaller pictures', async () => {
    const places = await placesNow()
    return smaller(places) ? places : null
  })
  await keyboard.press(page, page.getByRole('button', { name: 'Arrange in a grid' }))
  await page.getByText(`${itemCount} assets arranged in a grid`).waitFor()
  await waitFor('rows', async () => new Set([...(await placesNow()).values()].map((one) => one?.y)).size <= 3)
  await page.keyboard.press('Control+z')
  await waitFor('the grid undone', async () => isSame(await placesNow(), resized))
  await page.keyboard.press('Control+z')
  await waitFor('the size undone', async () => isSame(await placesNow(), before))
  await pressTabTo(page, page.locator('[data-light-table] a[tabindex="0"]'), 'Shift+Tab')
}

async function showTable(page: Page): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'View' })
    .locator('label')
    .filter({ hasText: 'Light table' })
    .click()
}

function tilesOf(page: Page) {
  return page.getByRole('list', { name: 'Light table' }).getByRole('listitem')
}

async function placesOf(api: Api, cart: number): Promise<Map<number, Place | null>> {
  const { items } = await api.call<{ items: Item[] }>('GET', `/wedia/cart/lightTable/${cart}`)
  return new Map(items.map(({ id, place }) => [id, place]))
}

function isSame(
  one: ReadonlyMap<number, Place | null | undefined>,
  other: ReadonlyMap<number, Place | null | undefined>,
): boolean {
  return JSON.stringify([...one]) === JSON.stringify([...other])
}

const near = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) < 1.5 && Math.abs(one.y - other.y) < 1.5

async function boxOf(page: Page, id: number | undefined): Promise<Box> {
  const box = await page.locator(`[data-item="${id}"]`).boundingBox()
  if (!box) throw new Error(`Picture ${id} is not in view`)
  return box
}

async function focusedId(page: Page): Promise<number> {
  return page.evaluate(() =>
    Number(document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item']),
  )
}

/** Drags a picture by its middle, as a person does. */
async function drag(page: Page, id: number | undefined, x: number, y: number): Promise<void> {
  const box = await boxOf(page, id)
  await dragFrom(page, box.x + box.width / 2, box.y + box.height / 2, x, y)
}

async function dragFrom(page: Page, left: number, top: number, x: number, y: number): Promise<void> {
  await page.mouse.move(left, top)
  await page.mouse.down()
  for (let part = 1; part <= 8; part++) await page.mouse.move(left + (x * part) / 8, top + (y * part) / 8)
  await page.mouse.up()
}

/** Draws a rectangle around everything in view, with Shift. */
async function lasso(page: Page): Promise<void> {
  const box = await page.locator('[data-light-table]').boundingBox()
  assert.ok(box)
  await page.keyboard.down('Shift')
  await dragFrom(page, box.x + 4, box.y + 4, box.width - 8, box.height - 8)
  await page.keyboard.up('Shift')
}
