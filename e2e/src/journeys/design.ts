import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** Every component in every state stands the check of accessibility, light and dark, at every width. */
export const designJourney: Journey = {
  name: 'Design system',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson({ viewport: windows[2] })
    await step('whoever may not change the look reads so, and signs in as somebody who may', async () => {
      await signIn(page, 'viewer', application.password, '/design')
      await page
        .getByRole('alert')
        .getByRole('heading', { name: 'You do not have permission to change the appearance' })
        .waitFor()
      assert.equal(await page.getByRole('heading', { name: 'Design system' }).count(), 0)
      await checkPage(page, 'Design system, closed')
      await page.getByRole('button', { name: 'Sign in with another account' }).click()
      await page.waitForURL(/\/sign-in/)
      await signIn(page, 'admin', application.password)
      await page.getByRole('heading', { name: 'Design system' }).waitFor()
    })
    const developer = await newPerson({ viewport: windows[2] })
    await signIn(developer.page, 'admin', application.password, '/design')
    for (const viewport of windows)
      await step(`every component at ${viewport.width} px`, async () => {
        await developer.page.setViewportSize(viewport)
        await developer.page.getByRole('heading', { level: 2, name: 'Surfaces' }).waitFor()
        await checkPage(developer.page, `Design system, ${viewport.width}`)
      })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: dialogs, a question and a menu open, and give the focus back`, async () => {
        const { page: its } = developer
        await its.getByRole('button', { name: 'Show a failure' }).focus()
        for (const name of ['Open a dialog', 'Ask before something is lost']) {
          const button = its.getByRole('button', { name })
          await hand.press(its, button)
          await its.getByRole('dialog').waitFor()
          await checkPage(its, `Design system, ${name}`)
          await its.keyboard.press('Escape')
          await its.getByRole('dialog').waitFor({ state: 'detached' })
          await hasFocus(button)
        }
        await hand.press(its, its.getByRole('button', { name: 'Open a menu' }))
        const first = its.getByRole('menuitem').first()
        await hasFocus(first)
        const ground = await first.evaluate((entry) => getComputedStyle(entry).backgroundColor)
        assert.equal(ground === 'rgba(0, 0, 0, 0)', hand === mouse, 'keys alone show where they are')
        await checkPage(its, 'Design system, a menu')
        await its.keyboard.press('Escape')
      })
    assert.deepEqual([...errors, ...developer.errors], [])
  },
}
