import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { takeAction } from '../take-action.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

const list = '/browse?order=name+asc&rootnature=1'

/** Pictures side by side, zoomed together, and one after another, with a mouse and by keyboard alone. */
export const compareJourney: Journey = {
  name: 'Compare and slideshow',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
    const link = (at: number) => tiles.nth(at).getByRole('link')
    const menu = page.getByRole('menu')
    const dialog = page.getByRole('dialog', { name: /^Compare/ })
    const cells = dialog.getByRole('group')
    await signIn(page, 'admin', application.password, list)

    await step('three chosen pictures stand beside one another, at every width', async () => {
      await link(0).click({ modifiers: ['Control'] })
      await link(2).click({ modifiers: ['Shift'] })
      await link(1).click({ button: 'right' })
      await menu.getByRole('menuitem', { name: 'Compare' }).click()
      await dialog.waitFor()
      assert.equal(await cells.count(), 3)
      for (const size of windows) {
        await page.setViewportSize(size)
        await waitForPictures(page, 3)
        await checkPage(page, `Three pictures compared at ${size.width}`)
      }
    })
    await step('the wheel over one zooms all, at the same place', async () => {
      const box = await cells.nth(1).boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3)
      await page.mouse.wheel(0, -600)
      await waitFor('all are zoomed', async () => (await zoomsOf(page)).every((zoom) => zoom.scale > 1.5))
      const zooms = await zoomsOf(page)
      assert.ok(
        Math.max(...zooms.map(({ scale }) => scale)) - Math.min(...zooms.map(({ scale }) => scale)) < 0.01,
      )
      await checkPage(page, 'Three pictures zoomed together')
    })
    await step('apart, only the one under the pointer is zoomed', async () => {
      await dialog.getByRole('switch', { name: 'Zoom together' }).click()
      await waitFor('none is zoomed', async () => (await zoomsOf(page)).every((zoom) => zoom.scale === 1))
      const box = await cells.nth(2).boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
      await page.mouse.wheel(0, -600)
      await waitFor('one is zoomed', async () => {
        const scales = (await zoomsOf(page)).map(({ scale }) => scale)
        return scales[0] === 1 && scales[1] === 1 && (scales[2] ?? 1) > 1.5
      })
    })
    await step('one is taken out and brought back; two cannot become fewer', async () => {
      await cells
        .nth(2)
        .getByRole('button', { name: /^Remove .* from the comparison$/ })
        .click()
      await page.getByRole('dialog', { name: 'Compare 2 pictures' }).waitFor()
      assert.equal(await dialog.getByRole('button', { name: /^Remove / }).count(), 0)
      await dialog.getByRole('button', { name: 'Show all 3' }).click()
      await page.getByRole('dialog', { name: 'Compare 3 pictures' }).waitFor()
      await dialog.getByRole('button', { name: 'Close (Esc)' }).click()
      await dialog.waitFor({ state: 'detached' })
    })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: six stand side by side, are zoomed together, and then one alone`, () =>
        compareSix(hand, page),
      )
    await step('by keyboard alone: V, arrows, Backspace, a menu, Esc', async () => {
      await page.goto(list)
      await link(0).waitFor()
      await page.keyboard.press('ArrowRight')
      await hasFocus(link(0))
      for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowRight', 'Space'])
        await page.keyboard.press(key)
      const focused = await page.locator(':focus').getAttribute('aria-label')
      await page.keyboard.press('v')
      await dialog.waitFor()
      await waitFor('the first has the focus', () => hasFocusAt(page, 0))
      await page.keyboard.press('ArrowRight')
      await waitFor('the second has the focus', () => hasFocusAt(page, 1))
      await page.keyboard.press('+')
      await waitFor('all are zoomed', async () => (await zoomsOf(page)).every((zoom) => zoom.scale > 1.5))
      await page.keyboard.press('z')
      await waitFor('none is zoomed', async () => (await zoomsOf(page)).every((zoom) => zoom.scale === 1))
      await page.keyboard.press('Backspace')
      await page.getByRole('dialog', { name: 'Compare 2 pictures' }).waitFor()
      await waitFor('its neighbour has the focus', () => hasFocusAt(page, 1))
      await keyboard.press(page, dialog.getByRole('button', { name: 'Show all 3' }))
      await page.getByRole('dialog', { name: 'Compare 3 pictures' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(page.getByRole('link', { name: focused ?? '', exact: true }))
    })
    await step('seven cannot be compared, and the menu says how many can', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')
      await link(0).click({ modifiers: ['Control'] })
      await link(6).click({ modifiers: ['Shift'] })
      await link(1).click({ button: 'right' })
      const entry = menu.getByRole('menuitem', { name: /^Compare/ })
      assert.ok(await entry.isDisabled())
      assert.match(await entry.innerText(), /2 to 6/)
      await page.keyboard.press('Escape')
    })
    await step('with a mouse: a slideshow goes on by itself, stops, and turns over both ways', async () => {
      await link(1).click({ button: 'right' })
      await menu.getByRole('menuitem', { name: 'Slideshow' }).click()
      const show = page.getByRole('dialog', { name: 'Slideshow' })
      await show.getByText('1 of 7').waitFor()
      await page.mouse.move(700, 400)
      await checkPage(page, 'A slideshow')
      await show.getByText('2 of 7').waitFor()
      await show.getByRole('button', { name: 'Pause (Space)' }).click()
      await show.getByRole('button', { name: 'Play (Space)' }).waitFor()
      await show.getByRole('button', { name: 'Previous picture (←)' }).click()
      await show.getByText('1 of 7').waitFor()
      await show.getByRole('button', { name: 'Next picture (→)' }).click()
      await show.getByText('2 of 7').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await checkPage(page, `A slideshow stopped, at ${size.width}`)
      }
      await show.getByRole('button', { name: 'Close (Esc)' }).click()
      await show.waitFor({ state: 'detached' })
    })
    await step(
      'by keyboard alone: a slideshow goes on by itself, stops, turns over, and fills the screen',
      async () => {
        await takeAction(page, keyboard, 'Slideshow')
        const show = page.getByRole('dialog', { name: 'Slideshow' })
        await show.getByText('1 of 7').waitFor()
        await show.getByText('2 of 7').waitFor()
        await page.keyboard.press('Space')
        await show.getByRole('button', { name: 'Play (Space)' }).waitFor()
        await page.keyboard.press('ArrowLeft')
        await show.getByText('1 of 7').waitFor()
        await page.keyboard.press('ArrowLeft')
        await show.getByText('7 of 7').waitFor()
        await page.keyboard.press('f')
        await page.waitForFunction(() => document.fullscreenElement !== null)
        await page.keyboard.press('f')
        await page.waitForFunction(() => document.fullscreenElement === null)
        await page.keyboard.press('Escape')
        await show.waitFor({ state: 'detached' })
      },
    )
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** As many as can be compared. The wheel and `+` zoom; all at once, until that is switched off. */
async function compareSix(hand: Hand, page: Page): Promise<void> {
  const links = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').getByRole('link')
  const dialog = page.getByRole('dialog', { name: 'Compare 6 pictures' })
  const cells = dialog.getByRole('group')
  await page.goto(list)
  await links.nth(5).waitFor()
  if (hand === mouse) {
    await links.nth(0).click({ modifiers: ['Control'] })
    await links.nth(5).click({ modifiers: ['Shift'] })
  } else {
    await page.keyboard.press('ArrowRight')
    await hasFocus(links.nth(0))
    for (let more = 0; more < 5; more++) await page.keyboard.press('Shift+ArrowRight')
  }
  await takeAction(page, hand, 'Compare')
  await waitForPictures(page, 6)
  assert.equal(await cells.count(), 6)
  for (const size of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `Six pictures compared at ${size.width}`)
  }
  await zoomIn(hand, page, cells.nth(1))
  await waitFor('all are zoomed', async () => (await zoomsOf(page)).every(({ scale }) => scale > 1.2))
  await hand.turn(page, dialog.getByRole('switch', { name: 'Zoom together' }))
  await waitFor('none is zoomed', async () => (await zoomsOf(page)).every(({ scale }) => scale === 1))
  if (hand === keyboard) await pressTabTo(page, cells.first())
  await zoomIn(hand, page, cells.first())
  await waitFor('one is zoomed', async () => {
    const [first, ...others] = (await zoomsOf(page)).map(({ scale }) => scale)
    return (first ?? 1) > 1.2 && others.every((scale) => scale === 1)
  })
  await hand.press(page, dialog.getByRole('button', { name: 'Close (Esc)' }))
  await dialog.waitFor({ state: 'detached' })
}

async function zoomIn(hand: Hand, page: Page, cell: Locator): Promise<void> {
  if (hand === keyboard) return page.keyboard.press('+')
  const box = await cell.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
  return page.mouse.wheel(0, -600)
}

interface Shown {
  readonly scale: number
}

/** How much each compared picture is enlarged: by its width beside that of its stage. */
async function zoomsOf(page: Page): Promise<Shown[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="group"][data-cell]')].map((cell) => {
      const stage = cell.firstElementChild?.firstElementChild
      const isZoomed = stage?.hasAttribute('data-zoomed') ?? false
      const percent = stage?.querySelector<HTMLElement>('[data-tiles]')
      if (!isZoomed || !stage || !percent) return { scale: 1 }
      const image = percent.querySelector('img')
      const fit = Math.min(
        1,
        stage.clientWidth / (image?.naturalWidth ?? 1),
        stage.clientHeight / (image?.naturalHeight ?? 1),
      )
      return { scale: percent.offsetWidth / ((image?.naturalWidth ?? 1) * fit) }
    }),
  )
}

async function waitForPictures(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-cell] img[data-loaded]').length === wanted,
    count,
  )
}

async function hasFocusAt(page: Page, at: number): Promise<boolean> {
  return page.evaluate(
    (index) => document.activeElement === document.querySelectorAll('[role="group"][data-cell]')[index],
    at,
  )
}
