import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { hasFocus } from '../has-focus.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

/** The words of an asset in every language. */
export const wordsJourney: Journey = {
  name: 'Words in every language',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const api = await openApi(application.url, 'editor', application.password)
    const { response } = await api.call<{ response: { data: { id: number; name: string }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=1&orderby=name+asc&query=${encodeURIComponent('{"rootnature":1}')}`,
    )
    const [asset] = response.data
    assert.ok(asset)
    const before = await wordsOf(api, asset.id)
    await beginSession(page, 'editor', application.password)
    await step('name and description are written in French beside English, by keyboard', async () => {
      await page.goto(`/browse/${asset.id}`)
      await page.getByRole('button', { name: 'Edit in every language' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Name and description in every language' })
      await dialog.getByLabel('Name in English').and(page.locator(':focus')).waitFor()
      await checkPage(page, 'Words in every language')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Le port au matin')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(page.getByRole('button', { name: 'Edit in every language' }))
      await waitFor(
        'the French name',
        async () => (await wordsOf(api, asset.id)).name_fr === 'Le port au matin',
      )
      assert.equal((await wordsOf(api, asset.id)).name, before.name)
    })
    await step('whoever reads French sees it, and what they write in place is French', async () => {
      await chooseLanguage(page, /^Account of/, 'Français')
      await page.goto(`/browse/${asset.id}`)
      await page.getByRole('heading', { level: 2, name: 'Le port au matin' }).waitFor()
      await page
        .getByRole('button', { name: /^Modifier.*nom/i })
        .first()
        .press('Enter')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Le port au soir')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 2, name: 'Le port au soir' }).waitFor()
      const words = await wordsOf(api, asset.id)
      assert.deepEqual([words.name, words.name_fr], [before.name, 'Le port au soir'])
      await chooseLanguage(page, /^Compte de/, 'English')
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
    await api.call('PATCH', `/rest/dam/data/asset/${asset.id}`, { name_fr: before.name_fr ?? null })
  },
}

interface Words {
  readonly name: string
  readonly name_fr?: string | null
}

async function wordsOf(api: Api, id: number): Promise<Words> {
  return (await api.call<{ response: { data: Words } }>('GET', `/rest/dam/data/asset/${id}?i18n=false`))
    .response.data
}

async function chooseLanguage(page: Page, account: RegExp, language: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: account }).click()
  await page.getByText(language, { exact: true }).click()
  await page.locator(`html[lang="${language === 'English' ? 'en' : 'fr'}"]`).waitFor({ state: 'attached' })
}
