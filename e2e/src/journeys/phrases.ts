import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { pressTabTo } from '../press-tab-to.ts'

const phrase = 'videos of children longer than 20 minutes from 2024'

/** The search box understands phrases, in both languages; by keyboard. */
export const phrasesJourney: Journey = {
  name: 'Phrases',
  async run(stage) {
    const api = await openApi(stage.application.url, 'editor', stage.application.password)
    const keyword = await api.call<{ response: { data: { id: number } } }>(
      'POST',
      '/rest/dam/data/assetkeyword',
      { json: { name: 'Children' } },
    )
    try {
      await play(stage, api, keyword.response.data.id)
    } finally {
      await api.call('DELETE', `/rest/dam/data/assetkeyword/${keyword.response.data.id}`)
    }
  },
}

async function play({ application, newPerson, step }: Stage, api: Api, keywordId: number): Promise<void> {
  const { page, errors } = await newPerson()
  const count = async (query: object): Promise<number> =>
    (
      await api.call<{ response: { total: number } }>(
        'GET',
        `/rest/dam/data/asset?max=1&query=${encodeURIComponent(JSON.stringify(query))}`,
      )
    ).response.total
  const countWords = async (fulltext: string): Promise<number> =>
    (
      await api.call<{ response: { total: number } }>(
        'GET',
        `/rest/dam/data/asset?max=1&fulltext=${fulltext}`,
      )
    ).response.total
  const box = page.getByRole('banner').getByLabel('Search', { exact: true })
  const chips = page.getByRole('list', { name: 'Active filters' })
  const between = (from: string, until: string): object => ({
    and: [{ takenat: { gte: `${from}T00:00:00.000Z` } }, { takenat: { lte: `${until}T23:59:59.999Z` } }],
  })

  await step('a phrase is offered as what it means, and one key makes filters of it', async () => {
    await signIn(page, 'editor', application.password)
    await page.keyboard.press('/')
    await page.keyboard.type(phrase)
    await page
      .getByRole('option', {
        name: 'Understood as: Type Video Keywords Children Taken in 2024 Duration longer than 20 mins',
      })
      .waitFor()
    await checkPage(page, 'A phrase in the search box')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(
      (url) => url.pathname === '/browse' && url.searchParams.get('gt.duration') === '1200',
    )
    const { searchParams } = new URL(page.url())
    assert.deepEqual(
      ['is.rootnature', 'below.keywords', 'from.takenat', 'until.takenat', 'q'].map((name) =>
        searchParams.get(name),
      ),
      ['2', String(keywordId), '2024-01-01', '2024-12-31', null],
    )
    for (const text of ['Video', 'Children', 'longer than 20 min', 'Taken in 2024'])
      await chips.getByText(text).waitFor()
    await checkPage(page, 'Filters of a phrase')
  })
  await step(
    'where nothing matches, a phrase is offered by the arrow and Enter too, and finds what is there',
    async () => {
      await box.fill('')
      await box.pressSequentially('short films from 2024')
      await page
        .getByRole('option', { name: /^Understood as: Type Video Taken in 2024 Duration at most 5 mins$/ })
        .waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('lte.duration') === '300')
      const expected = await count({
        and: [{ rootnature: 2 }, { duration: { lte: 300 } }, between('2024-01-01', '2024-12-31')],
      })
      await page.getByRole('heading', { level: 1, name: new RegExp(`^(${expected}|No) assets?$`) }).waitFor()
    },
  )
  await step('values of the library are known, and what is left is searched for', async () => {
    await box.fill('')
    await box.pressSequentially('pictures of the sea in Bergen from 2024')
    await page
      .getByRole('option', { name: /^Understood as: Type Image City Bergen Keywords sea Taken in 2024$/ })
      .click()
    const expected = await count({
      and: [
        { rootnature: 1 },
        { 'keywords.name': 'sea' },
        { city: 'Bergen' },
        between('2024-01-01', '2024-12-31'),
      ],
    })
    assert.ok(expected > 0)
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${expected} assets?$`) }).waitFor()
  })
  await step('a chip takes a bound of a number away', async () => {
    await page.goto('/browse?is.rootnature=2&lte.duration=300')
    const before = await count({ rootnature: 2 })
    await chips.getByRole('button', { name: /^Remove Duration/ }).click()
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${before} assets?$`) }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('lte.duration'), null)
  })
  await step('an empty list gives an example, and says what it would mean', async () => {
    await page.goto('/browse?q=nonesuch')
    await page.getByText(`Try a phrase such as “${phrase}”.`).waitFor()
    await pressTabTo(page, page.getByRole('button', { name: 'Try it' }))
    await page.keyboard.press('Enter')
    await page.getByText(/^Understood as: Type Video/).waitFor()
    await hasFocus(page.locator('#results'))
    await checkPage(page, 'A phrase in an empty list')
    await page.getByRole('button', { name: 'Search for that' }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('gt.duration') === '1200')
    await page.getByText('Remove a filter.').waitFor()
    assert.equal(await page.getByText('Try a phrase').count(), 0, 'what found nothing is not suggested')
    await checkPage(page, 'A phrase that finds nothing')
  })
  for (const hand of [mouse, keyboard])
    await searchByEnter({ newPerson, step, password: application.password, count, countWords }, hand)
  await step('in French as well', async () => {
    const french = await newPerson({ locale: 'fr-FR' })
    await signIn(french.page, 'viewer', application.password)
    await french.page.keyboard.press('/')
    await french.page.keyboard.type('vidéos d’enfants de plus de 20 minutes de 2024')
    await french.page.getByRole('option', { name: /^(Compris|Understood as)/ }).waitFor()
    assert.deepEqual(french.errors, [])
  })
  await step('no page logged an error', async () => assert.deepEqual(errors, []))
}

interface Searching extends Pick<Stage, 'newPerson' | 'step'> {
  readonly password: string
  readonly count: (query: object) => Promise<number>
  /** How many assets have a word. */
  readonly countWords: (fulltext: string) => Promise<number>
}

/**
 * Enter finds what was meant: the phrase of the ADME, and a word with a slip of the keys; a chip leads back
 * to the words.
 */
async function searchByEnter(
  { newPerson, step, password, count, countWords }: Searching,
  hand: Hand,
): Promise<void> {
  const { page, errors } = await newPerson()
  const box = page.getByRole('banner').getByLabel('Search', { exact: true })
  const chips = page.getByRole('list', { name: 'Active filters' })
  const shows = (expected: number | string): Promise<void> =>
    page.getByRole('heading', { level: 1, name: new RegExp(`^${expected} assets?$`) }).waitFor()
  const said = 'photos of the sea from 2024'
  await step(
    `${hand.name}: Enter searches for what a phrase means where its words find nothing, and a chip goes back`,
    async () => {
      await signIn(page, 'editor', password)
      await hand.type(page, box, said)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('asked') === said)
      const expected = await count({
        and: [
          { rootnature: 1 },
          { 'keywords.name': 'sea' },
          { takenat: { gte: '2024-01-01T00:00:00.000Z' } },
          { takenat: { lte: '2024-12-31T23:59:59.999Z' } },
        ],
      })
      assert.ok(expected > 0)
      await shows(expected)
      await page.getByRole('option').first().waitFor({ state: 'hidden' })
      await checkPage(page, 'A phrase after Enter')
      await hand.press(page, chips.getByRole('button', { name: `Search for “${said}” exactly` }))
      await shows('No')
      const { searchParams } = new URL(page.url())
      assert.deepEqual([searchParams.get('q'), searchParams.get('exact')], [said, '1'])
      await page
        .getByRole('main')
        .getByText(/^Understood as: /)
        .waitFor()
    },
  )
  await step(`${hand.name}: a slip of the keys finds as well, and says so`, async () => {
    await hand.type(page, box, 'harbuor')
    await page.keyboard.press('Enter')
    await page.waitForURL(
      (url) => url.searchParams.get('q') === 'harbour' && url.searchParams.get('asked') === 'harbuor',
    )
    await shows(await countWords('harbour'))
    await checkPage(page, 'A slip of the keys')
    await hand.press(page, chips.getByRole('button', { name: 'Search for “harbuor” exactly' }))
    await shows('No')
    await page.getByText('Did you mean').waitFor()
    await hand.press(page, page.getByRole('main').getByRole('button', { name: 'harbour', exact: true }))
    await page.waitForURL((url) => url.searchParams.get('q') === 'harbour')
    assert.deepEqual(errors, [])
  })
}
