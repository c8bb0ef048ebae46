import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { askDatabase } from '../ask-database.ts'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { beginSession } from '../open-browser.ts'

const login = 'viewer'

/**
 * How an account is accessed is changed by whoever has just proved who they are: asked in a dialog, with a
 * mouse and by keyboard.
 */
export const freshProofJourney: Journey = {
  name: 'A fresh proof before factors and e-mail are changed',
  async run({ application, newPerson, step }) {
    /** As if everybody had signed in a while ago. */
    const age = (): Promise<void> =>
      askDatabase(application.dataFolder, `update session_use set proven_at = now() - interval '1 hour'`)
    for (const hand of [mouse, keyboard]) {
      const { page, errors } = await newPerson()
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await beginSession(page, login, application.password)
      await age()
      await step(`another e-mail address is saved once the password was given, ${hand.name}`, async () => {
        await page.goto('/account')
        const address = `viewer-${hand === mouse ? 'one' : 'two'}@museum.example`
        await hand.type(page, page.getByLabel('E-mail'), address)
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        await checkPage(page, 'A fresh proof')
        await dialog.getByLabel('Your password').and(page.locator(':focus')).waitFor()
        await prove(page, hand, 'not the password')
        await dialog.getByText('Wrong password').waitFor()
        await prove(page, hand, application.password)
        await page.getByText('Your profile was saved').waitFor()
        await dialog.waitFor({ state: 'hidden' })
        await page.reload()
        await page
          .getByLabel('E-mail')
          .and(page.locator(`[value="${address}"]`))
          .waitFor()
      })
      await step(`whoever gives no proof changes nothing, and reads why, ${hand.name}`, async () => {
        await age()
        await hand.press(page, page.getByRole('button', { name: 'Set up an authenticator' }))
        await dialog.waitFor()
        await hand.press(page, dialog.getByRole('button', { name: 'Cancel' }))
        await page.getByRole('alert').getByText('Confirm that it’s you first').waitFor()
      })
      await step(`Escape closes the dialog of the proof alone, ${hand.name}`, async () => {
        const below = page.getByRole('dialog').filter({ has: page.getByRole('alert') })
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await hand.press(page, page.getByRole('button', { name: 'Set up an authenticator' }))
        await dialog.getByLabel('Your password').waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await below.getByText('Confirm that it’s you first').waitFor()
        await page.keyboard.press('Escape')
        await below.waitFor({ state: 'detached' })
      })
      await step(`no page logged an error, ${hand.name}`, async () => assert.deepEqual(errors, []))
    }
  },
}

async function prove(page: Page, hand: Hand, password: string): Promise<void> {
  await hand.type(page, page.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
}
