import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { askDatabase } from '../ask-database.ts'
import { checkPage } from '../check-page.ts'
import { keyboard } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const address = '/administration?section=usage'

interface Listed {
  readonly response: {
    readonly data: readonly { readonly id: number; readonly name: string; readonly $uuid: string }[]
  }
}
interface Top {
  readonly list: readonly { readonly key: string; readonly count: number }[]
}
type Api = Awaited<ReturnType<typeof openApi>>

/** Days before today that people used the library on, as many every day. */
const pastDays = 28
/** A day's views of assets, most first, and as many downloads in the opposite order, all by one person. */
const viewsOfDay = [6, 5, 4, 3, 2, 1]
const [foundOfDay, notFoundOfDay, embedsOfDay] = [3, 2, 4]

/** Writes what people did on past days, as if the application had counted it then. */
async function livePastDays(dataFolder: string, assets: readonly number[], person: number): Promise<void> {
  const about = assets.flatMap((id, place) => [
    `('view', ${id}, null, null, 0, ${viewsOfDay[place] ?? 0})`,
    `('download', ${id}, null, null, 0, ${viewsOfDay.at(-1 - place) ?? 0})`,
  ])
  await askDatabase(
    dataFolder,
    `select ensure_usage_month((now() - n * interval '1 month')::date) from generate_series(0, 1) n;
    with made as (
      insert into usage_event (at, event_id, kind, resource, entity_id, actor_kind, actor_id, site, words, hits)
      select ((now() at time zone 'UTC')::date - day)::timestamp at time zone 'UTC' + n * interval '11 minutes',
        gen_random_uuid(), kind, 'asset', id::bigint, 'user', ${person}, site, words, hits
      from generate_series(1, ${pastDays}) day, (values ${about.join(', ')},
        ('embed', ${assets[0]}, 'known.example', null, 0, ${embedsOfDay}),
        ('search', null, null, 'known pier', 7, ${foundOfDay}),
        ('search', null, null, 'known nothing', 0, ${notFoundOfDay})
      ) one(kind, id, site, words, hits, times), generate_series(1, times) n
      returning *)
    insert into usage_uncounted (at, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits)
    select at, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits from made`,
  )
}

/** What a table says, by the name of each row. */
async function readTable(table: Locator): Promise<ReadonlyMap<string, string>> {
  await table.getByRole('row').nth(1).waitFor()
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
    )
  return new Map(rows.map(([name = '', count = '']) => [name.split('\n')[0] ?? '', count]))
}

const listTop = async (api: Api, input: object): Promise<Top['list']> =>
  (await api.call<Top>('POST', '/wedia/analytics/top', { nbrDays: 30, max: 1000, ...input })).list

/** What is counted of the last thirty days before the past days are written, by kind and asset. */
async function countBefore(api: Api): Promise<(kind: string, id: number) => number> {
  const counts = new Map<string, number>()
  for (const configurationName of ['view', 'download'])
    for (const { key, count } of await listTop(api, { configurationName }))
      counts.set(`${configurationName} ${key}`, count)
  return (kind, id) => counts.get(`${kind} asset_${id}`) ?? 0
}

async function checkPastDays(
  page: Page,
  expected: Readonly<Record<string, Readonly<Record<string, number>>>>,
) {
  for (const [title, counts] of Object.entries(expected)) {
    const shown = await readTable(page.getByRole('table', { name: title }))
    for (const [name, count] of Object.entries(counts))
      assert.equal(shown.get(name), String(count), `${title}: ${name}`)
  }
}

/** Who administers. */
async function listPerson(api: Api): Promise<{ readonly id: number; readonly name: string }> {
  const { response } = await api.call<Listed>('GET', '/rest/data/user?max=100')
  const person = response.data.find(({ name }) => name === 'Administrator')
  assert.ok(person)
  return person
}

/** What people do is counted, and read by whoever administers. */
export const usageJourney: Journey = {
  name: 'Usage',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    await signIn(page, 'admin', application.password)
    const { response } = await api.call<Listed>('GET', '/rest/dam/data/asset?max=100')
    // A row of a table is found by its name.
    const named = new Map(response.data.map((one) => [one.name, one]))
    // The last ones: other journeys open the first, and a look that is repeated soon is not counted again.
    const assets = [...named.values()].slice(-viewsOfDay.length)
    const asset = assets[0]
    assert.ok(asset && assets.length === viewsOfDay.length)
    const before = await countBefore(api)
    const person = await listPerson(api)
    await livePastDays(
      application.dataFolder,
      assets.map(({ id }) => id),
      person.id,
    )

    await step(
      'looking at an asset and a search that finds nothing are counted with the next minute',
      async () => {
        const logged = page.waitForResponse((answer) => answer.url().includes('/analytics/log/objectdata'))
        await page.goto(`/browse/${asset.id}`)
        assert.equal((await logged).status(), 200)
        // Nobody else searches for this word: once it is counted, so is all that was written before.
        await page.goto('/browse?q=zzqqx')
        await page.getByText('zzqqx').first().waitFor()
        // They are counted at each full minute. On an application that others used as well, many searches
        // found nothing.
        const words = {
          configurationName: 'search',
          aggregationFieldname: 'words',
          noneFound: true,
          max: 1000,
        }
        await waitFor(
          'the search that found nothing to be counted',
          async () =>
            (await api.call<Top>('POST', '/wedia/analytics/top', words)).list.some(
              ({ key }) => key === 'zzqqx',
            ),
          90_000,
        )
      },
    )
    await step('what is shown of a month is what happened in it, day by day', async () => {
      await page.goto(address)
      const [viewed, downloaded] = (['view', 'download'] as const).map((kind) =>
        Object.fromEntries(
          assets.map(({ id, name }, place) => {
            const ofDay = viewsOfDay.at(kind === 'view' ? place : -1 - place) ?? 0
            // The look at the first one that the step before took.
            const today = kind === 'view' && place === 0 ? 1 : 0
            return [name, ofDay * pastDays + before(kind, id) + today]
          }),
        ),
      )
      const downloads = viewsOfDay.reduce((sum, ofDay) => sum + ofDay, 0)
      const people = await listTop(api, { configurationName: 'download', aggregationFieldname: 'user' })
      const ofPerson = people.find(({ key }) => key === `user_${person.id}`)?.count ?? 0
      assert.ok(ofPerson >= downloads * pastDays)
      await checkPastDays(page, {
        'Most viewed': viewed ?? {},
        'Most downloaded': downloaded ?? {},
        'Most searched': { 'known pier': foundOfDay * pastDays, 'known nothing': notFoundOfDay * pastDays },
        'Searches without results': { 'known nothing': notFoundOfDay * pastDays },
        'People who download most': { [person.name]: ofPerson },
        'Websites that show assets': { 'known.example': embedsOfDay * pastDays },
      })
      await page.getByRole('radiogroup', { name: 'By day' }).getByText('Table').click()
      const days = await page
        .getByRole('table', { name: 'By day' })
        .getByRole('row')
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...row.querySelectorAll('td')]
              .slice(1)
              .map((cell) => cell.innerText.trim())
              .join(' '),
          ),
        )
      const ofDay = `${downloads} ${downloads} 0 0 ${foundOfDay + notFoundOfDay}`
      assert.equal(days.filter((one) => one === ofDay).length, pastDays, days.join('\n'))
    })
    await step('an administrator reads what was viewed and not found, at every width', async () => {
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto(address)
        await page
          .getByRole('table', { name: 'Most viewed' })
          .getByRole('link', { name: asset.name, exact: true })
          .waitFor()
        await page
          .getByRole('table', { name: 'Searches without results' })
          .getByRole('link')
          .first()
          .waitFor()
        await checkPage(page, `Usage of ${size.width} px`)
      }
    })
    await step(
      'a search that found nothing leads to a synonym, which counts at once, and to a saved search',
      async () => {
        await page.goto(address)
        await page.getByRole('button', { name: 'Add a synonym for “zzqqx”' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add a synonym' })
        await dialog.getByLabel('Words').fill(asset.name)
        await checkPage(page, 'Adding a synonym')
        await dialog.getByRole('button', { name: 'Save' }).click()
        await dialog.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'Save “zzqqx” as a search' }).click()
        const saving = page.getByRole('dialog', { name: 'Save this search' })
        await saving.getByRole('button', { name: 'Save the search' }).click()
        await page.getByText('Search saved: zzqqx').waitFor()
        await page.goto('/browse?q=zzqqx')
        await page
          .getByRole('list', { name: 'Assets' })
          .getByRole('link', { name: asset.name })
          .first()
          .waitFor()
      },
    )
    await step('synonyms are listed, made one-way and deleted by keyboard', async () => {
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto('/administration?section=synonyms')
        await page.getByText(`zzqqx, ${asset.name}`).waitFor()
        await checkPage(page, `Synonyms of ${size.width} px`)
      }
      await pressTabTo(page, page.getByRole('button', { name: `Edit zzqqx, ${asset.name}` }))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Edit synonym' })
      await dialog.getByText('One-way').click()
      await dialog.getByLabel('When people search for').fill('zz top')
      await checkPage(page, 'A one-way synonym')
      await dialog.getByRole('button', { name: 'Save' }).click()
      const name = `zz top → zzqqx, ${asset.name}`
      await page.getByText(name).waitFor()
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      const question = page.getByRole('dialog', { name: `Delete “${name}”?` })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await hasFocus(page.getByRole('button', { name: `Delete ${name}` }))
      await page.keyboard.press('Enter')
      await question.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No synonyms yet.', { exact: false }).waitFor()
      await page.goto('/browse?q=zzqqx')
      await page.getByText('zzqqx').first().waitFor()
    })
    await step('of one asset: how often, when, by whom, from its details', async () => {
      await page.goto(`/browse/${asset.id}`)
      await page.getByRole('button', { name: 'Show usage' }).click()
      await page.getByText('Views', { exact: true }).waitFor()
      await checkPage(page, 'An asset with its usage')
      await page.getByRole('link', { name: 'Usage in detail' }).click()
      await page.getByRole('link', { name: asset.name, exact: true }).waitFor()
      await page.getByRole('figure', { name: 'By day' }).waitFor()
      const viewers = page.getByRole('table', { name: 'People who view it most' })
      await viewers.getByText('Administrator').waitFor()
      await checkPage(page, 'Usage of an asset')
      await page.getByRole('link', { name: 'All assets' }).click()
      // The library of a journey is of today: nothing in it is old and unused.
      await page.getByRole('button', { name: 'Show unused assets' }).click()
      await page.getByRole('table', { name: 'Unused assets' }).waitFor()
      await page.getByText('Every asset was used in this period.').waitFor()
    })
    await step('by keyboard alone: of one asset, how often and when, and back to all', async () => {
      await page.goto(`/browse/${asset.id}`)
      await keyboard.press(page, page.getByRole('button', { name: 'Show usage' }))
      await page.getByText('Views', { exact: true }).waitFor()
      await keyboard.press(page, page.getByRole('link', { name: 'Usage in detail' }))
      await page.getByRole('figure', { name: 'By day' }).waitFor()
      await keyboard.press(page, page.getByRole('link', { name: 'All assets' }))
      await page.getByRole('table', { name: 'Most viewed' }).waitFor()
    })
    await step('assets that expire soon are counted, and each number leads to them', async () => {
      const path = `/rest/dam/data/asset/${asset.id}`
      const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString()
      await api.call('PATCH', path, { json: { validuntil: inFiveDays } })
      await page.goto(address)
      const ending = page.getByRole('definition').filter({ has: page.locator('a[href*="validuntil"]') })
      await ending.nth(3).waitFor()
      assert.deepEqual(await ending.allInnerTexts(), ['0', '1', '1', '1'])
      await ending.nth(1).getByRole('link').click()
      await page
        .getByRole('list', { name: 'Assets' })
        .getByRole('link', { name: asset.name })
        .first()
        .waitFor()
      await page.getByText('1 asset', { exact: true }).waitFor()
      await checkPage(page, 'Assets that expire soon')
      await api.call('PATCH', path, { json: { validuntil: null } })
      await page.goBack()
    })
    await step('a list is saved as a table, and a period is chosen', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export Most viewed' }).click()
      assert.equal((await download).suggestedFilename(), 'Most viewed.csv')
      await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 days' })
      await page.getByRole('table', { name: 'Most viewed' }).getByRole('link').first().waitFor()
    })
    await step('the chart of days is read as a table too, saved whole', async () => {
      await page.getByRole('figure', { name: 'By day' }).waitFor()
      await page.getByRole('radiogroup', { name: 'By day' }).getByText('Table').click()
      const rows = page.getByRole('table', { name: 'By day' }).getByRole('row')
      await rows.nth(7).waitFor()
      assert.equal(await rows.count(), 8)
    })
    await step('logs of a delivery network count the websites that show assets, once', async () => {
      const now = new Date()
      const date = `${now.toUTCString().slice(5, 16).replaceAll(' ', '/')}:00:00:00 +0000`
      const address = `/api/wedia/dam/variation/asset/${asset.id}/thumbnailBig`
      const line = `192.0.2.7 - - [${date}] "GET ${address} HTTP/1.1" 200 99 "https://blog.example/" "Firefox"\n`
      const file = { name: 'access.log', mimeType: 'text/plain', buffer: Buffer.from(line) }
      await page.getByLabel('CDN log files').setInputFiles(file)
      await page.getByText('access.log: 1 of 1 request counted').waitFor()
      await page.getByLabel('CDN log files').setInputFiles(file)
      await page.getByText('access.log has already been imported').waitFor()
      const { list } = await api.call<Top>('POST', '/wedia/analytics/whereDamBroadcasted', {
        uuid: asset.$uuid,
      })
      assert.deepEqual(list, [
        { key: 'known.example', count: embedsOfDay * pastDays },
        { key: 'blog.example', count: 1 },
      ])
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
