import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { openFacet } from '../filters.ts'
import type { Journey } from '../journey.ts'
import { hasFocus } from '../has-focus.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

interface Saved {
  readonly id: number
  readonly name: string
  readonly version: number
}
const base = '/packaged/cw/savedsearch'

/** Searches that are kept, shared, taken back and given away, between two people; once by keyboard alone. */
export const savedSearchesJourney: Journey = {
  name: 'Saved searches',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { page, errors } = await newPerson()
    const friend = await newPerson()
    await beginSession(page, 'editor', application.password)
    await beginSession(friend.page, 'contributor', application.password)

    await step('a person keeps what they look for', async () => {
      await page.goto('/searches')
      await page.getByText('You have no saved searches').waitFor()
      await checkPage(page, 'Searches, none')
      await page.getByRole('button', { name: 'Browse the library' }).click()
      await page.waitForURL('**/browse')
      assert.equal(
        await page.getByRole('button', { name: 'Save search', exact: true }).getAttribute('aria-disabled'),
        'true',
      )
      await page.getByRole('banner').getByRole('combobox', { name: 'Search' }).fill('sea')
      await waitFor('the words in the address', () => page.url().includes('q=sea'))
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).check()
      await page.getByRole('button', { name: 'Save search', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Save this search…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save this search' })
      assert.equal(await dialog.getByLabel('Name').inputValue(), 'sea')
      await dialog.getByLabel('Name').fill('')
      await dialog.getByRole('button', { name: 'Save the search' }).click()
      await dialog.getByText('Give the search a name').waitFor()
      await checkPage(page, 'Saving a search')
      await dialog.getByLabel('Name').fill('The sea in pictures')
      await dialog.getByLabel('Description').fill('For the spring brochure')
      await dialog.getByRole('button', { name: 'Save the search' }).click()
      await current(page).getByText('The sea in pictures').waitFor()
      await waitForCalm(page)
      await checkPage(page, 'The list of a saved search')
    })
    await step('it runs from the list of searches, from home and from the commands', async () => {
      await page.goto('/searches')
      await row(page, 'The sea in pictures').getByText('“sea” · one filter').waitFor()
      await checkPage(page, 'Searches')
      await row(page, 'The sea in pictures').getByRole('link').click()
      await isShown(page, 'The sea in pictures')
      await page.goBack()
      await page.waitForURL('**/searches')
      await page.goto('/')
      await page.getByRole('link', { name: 'The sea in pictures' }).click()
      await isShown(page, 'The sea in pictures')
      await page.goto('/carts')
      await page.getByRole('heading', { name: 'Carts', exact: true }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('textbox', { name: 'Commands' }).fill('the sea in')
      await page.getByRole('button', { name: 'The sea in pictures' }).click()
      await isShown(page, 'The sea in pictures')
    })
    await step('what it asks can change, and be saved again', async () => {
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).uncheck()
      await current(page).getByText('Changed since it was saved').waitFor()
      await current(page).getByRole('button', { name: 'Back to what is saved' }).click()
      await waitFor('the filter again', () => page.url().includes('is.rootnature'))
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).uncheck()
      await current(page).getByRole('button', { name: 'Save the change' }).click()
      await current(page).getByText('Changed since it was saved').waitFor({ state: 'detached' })
    })
    await step('P1.03 it is shared with somebody, who is notified at once, with a mouse', async () => {
      await friend.page.goto('/searches')
      await friend.page.getByText('You have no saved searches').waitFor()
      await page.goto('/searches')
      await choose(page, 'The sea in pictures', 'Share')
      const dialog = page.getByRole('dialog', { name: 'Share “The sea in pictures”' })
      await dialog.getByText('Shared with nobody').waitFor()
      await dialog
        .getByRole('textbox', { name: 'Share with' })
        .or(dialog.getByRole('combobox', { name: 'Share with' }))
        .first()
        .fill('contrib')
      await page.getByRole('option', { name: 'Contributor' }).click()
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await dialog.getByText('Shared with one person').waitFor()
      await checkPage(page, 'Sharing a search')
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await row(page, 'The sea in pictures').getByText('Shared with one person').waitFor()
      await row(friend.page, 'The sea in pictures').getByText('by Editor').waitFor()
      await friend.page.getByRole('button', { name: /^Notifications: [1-9]/ }).click()
      await friend.page
        .getByRole('link', { name: /Editor shared the search “The sea in pictures” with you/ })
        .first()
        .click()
      await isShown(friend.page, 'The sea in pictures')
      assert.equal(await current(friend.page).getByRole('button', { name: 'Save the change' }).count(), 0)
    })
    await step('whoever has it may run and leave it, nothing else', async () => {
      await friend.page.goto('/searches')
      await row(friend.page, 'The sea in pictures')
        .getByRole('button', { name: /^Actions on/ })
        .click()
      assert.deepEqual(await friend.page.getByRole('menuitem').allTextContents(), [
        'Run',
        'Share results',
        'Leave',
      ])
      await checkPage(friend.page, 'Searches of others')
      await friend.page.keyboard.press('Escape')
    })
    await step('it is taken back with a mouse, and gone from their screen', async () => {
      await choose(page, 'The sea in pictures', 'Share')
      const dialog = page.getByRole('dialog', { name: 'Share “The sea in pictures”' })
      await dialog.getByRole('button', { name: 'Stop sharing with Contributor' }).click()
      await dialog.getByText('Shared with nobody').waitFor()
      await page.keyboard.press('Escape')
      await friend.page.getByText('You have no saved searches').waitFor()
      const { id } = await savedAs(api, 'The sea in pictures')
      await friend.page.goto(`/searches/${id}`)
      await friend.page
        .getByText(/no longer exists, or is not shared with you/)
        .first()
        .waitFor()
      await checkPage(friend.page, 'A search that is gone')
    })
    await step(
      'it is given away with a mouse: the new owner renames it, the old one sees that and leaves',
      async () => {
        await friend.page.goto('/searches')
        await choose(page, 'The sea in pictures', 'Transfer ownership')
        const dialog = page.getByRole('dialog', { name: 'Transfer “The sea in pictures”' })
        assert.ok(await dialog.getByRole('button', { name: 'Transfer ownership' }).isDisabled())
        await dialog
          .getByRole('textbox', { name: 'New owner' })
          .or(dialog.getByRole('combobox', { name: 'New owner' }))
          .first()
          .fill('contrib')
        await page.getByRole('option', { name: 'Contributor' }).click()
        await checkPage(page, 'Giving a search away')
        await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
        await page.getByRole('heading', { name: /^Shared with me/ }).waitFor()
        await choose(friend.page, 'The sea in pictures', 'Rename and describe')
        const edit = friend.page.getByRole('dialog', { name: 'Rename and describe' })
        await edit.getByLabel('Name').fill('All of the sea')
        await edit.getByRole('switch', { name: 'Public: all signed-in users can see and use it' }).check()
        await edit.getByRole('button', { name: 'Save' }).click()
        await edit.waitFor({ state: 'detached' })
        await row(friend.page, 'All of the sea').getByText('Public').waitFor()
        await row(page, 'All of the sea').getByText('by Contributor').waitFor()
        await choose(page, 'All of the sea', 'Leave')
        const leave = page.getByRole('dialog', { name: 'Leave “All of the sea”?' })
        await checkPage(page, 'Leaving a search')
        await leave.getByRole('button', { name: 'Leave' }).click()
        await page.getByRole('heading', { name: /^Public/ }).waitFor()
        await choose(friend.page, 'All of the sea', 'Make private')
        await page.getByText('You have no saved searches').waitFor()
      },
    )
    await step('a search that names a field which is gone still runs, and says so', async () => {
      const { id } = await api.call<Saved>('POST', `${base}/add/`, {
        name: 'Of before',
        data: {
          path: 'dam/data/asset',
          cursorName: 'browse',
          fulltextTokens: ['sea'],
          userConstraints: {
            old: { field: 'shelfmark', operator: 'in', values: ['A7'] },
            kind: { field: 'rootnature', operator: 'in', values: [1] },
          },
        },
      })
      await page.goto(`/searches/${id}`)
      await current(page)
        .getByText('A field of this search no longer exists: shelfmark. Its filter is ignored.')
        .waitFor()
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
      assert.ok(page.url().includes('is.rootnature=1') && !page.url().includes('shelfmark'))
      await checkPage(page, 'A search with a field that is gone')
    })
    await step('searches are found by name, and deleted by naming them', async () => {
      await page.goto('/searches')
      await page.getByRole('textbox', { name: 'Filter searches by name' }).fill('nothing*like it')
      await page.getByText('No search has a name like “nothing*like it”.').waitFor()
      await page.getByRole('textbox', { name: 'Filter searches by name' }).fill('O*BEFORE')
      await choose(page, 'Of before', 'Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete “Of before”?' })
      await checkPage(page, 'Deleting a search')
      await dialog.getByRole('button', { name: 'Delete the search' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('No search has a name like').waitFor()
    })
    await step('the whole way by keyboard alone: save, run, share, take back, give away, leave', () =>
      byKeyboard(page, api),
    )
    await step('how a person likes the list follows them to another machine', async () => {
      await page.goto('/browse')
      await waitForCalm(page)
      const nature = page.getByRole('button', { name: /^Type/, expanded: true })
      await nature.click()
      await page.getByRole('button', { name: /^Type/, expanded: false }).waitFor()
      await waitForCalm(page)
      const elsewhere = await newPerson()
      await signIn(elsewhere.page, 'editor', application.password, '/browse')
      await elsewhere.page.getByRole('button', { name: /^Type/, expanded: false }).waitFor()
      await elsewhere.page.getByRole('button', { name: /^Type/, expanded: false }).click()
      await waitForCalm(elsewhere.page)
    })
    await step('no page logged an error but what was refused on purpose', async () => {
      assert.deepEqual(errors, [])
      assert.deepEqual(
        friend.errors.filter((error) => !error.startsWith('Failed to retrieve search')),
        [],
      )
    })
  },
}

/** Nothing but keys from here on. */
async function byKeyboard(page: Page, api: Api): Promise<void> {
  const { keyboard } = page
  await page.goto('/browse')
  await waitForCalm(page)
  await keyboard.press('/')
  await keyboard.type('night')
  await keyboard.press('Enter')
  await waitFor('the words in the address', () => page.url().includes('q=night'))
  await pressTabTo(page, page.getByRole('button', { name: 'Save search', exact: true }))
  await keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Save this search…' })
  await entry.waitFor()
  await hasFocus(page.getByRole('menuitem').first())
  await keyboard.press('ArrowDown')
  await hasFocus(entry)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Save this search' }).getByLabel('Name').waitFor()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('Nights')
  await keyboard.press('Enter')
  await current(page).getByText('Nights').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await keyboard.press('ControlOrMeta+k')
  await page.getByRole('textbox', { name: 'Commands' }).waitFor()
  await keyboard.type('searches')
  const room = page.getByRole('dialog').getByRole('button', { name: 'Searches', exact: true })
  await room.waitFor()
  for (let pressed = 0; pressed < 8 && (await room.getAttribute('data-selected')) === null; pressed++)
    await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await page.waitForURL('**/searches')
  await act(page, 'Nights', 'Share')
  const dialog = page.getByRole('dialog', { name: 'Share “Nights”' })
  await pickByKeyboard(page, dialog)
  await pressTabTo(page, dialog.getByRole('button', { name: 'Share', exact: true }))
  await keyboard.press('Enter')
  await dialog.getByText('Shared with one person').waitFor()
  await pressTabTo(page, dialog.getByRole('button', { name: 'Stop sharing with Contributor' }))
  await keyboard.press('Enter')
  await dialog.getByText('Shared with nobody').waitFor()
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await act(page, 'Nights', 'Transfer ownership')
  const give = page.getByRole('dialog', { name: 'Transfer “Nights”' })
  await pickByKeyboard(page, give)
  await pressTabTo(page, give.getByRole('button', { name: 'Transfer ownership' }))
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Shared with me/ }).waitFor()
  assert.equal((await savedAs(api, 'Nights')).name, 'Nights')
  await act(page, 'Nights', 'Leave')
  const leave = page.getByRole('dialog', { name: 'Leave “Nights”?' })
  await pressTabTo(page, leave.getByRole('button', { name: 'Leave' }))
  await keyboard.press('Enter')
  await row(page, 'Nights').waitFor({ state: 'detached' })
}

async function pickByKeyboard(page: Page, dialog: Locator): Promise<void> {
  await dialog.waitFor()
  await waitFor('the focus in the dialog', () =>
    dialog.evaluate((node) => node.contains(document.activeElement)),
  )
  const field = dialog.locator('input[role="combobox"], input:not([readonly])').first()
  if (!(await field.evaluate((node) => node === document.activeElement))) await pressTabTo(page, field)
  await page.keyboard.type('contrib')
  await waitFor(
    'the one person of this name',
    async () =>
      (await page.getByRole('option').count()) === 1 &&
      page.getByRole('option', { name: 'Contributor' }).isVisible(),
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByText('Contributor').first().waitFor()
}

/** Opens the menu of a row by keyboard and takes an action. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).waitFor()
  await pressTabTo(page, page.getByRole('button', { name: `Actions on ${name}` }))
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: action, exact: true })
  await item.waitFor()
  for (
    let pressed = 0;
    pressed < 10 && !(await item.evaluate((node) => node === document.activeElement));
    pressed++
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions on ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
}

function current(page: Page): Locator {
  return page.getByRole('region', { name: 'Saved search' })
}

async function isShown(page: Page, name: string): Promise<void> {
  await current(page).getByText(name).waitFor()
  await waitFor(
    'the address of the list',
    () => new URL(page.url()).pathname === '/browse' && page.url().includes('q=sea'),
  )
  assert.equal(await current(page).getByText('Changed since it was saved').count(), 0)
}

async function savedAs(api: Api, name: string): Promise<Saved> {
  const found = (await api.call<Saved[]>('GET', `${base}/list?name=${encodeURIComponent(name)}`))[0]
  if (!found) throw new Error(`There is no search ${name}`)
  return found
}
