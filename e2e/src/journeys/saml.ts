import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { withApplication } from '../start-application.ts'
import { samlService, startSamlProvider } from '../start-saml-provider.ts'

/**
 * A person signs in by a provider of SAML on another site, with a mouse and by keyboard alone; one whom the
 * provider does not vouch for gets an error.
 */
export const samlJourney: Journey = {
  name: 'Sign-in by SAML',
  async run({ newPerson, step }) {
    const provider = await startSamlProvider()
    const { entryPoint, idpIssuer, certificate } = provider
    const city = {
      id: 'city',
      name: 'City',
      kind: 'saml',
      entryPoint,
      idpIssuer,
      certificate,
      issuer: samlService,
      mapping: { defaultRole: 'contributor' },
    }
    const others = { ...city, id: 'village', name: 'Village', issuer: 'somebody-else' }
    try {
      await withApplication(
        { settings: { CARTOUCHE_SSO: JSON.stringify([city, others]) } },
        async ({ url }) => {
          for (const [index, hand] of [mouse, keyboard].entries()) {
            const { page, errors } = await newPerson({ baseURL: url })
            const login = `citizen${index}`
            const signInAt = async (name: string): Promise<void> => {
              await hand.press(page, page.getByRole('link', { name: `Sign in with ${name}` }))
              await page.waitForURL(`${entryPoint}?**`)
              await hand.type(page, page.getByLabel('Username'), login)
              await hand.press(page, page.getByRole('button', { name: 'Sign in' }))
            }
            await step(
              `an answer that is meant for another service lets nobody in, ${hand.name}`,
              async () => {
                await page.goto('/account')
                await signInAt('Village')
                await page.getByRole('alert').getByText('The sign-in with Village did not work').waitFor()
                await checkPage(page, 'Sign-in after a failure of SAML')
              },
            )
            await step(
              `SAML leads to the asked address, with the name that the provider sent, ${hand.name}`,
              async () => {
                await signInAt('City')
                await page.waitForURL(`${url}/account`)
                await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
                assert.equal(
                  await page.getByLabel('Name', { exact: true }).inputValue(),
                  `${login} of the city`,
                )
                assert.equal(await page.getByLabel('E-mail').inputValue(), `${login}@city.example`)
              },
            )
            await step(`the session is an ordinary one, and ends here alone, ${hand.name}`, async () => {
              await hand.press(page, page.getByRole('button', { name: /^Account of/ }))
              await hand.press(page, page.getByRole('button', { name: 'Sign out', exact: true }))
              await page.waitForURL(`${url}/sign-in`)
              assert.deepEqual(errors, [])
            })
          }
        },
      )
    } finally {
      provider.stop()
    }
  },
}
