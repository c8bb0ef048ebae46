import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

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
    await signIn(page, 'admin', application.password, '/browse?order=name+asc&rootnature=1')

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
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('by keyboard alone: V, arrows, Backspace, a menu, Esc', async () => {
      await page.keyboard.press('Escape')
      await link(0).focus()
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
    await step('a slideshow goes on by itself, stops, and turns over by keys', async () => {
      await link(1).click({ button: 'right' })
      await menu.getByRole('menuitem', { name: 'Slideshow' }).click()
      const show = page.getByRole('dialog', { name: 'Slideshow' })
      await show.getByText('1 of 7').waitFor()
      await page.mouse.move(700, 400)
      await checkPage(page, 'A slideshow')
      await show.getByText('2 of 7').waitFor()
      await page.keyboard.press('Space')
      await show.getByRole('button', { name: 'Play (Space)' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      await show.getByText('1 of 7').waitFor()
      await page.keyboard.press('ArrowLeft')
      await show.getByText('7 of 7').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await checkPage(page, `A slideshow stopped, at ${size.width}`)
      }
      await page.keyboard.press('Escape')
      await show.waitFor({ state: 'detached' })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
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
