import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { openFacet } from '../filters.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/**
 * A search is bookmarked by one click or one key, found again on another machine, renamed, removed and put
 * back.
 */
export const bookmarksJourney: Journey = {
  name: 'Bookmarks',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    await beginSession(page, 'contributor', application.password)

    await step('P3.22 the menu of Save bookmarks what the list asks, under a name made of it', async () => {
      await page.goto('/browse')
      await waitForCalm(page)
      assert.equal(await mark(page).getAttribute('aria-disabled'), 'true')
      await page.keyboard.press('b')
      await page.getByRole('banner').getByRole('combobox', { name: 'Search' }).fill('sea')
      await waitFor('the words in the address', () => page.url().includes('q=sea'))
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).check()
      await mark(page).click()
      await page.getByRole('menuitem', { name: 'Bookmark this search' }).click()
      await page.getByText('“sea · Image” is bookmarked. Only you see it.').waitFor()
      await marked(page, true)
      await checkPage(page, 'A bookmarked list')
    })
    await step('one key does the same, and takes it away again', async () => {
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).uncheck()
      await marked(page, false)
      await page.getByRole('list', { name: 'Assets' }).focus()
      await page.keyboard.press('b')
      await page.getByText('“sea” is bookmarked. Only you see it.').waitFor()
      await marked(page, true)
      await page.keyboard.press('b')
      await page.getByText('The bookmark “sea” is removed').waitFor()
      await marked(page, false)
      await page.keyboard.press('b')
      await marked(page, true)
    })
    await step('bookmarks stand above the saved searches, and open the list', async () => {
      await page.goto('/searches')
      await row(page, 'sea').getByText('“sea”').waitFor()
      await row(page, 'sea · Image').getByText('“sea” · one filter').waitFor()
      await checkPage(page, 'Bookmarks')
      await row(page, 'sea · Image').getByRole('link').click()
      await waitFor(
        'what was kept in the address',
        () =>
          new URL(page.url()).pathname === '/browse' &&
          page.url().includes('q=sea') &&
          page.url().includes('is.rootnature=1'),
      )
      await marked(page, true)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('textbox', { name: 'Commands' }).fill('sea')
      await page.getByRole('button', { name: 'sea', exact: true }).click()
      await waitFor('the other one', () => page.url().includes('q=sea') && !page.url().includes('rootnature'))
    })
    await step('they stand on the first page', async () => {
      await page.goto('/')
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Searches' }) })
      await section.getByRole('link', { name: 'sea · Image' }).waitFor()
      await checkPage(page, 'Home with bookmarks')
      await section.getByRole('link', { name: 'sea', exact: true }).click()
      await waitFor('the list', () => page.url().includes('/browse') && page.url().includes('q=sea'))
    })
    await step('with a mouse: every page has one search box, in the same place', async () => {
      const places = new Set<string>()
      for (const address of pages) {
        await page.goto(address)
        await oneBox(page).waitFor()
        assert.equal(await page.getByRole('combobox', { name: 'Search', exact: true }).count(), 1, address)
        const { x = 0, y = 0, width = 0 } = (await oneBox(page).boundingBox()) ?? {}
        places.add(`${x} ${y} ${width}`)
      }
      assert.equal(places.size, 1, [...places].join())
      await oneBox(page).click()
      await page.keyboard.type('sea')
      await page.keyboard.press('Enter')
      await waitFor('the list', () => page.url().includes('/browse') && page.url().includes('q=sea'))
    })
    await step('by keyboard alone: one key leads to it from every page', async () => {
      for (const address of pages) {
        await page.goto(address)
        await oneBox(page).waitFor()
        await page.keyboard.press('/')
        await hasFocus(oneBox(page))
      }
      await page.keyboard.type('forest')
      await page.keyboard.press('Enter')
      await waitFor('the list', () => page.url().includes('q=forest'))
    })
    await step('one is renamed by keyboard alone, not to a name that another has', async () => {
      await page.goto('/searches')
      await actByKeyboard(page, 'sea', 'Rename')
      const dialog = page.getByRole('dialog', { name: 'Rename the bookmark' })
      await waitFor('the focus in the field', () =>
        dialog.getByLabel('Name').evaluate((node) => node === document.activeElement),
      )
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('sea · Image')
      await page.keyboard.press('Enter')
      await dialog.getByText('You already have a bookmark named “sea · Image”').waitFor()
      await checkPage(page, 'Renaming a bookmark')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Everything at sea')
      await page.keyboard.press('Enter')
      await row(page, 'Everything at sea').waitFor()
      await dialog.waitFor({ state: 'detached' })
    })
    await step('one that is removed is put back by Undo', async () => {
      await actByKeyboard(page, 'Everything at sea', 'Remove the bookmark')
      await row(page, 'Everything at sea').waitFor({ state: 'detached' })
      const undo = page.getByRole('button', { name: 'Undo' }).last()
      await undo.click()
      await row(page, 'Everything at sea').waitFor()
      assert.equal(
        await page
          .getByRole('listitem')
          .filter({ has: page.getByRole('button', { name: /^Actions on/ }) })
          .first()
          .getByRole('link')
          .textContent(),
        'Everything at sea',
      )
    })
    await step('P5.10 they follow the person to another machine, and nobody else', async () => {
      const elsewhere = await newPerson()
      await signIn(elsewhere.page, 'contributor', application.password, '/searches')
      await row(elsewhere.page, 'Everything at sea').waitFor()
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, '/searches')
      await waitForCalm(other.page)
      assert.equal(await other.page.getByRole('heading', { name: /^Bookmarks/ }).count(), 0)
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** Pages of the frame, where a search begins. */
const pages = ['/', '/browse', '/carts', '/searches', '/todo', '/trash']
const oneBox = (page: Page): Locator =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search', exact: true })

function mark(page: Page): Locator {
  return page.getByRole('button', { name: /^Save search(, bookmarked)?$/ })
}

async function marked(page: Page, isMarked: boolean): Promise<void> {
  await waitFor(
    isMarked ? 'the mark' : 'no mark',
    async () =>
      (await mark(page).getAttribute('aria-label')) ===
      (isMarked ? 'Save search, bookmarked' : 'Save search'),
  )
}

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
}

async function actByKeyboard(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).waitFor()
  await pressTabTo(page, page.getByRole('button', { name: `Actions on ${name}`, exact: true }))
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  await item.waitFor()
  for (
    let pressed = 0;
    pressed < 4 && !(await item.evaluate((node) => node === document.activeElement));
    pressed++
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}
