import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage, checkWidth, wear } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const phone = { width: 390, height: 844 }
const tablet = { width: 834, height: 1112 }

/** In French, on a phone, in the dark; and no page wider than its window. */
export const languagesJourney: Journey = {
  name: 'Languages and widths',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson({
      locale: 'fr-FR',
      viewport: phone,
      colorScheme: 'dark',
      hasTouch: true,
    })
    const api = await openApi(application.url, 'contributor', application.password)
    const addresses = await listAddresses(api)
    await step('the sign-in speaks the browser’s language', async () => {
      await page.goto('/sign-in')
      await page.getByRole('button', { name: 'Se connecter' }).waitFor()
      await checkPage(page, 'Sign-in in French')
      await changeLanguageElsewhere(page)
      await signIn(page, 'contributor', application.password)
      await chooseFrench(page)
    })
    await step('every page fits a phone, in French and in the dark', async () => {
      for (const address of addresses) {
        await open(page, address)
        await checkPage(page, address)
        assert.equal(await page.locator('html').getAttribute('lang'), 'fr')
      }
      await wear(page, 'dark')
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      assert.ok((/\d+/.exec(ground)?.map(Number)[0] ?? 255) < 60, `the ground is ${ground}`)
    })
    await step('every page fits a tablet', async () => {
      await page.setViewportSize(tablet)
      for (const address of addresses) {
        await open(page, address)
        await checkWidth(page, address)
      }
    })
    // The language stays with the person: whoever plays them next reads English.
    await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** What a form says is said again in the language that is chosen in another tab. */
async function changeLanguageElsewhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click()
  await page.getByText('Saisissez votre mot de passe').waitFor()
  const other = await page.context().newPage()
  await other.goto('/sign-in')
  for (const [language, text] of [
    ['en', 'Enter your password'],
    ['fr', 'Saisissez votre mot de passe'],
  ] as const) {
    await other.evaluate((chosen) => localStorage.setItem('cartouche-language', chosen), language)
    await page.getByText(text).waitFor()
  }
  await other.close()
}

/** An address of every kind of page. */
async function listAddresses(api: Api): Promise<string[]> {
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    '/rest/dam/data/asset?max=1',
  )
  const carts = await api.call<{ id: number }[]>('GET', '/wedia/cart/listCarts?output=list')
  return [
    '/',
    '/browse',
    '/browse?view=list',
    `/browse/${response.data[0]?.id}`,
    '/carts',
    ...carts.slice(0, 1).map(({ id }) => `/carts/${id}`),
    '/import',
  ]
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('banner').waitFor({ state: 'attached' })
  await waitForCalm(page)
}

/** The language of the profile wins over the browser's: it is chosen in the account menu. */
async function chooseFrench(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Account of|Compte d)/ }).click()
  await page.getByText('Français', { exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Parcourir' }).first().waitFor()
}
