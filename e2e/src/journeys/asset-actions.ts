import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { lookAtDialogs, lookAtNotices } from '../look-at-dialogs.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

const always = [
  'Open',
  'Share',
  'Download',
  'Add to cart',
  'Cull',
  'Rate',
  'Edit',
  'Collections',
  'Crop and resize',
  'Replace file',
  'Versions',
  'Similar pictures',
  'Embed',
  'Delete',
]

const isInWindow = (element: HTMLElement | SVGElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

/** One menu for assets, wherever they are shown, with a mouse and by keyboard alone; sharing from there. */
export const assetActionsJourney: Journey = {
  name: 'Actions on assets',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, context, errors } = await newPerson()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
    const link = (at: number) => tiles.nth(at).getByRole('link')
    const menu = page.getByRole('menu')
    const bar = page.getByRole('region', { name: 'Selection', exact: true })
    const dialog = page.getByRole('dialog')
    await beginSession(page, 'admin', application.password)
    const nameOf = async (at: number) => (await link(at).getAttribute('aria-label')) ?? ''

    await step(
      'the right button opens the menu of one asset, in its order; Esc gives the focus back',
      async () => {
        await page.goto('/browse?order=name+asc')
        await link(2).click({ button: 'right' })
        await menu.getByText(await nameOf(2), { exact: true }).waitFor()
        assert.deepEqual(await entriesOf(menu), always)
        await checkPage(page, 'The menu of an asset')
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'detached' })
        await hasFocus(link(2))
      },
    )
    await step('of a selection it is that of all, of another asset that of it alone', async () => {
      await chooseThree(page, tiles)
      await link(1).click({ button: 'right' })
      await menu.getByText('3 assets', { exact: true }).waitFor()
      assert.ok(await menu.getByRole('menuitem', { name: /^Versions/ }).isDisabled())
      await checkPage(page, 'The menu of a selection')
      await page.keyboard.press('Escape')
      await link(4).click({ button: 'right' })
      await menu.getByText(await nameOf(4), { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await bar.getByText('3 selected').waitFor()
    })
    await step(
      'three pictures are shared by three clicks; a visitor sees them, Undo takes all back',
      async () => {
        await bar.getByRole('button', { name: 'Share' }).click()
        await page.getByRole('dialog', { name: 'Share 3 assets' }).waitFor()
        await checkPage(page, 'Sharing three assets')
        await dialog.getByRole('button', { name: 'Create the link' }).click()
        await dialog.getByText('The link is ready and copied').waitFor()
        await checkPage(page, 'Three assets are shared')
        const url = await dialog.getByLabel('Link', { exact: true }).inputValue()
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url)
        const visitor = await newPerson()
        await visitor.page.goto(url)
        await visitor.page.getByRole('list', { name: 'Assets' }).getByRole('listitem').nth(2).waitFor()
        await dialog.getByRole('button', { name: 'Undo' }).click()
        await page.getByText('The link and its cart were deleted').waitFor()
        await visitor.page.reload()
        await visitor.page.getByRole('heading', { name: 'This link is no longer active' }).waitFor()
        assert.deepEqual(await cartsNamed(api, '3 assets'), [])
        await visitor.context.close()
      },
    )
    await step('where no link can be made, no cart is left, and the reason is said', async () => {
      await page.route('**/shareCart/**', (route) =>
        route.fulfill({ status: 400, json: { error: 'invalid_parameter', message: 'no' } }),
      )
      await bar.getByRole('button', { name: 'Share' }).click()
      await dialog.getByRole('button', { name: 'Create the link' }).click()
      await dialog.getByRole('alert').waitFor()
      await waitFor('no cart', async () => (await cartsNamed(api, '3 assets')).length === 0)
      await page.unroute('**/shareCart/**')
      await dialog.getByRole('button', { name: 'Create the link' }).click()
      await dialog.getByRole('link', { name: 'Open cart' }).click()
      await page.waitForURL(/\/carts\/\d+$/)
      await page.getByRole('heading', { level: 1, name: /^3 assets, / }).waitFor()
    })
    await step('a cart has the same menu, and its own verbs before the last', async () => {
      await link(0).click({ button: 'right' })
      await menu.waitFor()
      // As a click near its end has to reach it without scrolling.
      await waitFor('the whole menu in the window', () => menu.evaluate(isInWindow))
      assert.deepEqual((await entriesOf(menu)).slice(-3), ['Use as cover', 'Remove from cart', 'Delete'])
      await checkPage(page, 'The menu in a cart')
      await menu.getByRole('menuitem', { name: 'Remove from cart' }).click()
      await page.getByText(/^1 asset removed from /).waitFor()
    })
    await step('a row has it behind its dots, all results behind theirs', async () => {
      await page.goto('/browse?order=name+asc&view=list')
      const rows = page.getByRole('table', { name: 'Assets' }).getByRole('row')
      await rows
        .nth(2)
        .getByRole('button', { name: /^Actions for / })
        .click()
      await menu.getByRole('menuitem', { name: /^Open/ }).click()
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const total = await totalOf(api)
      await page.getByRole('button', { name: `Actions for all ${total} results` }).click()
      await menu.getByText(`All ${total} results`).waitFor()
      await checkPage(page, 'The menu of all results')
      await menu.getByRole('menuitem', { name: /^Edit/ }).click()
      await page.getByRole('dialog', { name: `Edit ${total} assets` }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('all results, and by keyboard alone a selection, are exported as a table', async () => {
      const total = await totalOf(api)
      await page.getByRole('button', { name: `Actions for all ${total} results` }).click()
      const whole = page.waitForEvent('download')
      await menu.getByRole('menuitem', { name: 'Export table' }).click()
      const table = await linesOf(await whole)
      assert.match(table[0] ?? '', /^\uFEFFName,/)
      assert.equal(table.length, total + 1)
      await dialog.waitFor({ state: 'detached' })
      await page.goto('/browse?order=name+asc&view=grid')
      await link(0).focus()
      for (const key of ['Space', 'Shift+ArrowRight', 'Control+k']) await page.keyboard.press(key)
      await page.getByRole('textbox', { name: 'Commands' }).waitFor()
      await page.keyboard.type('Export table')
      await page
        .getByRole('button', { name: /^Export table/ })
        .first()
        .waitFor()
      const part = page.waitForEvent('download')
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
      assert.deepEqual(await linesOf(await part), table.slice(0, 3))
      await page.keyboard.press('Escape')
    })
    await step('several are deleted after they were counted, and come back by Undo', async () => {
      const total = await totalOf(api)
      await page.goto('/browse?order=name+asc')
      await page
        .getByRole('radiogroup', { name: 'View' })
        .locator('label')
        .filter({ hasText: 'Grid' })
        .click()
      await chooseThree(page, tiles)
      await bar.getByRole('button', { name: /^More actions/ }).click()
      await menu.getByRole('menuitem', { name: /^Delete/ }).click()
      await page.getByRole('dialog', { name: 'Delete 3 assets?' }).waitFor()
      await checkPage(page, 'Deleting three assets')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('3 assets were moved to the trash').waitFor()
      assert.equal(await totalOf(api), total - 3)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('3 assets were restored').waitFor()
      assert.equal(await totalOf(api), total)
    })
    await step('an opened asset has what is frequent on top, its files folded, at every width', async () => {
      await link(0).click()
      for (const size of windows) {
        await page.setViewportSize(size)
        await dialog.getByRole('button', { name: 'Share', exact: true }).waitFor()
        await waitForCalm(page)
        await checkPage(page, `An asset with its actions of ${size.width} px`)
      }
      await page.setViewportSize({ width: 320, height: 568 })
      await waitForCalm(page)
      for (const name of ['Share', 'Download'])
        assert.equal(await isCut(dialog.getByRole('button', { name, exact: true })), false, `${name} is cut`)
      const fold = dialog.getByRole('button', { name: 'Files', exact: true })
      assert.equal(await fold.getAttribute('aria-expanded'), 'false')
      await fold.click()
      await dialog
        .getByRole('link', { name: /Original/ })
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('a selection has them at every width', async () => {
      // Restored assets are selected as before: the selection is cleared.
      await page.goto('/browse?order=name+asc')
      await chooseThree(page, tiles)
      for (const size of windows) {
        await page.setViewportSize(size)
        await waitForCalm(page)
        await checkPage(page, `A selection with its actions of ${size.width} px`)
        await bar.getByRole('button', { name: /^More actions/ }).click()
        await checkPage(page, `The menu of a selection of ${size.width} px`)
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('Escape')
    })
    await step('by keyboard alone: the menu, type-ahead, sharing, and the focus comes back', async () => {
      await page.goto('/browse?order=name+asc')
      await tiles.first().waitFor()
      await page.keyboard.press('ArrowRight')
      await hasFocus(link(0))
      await page.keyboard.press('Shift+F10')
      await hasFocus(menu.getByRole('menuitem', { name: /^Open/ }))
      await page.keyboard.press('s')
      await hasFocus(menu.getByRole('menuitem', { name: /^Share/ }))
      await page.keyboard.press('Enter')
      await hasFocus(dialog.getByRole('button', { name: 'Create the link' }))
      await page.keyboard.press('Enter')
      await dialog.getByText('The link is ready').waitFor()
      await pressTabTo(page, dialog.getByRole('button', { name: 'Undo' }))
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(link(0))
    })
    await step('by keyboard alone: single keys and commands act on the selection', async () => {
      await page.keyboard.press('Space')
      await page.keyboard.press('Shift+ArrowRight')
      await bar.getByText('2 selected').waitFor()
      await page.keyboard.press('e')
      await page.getByRole('dialog', { name: 'Edit 2 assets' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Commands' }).waitFor()
      await page.keyboard.type('Collections')
      await page.getByRole('button', { name: 'Collections' }).first().waitFor()
      await checkPage(page, 'Commands on a selection')
      // The search for what is typed comes first.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog', { name: 'Edit 2 assets' })
        .getByRole('group', { name: 'Collections' })
        .waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    for (const hand of [mouse, keyboard]) {
      await step(`${hand.name}: each dialog begins in its first field, under a title that stands out`, () =>
        lookAtDialogs(page, hand),
      )
      await step(`${hand.name}: notices lie in the middle of the foot, over nothing that can be done`, () =>
        lookAtNotices(page, hand),
      )
    }
    await step('whoever may change nothing is offered nothing that does', async () => {
      const viewer = await newPerson()
      await signIn(viewer.page, 'viewer', application.password, '/browse?order=name+asc')
      await viewer.page
        .getByRole('list', { name: 'Assets' })
        .getByRole('link')
        .nth(1)
        .click({ button: 'right' })
      const offered = await entriesOf(viewer.page.getByRole('menu'))
      for (const name of ['Edit', 'Collections', 'Publish', 'Replace file', 'Embed', 'Delete'])
        assert.ok(!offered.includes(name), name)
      assert.ok(offered.includes('Open') && offered.includes('Download'))
      await viewer.context.close()
    })
    await step('in French on a phone', async () => {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      const french = await newPerson({ locale: 'fr-FR', viewport: windows[0] })
      await signIn(french.page, 'admin', application.password, '/browse?order=name+asc')
      const items = french.page.getByRole('list').getByRole('listitem').locator('[data-act="select"]')
      for (const at of [0, 1, 2]) await items.nth(at).click()
      await checkPage(french.page, 'A selection in French on a phone')
      await french.page.getByRole('button', { name: /^Autres actions/ }).click()
      await french.page.getByRole('menuitem', { name: 'Partager' }).waitFor()
      await checkPage(french.page, 'The menu in French on a phone')
      await french.page.getByRole('menuitem', { name: 'Partager' }).click()
      await french.page.getByRole('dialog', { name: 'Partager 3 médias' }).waitFor()
      await checkPage(french.page, 'Sharing in French on a phone')
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
      await french.context.close()
    })
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('400')),
        [],
      ),
    )
  },
}

/** The names of the entries, without their keys; those of the workflow vary with the status. */
async function entriesOf(menu: Locator): Promise<string[]> {
  await menu.waitFor()
  const workflow = ['Submit', 'Publish', 'Reject', 'Unpublish', 'Archive', 'Restore']
  const names = await menu
    .getByRole('menuitem')
    .evaluateAll((items) =>
      items.map((item) => item.querySelector('[class*="itemLabel"]')?.textContent ?? item.textContent ?? ''),
    )
  return names.filter((name) => !workflow.includes(name))
}

async function chooseThree(page: Page, tiles: Locator): Promise<void> {
  await tiles.first().waitFor()
  for (const at of [0, 1, 2]) await tiles.nth(at).locator('[data-act="select"]').click()
  await page.getByRole('region', { name: 'Selection' }).getByText('3 selected').waitFor()
}

async function cartsNamed(api: Api, name: string): Promise<readonly unknown[]> {
  return api.call('GET', `/wedia/cart/listCarts?${new URLSearchParams({ output: 'list', name: `${name}*` })}`)
}

/** The lines of a table that was saved. */
async function linesOf(download: Download): Promise<string[]> {
  assert.match(download.suggestedFilename(), /\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  return text.trimEnd().split(/\r\n(?=\S)/)
}

async function totalOf(api: Api): Promise<number> {
  const { response } = await api.call<{ response: { total: number } }>('GET', '/rest/dam/data/asset?max=1')
  return response.total
}

/** Whether a part of the label of a button is not seen. */
function isCut(button: Locator): Promise<boolean> {
  return button.evaluate((element) =>
    [...element.querySelectorAll('span')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  )
}
