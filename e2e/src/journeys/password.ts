import assert from 'node:assert/strict'
import { askDatabase } from '../ask-database.ts'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi, RefusedCall } from '../open-api.ts'

const login = 'contributor'
const fresh = 'quite another password'

/** A password that must be changed before the next sign-in (403/2), by keyboard. */
export const passwordJourney: Journey = {
  name: 'A password that must be changed',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    await askDatabase(
      application.dataFolder,
      `update credential set must_change = true where login = '${login}'`,
    )
    await step('signing in asks for another one first', async () => {
      await page.goto('/carts')
      await page.getByLabel('Username').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(login)
      await page.keyboard.press('Tab')
      await page.keyboard.type(application.password)
      await page.keyboard.press('Enter')
      await page.getByLabel('New password', { exact: true }).and(page.locator(':focus')).waitFor()
      await checkPage(page, 'A new password')
    })
    await step('two that differ, and one that is too short, are refused where they are typed', async () => {
      await type(page.keyboard, fresh, `not ${fresh}`)
      await page.getByText('The two passwords differ').waitFor()
      await page.getByLabel('New password', { exact: true }).focus()
      await type(page.keyboard, 'short', 'short')
      await page.getByRole('alert').waitFor()
      await checkPage(page, 'A new password that is too weak')
    })
    await step('a good one signs in and leads to the asked address; the old one is refused', async () => {
      await page.getByLabel('New password', { exact: true }).focus()
      await type(page.keyboard, fresh, fresh)
      await page.waitForURL('**/carts')
      await page.getByRole('heading', { name: 'Carts', level: 1 }).waitFor()
      await assert.rejects(openApi(application.url, login, application.password), RefusedCall)
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
    // Journeys after this one sign in with the password of all.
    const api = await openApi(application.url, login, fresh)
    await api.call('POST', '/rest/profil/me/patch', {
      login,
      password: fresh,
      newPassword: application.password,
    })
  },
}

async function type(
  keyboard: { type(text: string): Promise<void>; press(key: string): Promise<void> },
  first: string,
  second: string,
): Promise<void> {
  await keyboard.press('Control+A')
  await keyboard.type(first)
  await keyboard.press('Tab')
  await keyboard.press('Control+A')
  await keyboard.type(second)
  await keyboard.press('Enter')
}
