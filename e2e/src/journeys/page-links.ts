import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage, checkPlainPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { act, create, widget } from '../page-parts.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]

/**
 * An editor shares a page that is not open to everybody, with a mouse and by keyboard alone: a link with a
 * password and one without. A visitor opens each; revoked, it opens nothing.
 */
export const pageLinksJourney: Journey = {
  name: 'Links to pages',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    const dialog = page.getByRole('dialog')
    const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
    for (const hand of [mouse, keyboard]) {
      const hasPassword = hand === keyboard
      const name = `Jury ${hand.name} ${Date.now()}`
      const address = await publish(api, name)
      // What looks for what is not accessible runs a script to do so; the pages themselves have none.
      const { page: visitor } = await newPerson({ javaScriptEnabled: hasPassword })
      let url = ''
      let password = ''
      await step(`a link is made from the list of pages, ${hand.name}`, async () => {
        await page.goto('/pages')
        await hand.press(page, menuOf(name))
        await chooseShare(page, hand)
        await dialog.getByText('No active link').waitFor()
        await hand.type(page, dialog.getByLabel('Who it is for'), 'The jury')
        if (hasPassword) {
          await hand.turn(page, dialog.getByRole('switch', { name: 'Ask for a password' }))
          for (const size of windows) {
            await page.setViewportSize(size)
            await checkPage(page, `A new link to a page, ${size.width} px`)
          }
        }
        await hand.press(page, dialog.getByRole('button', { name: 'Create the link' }))
        url = await dialog.getByLabel('Link', { exact: true }).inputValue()
        if (hasPassword) password = await dialog.getByLabel('Password for visitors').inputValue()
        await dialog.getByRole('listitem').getByText('The jury').waitFor()
        await dialog.getByText('Not opened yet').waitFor()
        for (const size of windows) {
          await page.setViewportSize(size)
          await checkPage(page, `A link to a page is made, ${size.width} px`)
        }
      })
      await step(`a visitor opens it, ${hand.name}`, async () => {
        assert.equal((await visitor.goto(address))?.status(), 404)
        await visitor.goto(url)
        if (hasPassword) await enter(visitor, password)
        await visitor.waitForURL(`**${address}`)
        await visitor.getByText('Ships leave at dawn.').waitFor()
      })
      await step(`it says that it was opened, and is revoked, ${hand.name}`, async () => {
        await hand.press(page, dialog.getByRole('button', { name: 'Done' }))
        await dialog.waitFor({ state: 'detached' })
        await page.goto('/pages')
        await hand.press(page, menuOf(name))
        await chooseShare(page, hand)
        await dialog.getByText(/Opened once/).waitFor()
        await hand.press(page, dialog.getByRole('button', { name: 'Revoke this link: The jury' }))
        await dialog.getByText('No active link').waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        assert.equal((await visitor.reload())?.status(), 404)
        assert.equal((await visitor.goto(url))?.status(), 404)
        await visitor.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
      })
    }
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** Chooses **Share** in the menu of a page, which is open. */
async function chooseShare(page: Page, hand: Hand): Promise<void> {
  const item = page.getByRole('menuitem', { name: 'Share' })
  await item.waitFor()
  if (hand === mouse) return item.click()
  const isThere = () => item.evaluate((node) => node === document.activeElement)
  for (let presses = 0; presses < 12 && !(await isThere()); presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Tries a wrong password first; each page on the way is looked at. */
async function enter(visitor: Page, password: string): Promise<void> {
  await visitor.getByRole('heading', { name: 'This page is protected by a password' }).waitFor()
  const field = visitor.getByLabel('Password')
  await hasFocus(field)
  await field.fill('not this one')
  await field.press('Enter')
  await visitor.getByText('That password is wrong. Try again.').waitFor()
  for (const size of windows) {
    await visitor.setViewportSize(size)
    await checkPlainPage(visitor, `The password of a page, ${size.width} px`)
  }
  await field.fill(password)
  await visitor.getByRole('button', { name: 'Open' }).click()
}

/** A published page that is not open to everybody; answers its address. */
async function publish(api: Api, name: string): Promise<string> {
  const path = `/${name.toLowerCase().replaceAll(' ', '-')}`
  const id = await create(api, 'page', { name, path })
  await create(api, 'pagewidget', widget(id, 1, 'text', { html: '<p>Ships leave at dawn.</p>' }))
  await act(api, 'page', id, 'validate')
  return `/p${path}`
}
