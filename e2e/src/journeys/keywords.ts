import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

interface Keyword {
  readonly id: number
  readonly name: string
}
interface Described {
  readonly id: number
  readonly keywords: readonly Keyword[]
}

/**
 * Keywords of an asset are typed: Enter and comma take them, leaving the field loses none, the list covers no
 * button, and new ones are created when the form is saved.
 */
export const keywordsJourney: Journey = {
  name: 'Keywords field',
  async run(stage) {
    const api = await openApi(stage.application.url, 'editor', stage.application.password)
    const { response } = await api.call<{ response: { data: Described[] } }>(
      'GET',
      `/rest/dam/data/asset?max=1&query=${encodeURIComponent('{"rootnature":1}')}`,
    )
    const [asset] = response.data
    assert.ok(asset)
    try {
      for (const hand of [mouse, keyboard]) await typeKeywords(stage, api, asset, hand)
    } finally {
      await setKeywords(api, asset.id, asset.keywords)
      const made = await api.call<{ response: { data: Keyword[] } }>(
        'GET',
        '/rest/dam/data/assetkeyword?max=50&fulltext=journeyword',
      )
      for (const { id } of made.response.data) await api.call('DELETE', `/rest/dam/data/assetkeyword/${id}`)
    }
  },
}

async function typeKeywords(
  { application, newPerson, step }: Stage,
  api: Api,
  asset: Described,
  hand: Hand,
): Promise<void> {
  const { page, errors } = await newPerson()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Keywords' })
  const form = page.locator('form').filter({ has: page.getByRole('combobox', { name: 'Keywords' }) })
  const save = form.getByRole('button', { name: 'Save' })
  const names = async (): Promise<string[]> =>
    (await keywordsOf(api, asset.id)).map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))
  const own = hand === mouse ? 'mouse' : 'keys'
  await setKeywords(api, asset.id, [])
  await signIn(page, 'editor', application.password, `/browse/${asset.id}`)
  await step(
    `${hand.name}: Enter takes the first match, or the new word; a comma takes it, too`,
    async () => {
      await hand.press(page, page.getByRole('button', { name: 'Edit Keywords' }))
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('harbo')
      await page.getByRole('option', { name: 'harbour', exact: true }).waitFor()
      await staysFree(save)
      await checkPage(page, 'Keywords, open')
      await page.keyboard.press('Enter')
      await hasWord(form, 'harbour')
      await page.keyboard.type(`journeyword ${own} one`)
      await page.keyboard.press('Enter')
      await hasWord(form, `journeyword ${own} one`)
      await page.keyboard.type(`journeyword ${own} two,`)
      await hasWord(form, `journeyword ${own} two`)
      assert.equal(await field.inputValue(), '')
    },
  )
  await step(`${hand.name}: a canceled edit leaves no new word behind`, async () => {
    assert.deepEqual(await wordsNamed(api, `journeyword ${own}`), [], 'before anything is saved')
    await hand.press(page, form.getByRole('button', { name: 'Cancel' }))
    await form.waitFor({ state: 'detached' })
    assert.deepEqual(await wordsNamed(api, `journeyword ${own}`), [])
    assert.deepEqual(await names(), [])
    await hand.press(page, page.getByRole('button', { name: 'Edit Keywords' }))
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(`harbour,journeyword ${own} one,journeyword ${own} two,`)
    await hasWord(form, `journeyword ${own} two`)
  })
  await step(`${hand.name}: what is typed when the field is left is not lost`, async () => {
    await page.keyboard.type(`journeyword ${own} three`)
    await staysFree(save)
    // Straight to the button, without a word for what is typed.
    await hand.press(page, save)
    await form.waitFor({ state: 'detached' })
    await waitFor('the keywords to be saved', async () => (await names()).length === 4)
    assert.deepEqual(await names(), [
      'harbour',
      `journeyword ${own} one`,
      `journeyword ${own} three`,
      `journeyword ${own} two`,
    ])
  })
  await step(`${hand.name}: no page logged an error`, async () => assert.deepEqual(errors, []))
}

/** The field holds a word as one of those that are chosen. */
async function hasWord(form: Locator, name: string): Promise<void> {
  await form.locator('.mantine-Pill-root').filter({ hasText: name }).waitFor()
}

/** The list is open, and what is seen at the button is the button itself. */
async function staysFree(save: Locator): Promise<void> {
  await save.scrollIntoViewIfNeeded()
  assert.ok(
    await save.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return [
        [x + 2, y + 2],
        [x + width / 2, y + height / 2],
        [x + width - 2, y + height - 2],
      ].every(([left = 0, top = 0]) => button.contains(document.elementFromPoint(left, top)))
    }),
    'something covers Save',
  )
}

async function keywordsOf(api: Api, id: number): Promise<readonly Keyword[]> {
  return (await api.call<{ response: { data: Described } }>('GET', `/rest/dam/data/asset/${id}`)).response
    .data.keywords
}

async function wordsNamed(api: Api, words: string): Promise<string[]> {
  const { response } = await api.call<{ response: { data: Keyword[] } }>(
    'GET',
    `/rest/dam/data/assetkeyword?max=50&fulltext=${encodeURIComponent(words)}`,
  )
  return response.data.map(({ name }) => name)
}

async function setKeywords(api: Api, id: number, keywords: readonly Keyword[]): Promise<void> {
  await api.call('PATCH', `/rest/dam/data/asset/${id}`, { keywords: keywords.map((keyword) => keyword.id) })
}
