import assert from 'node:assert/strict'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { withApplication } from '../start-application.ts'
import { startProvider } from '../start-provider.ts'

/**
 * Who signed in by a provider signs out there, too, where the settings ask for it: by mouse and by keyboard
 * alone.
 */
export const providerSignOutJourney: Journey = {
  name: 'Sign-out at the provider',
  async run({ newPerson, step }) {
    const provider = await startProvider()
    const { issuer, clientId, clientSecret } = provider
    const museum = {
      id: 'museum',
      name: 'Museum',
      kind: 'oidc',
      issuer,
      clientId,
      clientSecret,
      signsOutAtProvider: true,
      mapping: { defaultRole: 'contributor' },
    }
    try {
      await withApplication({ settings: { CARTOUCHE_SSO: JSON.stringify([museum]) } }, async ({ url }) => {
        provider.serve(`${url}/api/rest/auth/callback/museum`)
        for (const hand of [mouse, keyboard]) {
          const { page, errors } = await newPerson({ baseURL: url })
          const toProvider = page.getByRole('link', { name: 'Sign in with Museum' })
          await step(`a person signs in by the provider, ${hand.name}`, async () => {
            await page.goto('/account')
            await hand.press(page, toProvider)
            await hand.type(page, page.locator('input[name=login]'), 'guest')
            await hand.type(page, page.locator('input[name=password]'), 'any')
            await page.keyboard.press('Enter')
            await hand.press(page, page.getByRole('button', { name: /continue/i }))
            await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
          })
          await step(`the sign-out leads to the provider and back, ${hand.name}`, async () => {
            await hand.press(page, page.getByRole('button', { name: /^Account of/ }))
            await hand.press(page, page.getByRole('button', { name: 'Sign out', exact: true }))
            await page.waitForURL(`${issuer}/session/end**`)
            await hand.press(page, page.getByRole('button', { name: /^yes/i }))
            await page.waitForURL(`${url}/sign-in`)
          })
          await step(`the provider asks again who it is, ${hand.name}`, async () => {
            await hand.press(page, toProvider)
            await page.locator('input[name=login]').waitFor()
            assert.deepEqual(errors, [])
          })
        }
      })
    } finally {
      provider.stop()
    }
  },
}
