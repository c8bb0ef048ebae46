import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { drawScene } from '../draw-scene.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { pressArrowTo } from '../press-arrow-to.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/** A word that the library has nowhere else, and more assets with it than a list loads at once. */
const word = 'quarterdeck'
const count = 105
const wall = `/browse?q=${word}&order=name+asc&view=grid`
const nameOf = (number: number): string => `Quarterdeck ${String(number).padStart(3, '0')}`

/**
 * Assets offer the same, in the same order, wherever they are shown, and do it: one of them, a selection,
 * all results of a search; with a mouse and by keyboard alone.
 */
export const menusJourney: Journey = {
  name: 'Menus of assets',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const ids = await createAssets(api)
    const { page, context, errors } = await newPerson()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession(page, 'admin', application.password)
    for (const hand of [mouse, keyboard]) {
      const places = placesOf(page, hand)
      await step(
        `${hand.name}: the same entries in the same order, from a tile, a row, the selection, the opened asset, the first page and similar pictures`,
        () => compareMenus(page, hand, ids[0] ?? 0),
      )
      await step(`${hand.name}: commands have the same entries`, () => compareCommands(page, hand))
      await step(`${hand.name}: each entry is taken of one asset`, async () => {
        await page.goto(wall)
        await takeAll(page, hand, places.one, [
          ['Share', `Share “${nameOf(1)}”`],
          ['Download', 'Download'],
          ['Add to cart', 'Add to cart'],
          ['Edit', 'Edit 1 asset'],
          ['Collections', 'Edit 1 asset'],
          ['Crop and resize', 'Crop and resize'],
          ['Replace file', `Replace the file of “${nameOf(1)}”`],
          ['Versions', `Versions of “${nameOf(1)}”`],
          ['Embed', `Embed “${nameOf(1)}”`],
          ['Delete', `Delete “${nameOf(1)}”?`],
        ])
        await places.one()
        await take(page, hand, 'Similar pictures')
        await page.waitForURL(/\/similar\?to=\d+/)
        await page.goBack()
        await places.one()
        await take(page, hand, 'Open')
        await page.getByRole('dialog', { name: nameOf(1), exact: true }).waitFor()
        await page.keyboard.press('Escape')
      })
      await step(
        `${hand.name}: each entry is taken of a selection, which is published or taken back`,
        async () => {
          await page.goto(wall)
          await choose(page, hand)
          await takeAll(page, hand, places.selection, [
            ['Share', 'Share 3 assets'],
            ['Download', 'Download'],
            ['Add to cart', 'Add to cart'],
            ['Edit', 'Edit 3 assets'],
            ['Collections', 'Edit 3 assets'],
            ['Delete', 'Delete 3 assets?'],
          ])
          await places.selection()
          await take(page, hand, hand === mouse ? 'Publish' : 'Unpublish')
          await page.getByText('3 assets changed').first().waitFor()
        },
      )
      await step(
        `${hand.name}: each entry is taken of all results, also of those that are not loaded`,
        async () => {
          await page.goto(wall)
          await page.getByRole('heading', { level: 1, name: `${count} assets` }).waitFor()
          await takeAll(page, hand, places.results, [
            ['Share', `Share ${count} assets`],
            ['Download', 'Download'],
            ['Add to cart', 'Add to cart'],
            ['Edit', `Edit ${count} assets`],
            ['Collections', `Edit ${count} assets`],
            ['Publish', /^Publish: \d+ assets\?$/],
            ['Delete', `Delete ${count} assets?`],
          ])
          await places.results()
          await take(page, hand, 'Add to cart')
          await hasFocus(page.getByRole('textbox', { name: 'Find or name a cart' }))
          await page.keyboard.type(`All of them, ${hand.name}`)
          await page
            .getByRole('option', { name: /^Create / })
            .and(page.locator('[data-combobox-selected]'))
            .waitFor()
          await page.keyboard.press('Enter')
          await page.getByText(`${count} assets added to “All of them, ${hand.name}”`).waitFor()
        },
      )
      await step(`${hand.name}: a selection, an asset, a search and a collection are shared`, async () => {
        await page.goto(wall)
        await choose(page, hand)
        await places.selection()
        await share(page, hand, 'Share 3 assets')
        await page.goto(wall)
        await places.one()
        await share(page, hand, `Share “${nameOf(1)}”`)
        await places.results()
        await share(page, hand, `Share ${count} assets`)
        await page.goto('/browse')
        await openCollection(page, hand, 'Coasts')
        await share(page, hand, 'Share “Coasts”')
      })
      await step(`${hand.name}: a link gives the files that were allowed, and no others`, async () => {
        await page.goto(wall)
        await places.one()
        const link = await share(page, hand, `Share “${nameOf(1)}”`, async (dialog) => {
          await allowSmall(page, hand, dialog)
          await checkPage(page, 'Sharing small files alone')
        })
        const visitor = await newPerson()
        await visitor.page.goto(link)
        await visitor.page.locator('[role="listitem"] img[data-loaded]').first().waitFor()
        await visitor.page
          .getByRole('button', { name: /^Download/ })
          .first()
          .waitFor()
        const original = await visitor.page.evaluate(async () => {
          const picture = document.querySelector<HTMLImageElement>('[role="listitem"] img[data-loaded]')
          const url = new URL(picture?.currentSrc ?? '')
          url.searchParams.set('variation', 'original')
          return (await fetch(url)).status
        })
        assert.equal(original, 403)
        await visitor.context.close()
      })
    }
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** The first with pictures that are alike, and the others with nothing but their names. */
async function createAssets(api: Api): Promise<readonly number[]> {
  const ids: number[] = []
  const scene = await drawScene(1)
  const pictures = [scene, await sharp(scene).flop().toBuffer(), await sharp(scene).greyscale().toBuffer()]
  for (let number = 1; number <= count; number++) {
    const picture = pictures[number - 1]
    if (picture) {
      const id = await createAsset(api, nameOf(number), `deck-${number}.jpg`, picture)
      // What makes this one makes the fingerprint by which it is found.
      await api.fetch(`/wedia/dam/variation/asset/${id}/thumbnailBig`)
      ids.push(id)
      continue
    }
    const { response } = await api.call<{ response: { data: { id: number } } }>(
      'POST',
      '/rest/dam/data/asset',
      { json: { name: nameOf(number) } },
    )
    ids.push(response.data.id)
  }
  return ids
}

const menuOf = (page: Page): Locator => page.getByRole('menu')
const tilesOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Assets' }).getByRole('listitem').getByRole('link')

/** How the menu of each kind of target is opened. */
function placesOf(page: Page, hand: Hand) {
  const tile = tilesOf(page).first()
  return {
    one: () => openMenuOf(page, hand, tile),
    async selection() {
      if (hand === mouse)
        return page
          .getByRole('region', { name: 'Selection', exact: true })
          .getByRole('button', { name: /^More actions/ })
          .click()
      return openMenuOf(page, hand, tilesOf(page).nth(2))
    },
    async results() {
      const button = page.getByRole('button', { name: `Actions for all ${count} results` })
      await tile.waitFor()
      if (hand === mouse) return button.click()
      if (!(await hasIt(button))) {
        await enterList(page, tile)
        await pressTabTo(page, button, 'Shift+Tab')
      }
      return page.keyboard.press('Enter')
    },
  }
}

const hasIt = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement)

/** Where nothing has the focus, an arrow enters the list: its first one has it then. */
async function enterList(page: Page, link: Locator): Promise<void> {
  const isNowhere = await page.evaluate(() => document.activeElement === document.body)
  if (isNowhere && (await link.evaluate((one) => one.closest('[data-index]') !== null)))
    await page.keyboard.press('ArrowRight')
}

/** Opens the menu of a tile, a row or a link by the right button, or by its key. */
async function openMenuOf(page: Page, hand: Hand, link: Locator): Promise<void> {
  await link.waitFor()
  if (hand === mouse) await link.click({ button: 'right' })
  else {
    await enterList(page, link)
    if (!(await hasIt(link))) await pressTabTo(page, link)
    await page.keyboard.press('Shift+F10')
  }
  await menuOf(page).waitFor()
}

/** Selects the first three. */
async function choose(page: Page, hand: Hand): Promise<void> {
  await tilesOf(page).nth(2).waitFor()
  if (hand === mouse)
    for (const at of [0, 1, 2])
      await page
        .getByRole('list', { name: 'Assets' })
        .getByRole('listitem')
        .nth(at)
        .locator('[data-act="select"]')
        .click()
  else
    for (const key of ['ArrowRight', 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight'])
      await page.keyboard.press(key)
  await page.getByRole('region', { name: 'Selection', exact: true }).getByText('3 selected').waitFor()
}

/** Takes an entry of the menu that is open. */
async function take(page: Page, hand: Hand, name: string): Promise<void> {
  const entry = menuOf(page).getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await entry.waitFor()
  if (hand === mouse) return entry.click()
  await pressArrowTo(page, entry)
  return page.keyboard.press('Enter')
}

type Expected = readonly [entry: string, dialog: string | RegExp]

/** Takes each entry, sees its dialog, and leaves that. */
async function takeAll(
  page: Page,
  hand: Hand,
  openMenu: () => Promise<void>,
  entries: readonly Expected[],
): Promise<void> {
  for (const [entry, name] of entries) {
    await openMenu()
    await take(page, hand, entry)
    const dialog = page.getByRole('dialog', { name, exact: typeof name === 'string' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
}

/** Reads the entries of the open menu and closes it. */
async function entriesOf(page: Page): Promise<string[]> {
  await menuOf(page).waitFor()
  // Of one asset, its record says which steps of the workflow there are.
  await waitForCalm(page)
  const names = await namesIn(page)
  await closeMenu(page)
  return names
}

/** Waits until the open menu has these entries, as some come with the configuration, and closes it. */
async function hasEntries(page: Page, expected: readonly string[], where: string): Promise<void> {
  await menuOf(page).waitFor()
  await waitForCalm(page)
  await waitFor(`the entries ${where}`, async () => {
    assert.deepEqual(await namesIn(page), expected)
    return true
  })
  await closeMenu(page)
}

function namesIn(page: Page): Promise<string[]> {
  return menuOf(page)
    .getByRole('menuitem')
    .evaluateAll((items) =>
      items.map((item) => item.querySelector('[class*="itemLabel"]')?.textContent ?? item.textContent ?? ''),
    )
}

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await menuOf(page).waitFor({ state: 'detached' })
}

async function compareMenus(page: Page, hand: Hand, id: number): Promise<void> {
  await page.goto(wall)
  await openMenuOf(page, hand, tilesOf(page).first())
  await menuOf(page).getByRole('menuitem', { name: 'Similar pictures' }).waitFor()
  const expected = await entriesOf(page)
  assert.ok(expected.length > 14, expected.join())
  if (hand === mouse) {
    await tilesOf(page).first().hover()
    await page.getByRole('button', { name: `Actions for ${nameOf(1)}` }).click()
    await hasEntries(page, expected, 'behind the dots of a tile')
  }
  await page.goto(wall.replace('grid', 'list'))
  const row = page.getByRole('table', { name: 'Assets' }).getByRole('link', { name: nameOf(1) })
  await openMenuOf(page, hand, row)
  await hasEntries(page, expected, 'in a row')
  await page.goto(wall)
  await tilesOf(page).first().waitFor()
  if (hand === mouse) await page.locator('[data-act="select"]').first().click()
  else for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
  const bar = page.getByRole('region', { name: 'Selection', exact: true })
  await hand.press(page, bar.getByRole('button', { name: /^More actions/ }))
  await hasEntries(page, expected, 'in the bar of the selection')
  await page.goto(`/browse/${id}`)
  await hand.press(page, page.getByRole('dialog').getByRole('button', { name: 'More actions' }))
  const opened = expected.filter((name) => name !== 'Open')
  await hasEntries(page, opened, 'in the opened asset')
  await page.goto('/')
  const recent = page.getByRole('main').getByRole('link', { name: new RegExp(`${nameOf(count)}$`) })
  await openMenuOf(page, hand, recent)
  await checkPage(page, 'The menu on the first page')
  assert.equal((await entriesOf(page))[0], 'Open')
  await hasFocus(recent)
  if (hand === keyboard) {
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: `Share “${nameOf(count)}”` }).waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(recent)
  }
  const alike = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await waitFor('pictures that are alike', async () => {
    await page.goto(`/similar?to=${id}`)
    return alike.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
  })
  await openMenuOf(page, hand, alike)
  assert.deepEqual((await entriesOf(page)).slice(0, 3), ['Open', 'Share', 'Download'])
  await hasFocus(alike)
}

async function compareCommands(page: Page, hand: Hand): Promise<void> {
  await page.goto(wall)
  await openMenuOf(page, hand, tilesOf(page).first())
  // Ratings are a menu of their own; a command of one asset is taken by its name.
  const expected = (await entriesOf(page)).filter((name) => name !== 'Rate')
  await hand.press(page, tilesOf(page).first())
  await page.getByRole('dialog', { name: nameOf(1), exact: true }).waitFor()
  await waitForCalm(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Commands' })
  await field.waitFor()
  const commands = page.locator('.mantine-Spotlight-actionLabel')
  for (const name of expected.filter((one) => one !== 'Open')) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(name)
    await commands
      .filter({ hasText: new RegExp(`^${name}$`) })
      .first()
      .waitFor()
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Versions')
  const versions = page.getByRole('button', { name: 'Versions', exact: true }).last()
  if (hand === mouse) await versions.click()
  else {
    // The search for what is typed comes first.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await page.getByRole('dialog', { name: `Versions of “${nameOf(1)}”` }).waitFor()
  await page.keyboard.press('Escape')
}

/** Opens the menu of a collection among the filters. */
async function openCollection(page: Page, hand: Hand, name: string): Promise<void> {
  const node = page.getByRole('treeitem', { name })
  await node.waitFor()
  if (hand === mouse) await node.getByText(name).first().click({ button: 'right' })
  else {
    await pressTabTo(page, page.getByRole('tree', { name: 'Collections' }).locator('[tabindex="0"]'))
    await pressArrowTo(page, node)
    await page.keyboard.press('Shift+F10')
  }
  await menuOf(page).waitFor()
}

/** Shares what the open menu is of, and takes the link back; answers its address, which `keeps` keeps. */
async function share(
  page: Page,
  hand: Hand,
  title: string,
  keeps?: (dialog: Locator) => Promise<void>,
): Promise<string> {
  await take(page, hand, 'Share')
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  await keeps?.(dialog)
  await hand.press(page, dialog.getByRole('button', { name: 'Create the link' }))
  await dialog.getByText('The link is ready and copied').waitFor()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  if (keeps) await page.keyboard.press('Escape')
  else {
    await hand.press(page, dialog.getByRole('button', { name: 'Undo' }))
    await page.getByText('The link and its cart were deleted').last().waitFor()
  }
  await dialog.waitFor({ state: 'detached' })
  return link
}

/** Of the files that a link may give, all but the smallest are taken away. */
async function allowSmall(page: Page, hand: Hand, dialog: Locator): Promise<void> {
  const files = dialog.getByRole('combobox', { name: 'Files' })
  const some = page.getByRole('option', { name: /^Only some/ })
  if (hand === mouse) {
    await files.click()
    await some.click()
  } else {
    await pressTabTo(page, files)
    await page.keyboard.press('ArrowDown')
    await waitFor('the option', async () => {
      if ((await some.getAttribute('data-combobox-selected')) !== null) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    await page.keyboard.press('Enter')
  }
  await dialog.getByRole('checkbox', { name: /640/ }).waitFor()
  for (const other of [/^For print/, /1600/]) {
    const box = dialog.getByRole('checkbox', { name: other })
    await hand.turn(page, box)
    assert.equal(await box.isChecked(), false)
  }
}
