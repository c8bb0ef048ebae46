import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { pickDay } from '../pick-day.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const cartName = 'For the fair'
const itemCount = 6
const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/**
 * Two people in one cart: they see what the other does at once, put it in order by mouse and by keyboard, and
 * one leaves.
 */
export const twoInACartJourney: Journey = {
  name: 'Two in a cart',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { response } = await api.call<{ response: { data: { id: number }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=${itemCount}&query=${encodeURIComponent('{"status":6}')}`,
    )
    const ids = response.data.map(({ id }) => id)
    const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
      name: cartName,
      items: { asset: ids },
    })
    const [owner, guest] = [await newPerson(), await newPerson()]
    const both = [owner.page, guest.page]
    try {
      await beginSession(owner.page, 'editor', application.password)
      await beginSession(guest.page, 'contributor', application.password)
      await step('a cart is nobody else’s, until its owner lets someone in', async () => {
        await guest.page.goto(`/carts/${cart}`)
        await guest.page.getByText('This cart does not exist, or you do not have access.').waitFor()
        await owner.page.goto(`/carts/${cart}`)
        await waitForOrder(owner.page, ids)
        await letIn(owner.page, 'Contributor')
        await guest.page.goto(`/carts/${cart}`)
        await waitForOrder(guest.page, ids)
        for (const page of both) await checkPage(page, 'A cart of two')
      })
      await step('the wall begins where the header above it does, at every width', async () => {
        for (const window of windows) {
          await owner.page.setViewportSize(window)
          await waitFor('one edge', async () => {
            const [title, tile] = await Promise.all([
              owner.page.getByRole('heading', { level: 1 }).boundingBox(),
              owner.page.locator('[data-index="0"]').boundingBox(),
            ])
            return title && tile && Math.abs(title.x - tile.x) <= 1
          })
          await checkPage(owner.page, `A cart of two at ${window.width} px`)
        }
      })
      await step('what one changes the other sees at once, with a mouse', async () => {
        await guest.page.getByRole('button', { name: 'Edit the name' }).click()
        await guest.page.getByRole('textbox', { name: 'Edit the name' }).fill('For the autumn fair')
        await guest.page.keyboard.press('Enter')
        await owner.page.getByRole('heading', { level: 1, name: 'For the autumn fair' }).waitFor()
        await select(guest.page, 2)
        await guest.page.getByRole('button', { name: 'Remove from cart' }).click()
        const less = ids.filter((_, index) => index !== 2)
        for (const page of both) await waitForOrder(page, less)
        await guest.page.getByRole('button', { name: 'Undo' }).click()
        for (const page of both) await waitForOrder(page, ids)
      })
      let order = ids
      await step('the order is made by dragging to a mark between two, seen by both', async () => {
        await drag(owner.page, 0, 3)
        order = await waitFor('another order', async () => {
          const now = await orderOf(owner.page)
          return now.join() === order.join() ? null : now
        })
        assert.equal(order[0], ids[1])
        for (const page of both) await waitForOrder(page, order)
      })
      await step('and by the keyboard, which says what it did and keeps the focus', async () => {
        const { page } = guest
        await page.locator('[data-index="1"] a').focus()
        const moving = order[1]
        await page.keyboard.press('Alt+End')
        const last = [...order.filter((id) => id !== moving), moving ?? 0]
        for (const each of both) await waitForOrder(each, last)
        await page.getByText(`Moved to place ${itemCount} of ${itemCount}`).waitFor({ state: 'attached' })
        await waitFor('the focus on what was moved', () =>
          page.evaluate(
            (index) => document.activeElement?.closest(`[data-index="${index}"]`) !== null || null,
            itemCount - 1,
          ),
        )
        await page.keyboard.press('Alt+ArrowLeft')
        const back = [...last.slice(0, -2), last.at(-1) ?? 0, last.at(-2) ?? 0]
        for (const each of both) await waitForOrder(each, back)
        await select(page, 0)
        await page.getByRole('button', { name: 'Move', exact: true }).click()
        await page.getByRole('menuitem', { name: 'To the end' }).click()
        await page.keyboard.press('Escape')
        order = [...back.slice(1), back[0] ?? 0]
        for (const each of both) await waitForOrder(each, order)
        await checkPage(page, 'A cart with a selection')
        await page.keyboard.press('Escape')
      })
      await step('words find inside of the cart, and the whole of it comes back', async () => {
        const { page } = owner
        await page.getByRole('textbox', { name: 'Search in this cart' }).fill('nothing holds these words')
        await page.getByText('Nothing in this cart matches', { exact: false }).waitFor()
        await page.getByRole('button', { name: 'Show the whole cart' }).click()
        await waitForOrder(page, order)
        const words = page.getByRole('textbox', { name: 'Search in this cart' })
        await waitFor('an empty search field', async () => (await words.inputValue()) === '')
      })
      await step('the owner sets a type and an end; a guest does not decide on that', async () => {
        await openSettings(owner.page)
        await owner.page.getByRole('textbox', { name: 'Type' }).fill('fair')
        await pickDay(owner.page, mouse, owner.page.getByLabel('Expires').first())
        await checkPage(owner.page, 'Settings of a cart')
        await owner.page.getByRole('button', { name: 'Save' }).click()
        for (const page of both) await page.getByText(/^Expires 15\s\w+\s/).waitFor()
        await openSettings(guest.page)
        assert.equal(await guest.page.getByRole('dialog').getByText('Expires', { exact: true }).count(), 0)
        await guest.page.getByRole('button', { name: 'Cancel' }).click()
      })
      await step('a guest leaves, and the cart is gone for them', async () => {
        await guest.page.getByRole('button', { name: 'People', exact: true }).click()
        await checkPage(guest.page, 'People of a cart')
        await guest.page.getByRole('button', { name: 'Leave this cart' }).click()
        await guest.page.waitForURL(/\/carts$/)
        await guest.page.goto(`/carts/${cart}`)
        await guest.page.getByText('This cart does not exist, or you do not have access.').waitFor()
        await waitFor('the people of the cart to be one', async () =>
          (await owner.page.getByRole('list', { name: 'People' }).getByText('Contributor').count()) === 0
            ? true
            : null,
        )
      })
      await step('two people share a cart live, by keyboard alone', () =>
        byKeyboard({ api, ids, owner: owner.page, guest: guest.page }),
      )
      await step('the list of carts is filtered by type and by whose they are', async () => {
        await owner.page.goto('/carts?type=fair&whose=mine')
        await owner.page.getByText('For the autumn fair').waitFor()
        await checkPage(owner.page, 'Carts of a type')
        await owner.page.goto('/carts?type=fair&whose=shared')
        await owner.page.getByText('No matches').waitFor()
      })
      // That a cart is not theirs, or is gone, is logged, too. @source portal §8
      assert.deepEqual(
        [...owner.errors, ...guest.errors].filter((error) => !error.startsWith('Failed to retrieve cart ')),
        [],
      )
    } finally {
      await api.fetch(`/wedia/cart/deleteCart/${cart}`, { method: 'DELETE' })
      await Promise.all([owner.context.close(), guest.context.close()])
    }
  },
}

/**
 * Nothing but keys: one lets the other in, and each sees what the other names, takes out, puts back and
 * moves.
 */
async function byKeyboard({
  api,
  ids,
  owner,
  guest,
}: {
  api: Api
  ids: readonly number[]
  owner: Page
  guest: Page
}): Promise<void> {
  const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name: 'By keyboard',
    items: { asset: ids },
  })
  const both = [owner, guest]
  try {
    await owner.goto(`/carts/${cart}`)
    await waitForOrder(owner, ids)
    await keyboard.press(owner, owner.getByRole('button', { name: 'People', exact: true }))
    await keyboard.type(owner, owner.getByLabel('Invite').first(), 'Contributor')
    // Before the words have narrowed the list, the arrow would lead to another.
    await owner
      .getByRole('option')
      .first()
      .and(owner.getByRole('option', { name: 'Contributor' }))
      .waitFor()
    for (const key of ['ArrowDown', 'Enter']) await owner.keyboard.press(key)
    await keyboard.press(owner, owner.getByRole('button', { name: 'Invite', exact: true }))
    await owner.getByRole('dialog').getByLabel('Access of Contributor').first().waitFor()
    await owner.keyboard.press('Escape')
    await guest.goto(`/carts/${cart}`)
    await waitForOrder(guest, ids)
    await keyboard.press(guest, guest.getByRole('button', { name: 'Edit the name' }))
    await keyboard.type(guest, guest.getByRole('textbox', { name: 'Edit the name' }), 'Named by a guest')
    await guest.keyboard.press('Enter')
    await owner.getByRole('heading', { level: 1, name: 'Named by a guest' }).waitFor()
    await guest.getByRole('button', { name: 'Edit the name' }).and(guest.locator(':focus')).waitFor()
    await pressTabTo(guest, guest.locator('[data-index="0"] a'))
    await guest.keyboard.press('Space')
    await keyboard.press(guest, guest.getByRole('button', { name: 'Remove from cart' }))
    for (const page of both) await waitForOrder(page, ids.slice(1))
    await keyboard.press(guest, guest.getByRole('button', { name: 'Undo' }))
    for (const page of both) await waitForOrder(page, ids)
    await pressTabTo(owner, owner.locator('[data-index="0"] a'))
    await owner.keyboard.press('Alt+End')
    for (const page of both) await waitForOrder(page, [...ids.slice(1), ids[0] ?? 0])
  } finally {
    await api.fetch(`/wedia/cart/deleteCart/${cart}`, { method: 'DELETE' })
  }
}

async function orderOf(page: Page): Promise<number[]> {
  return page.locator('[data-index] a').evaluateAll((links) =>
    links
      .map((link) => ({
        index: Number(link.closest<HTMLElement>('[data-index]')?.dataset['index']),
        id: Number(/\/(\d+)$/.exec(link.getAttribute('href') ?? '')?.[1]),
      }))
      .toSorted((left, right) => left.index - right.index)
      .map(({ id }) => id),
  )
}

async function waitForOrder(page: Page, ids: readonly number[]): Promise<void> {
  await waitFor(`the order ${ids.join(' ')}`, async () =>
    (await orderOf(page)).join() === ids.join() ? true : null,
  )
}

async function letIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'People', exact: true }).click()
  await page.getByLabel('Invite').first().fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByLabel(`Access of ${name}`).first().waitFor()
  await checkPage(page, 'People of a cart, for its owner')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions on this cart' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Type' }).waitFor()
}

async function select(page: Page, index: number): Promise<void> {
  const tile = page.locator(`[data-index="${index}"]`)
  await tile.hover()
  await tile.locator('[data-act="select"]').click()
}

/** Drags with the mouse, as a person does: what is under the pointer hears of it on the way. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const [start, end] = [
    await page.locator(`[data-index="${from}"]`).boundingBox(),
    await page.locator(`[data-index="${to}"]`).boundingBox(),
  ]
  if (!start || !end) throw new Error('Both tiles must be in view')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  for (let part = 1; part <= 12; part++)
    await page.mouse.move(
      start.x + start.width / 2 + ((end.x + end.width * 0.85 - start.x - start.width / 2) * part) / 12,
      start.y + start.height / 2 + ((end.y - start.y) * part) / 12,
    )
  await page.locator(`[data-index="${to}"][data-drop="after"]`).waitFor()
  assert.equal(await page.locator('[data-drop]').count(), 1, 'one mark says where it will be')
  await page.mouse.up()
  await page.locator('[data-drop]').waitFor({ state: 'detached' })
}
