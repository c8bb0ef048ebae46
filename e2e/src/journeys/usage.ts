import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
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
  readonly list: readonly { readonly key: string }[]
}

/** What people do is counted, and read by who administers. */
export const usageJourney: Journey = {
  name: 'Usage',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    await signIn(page, 'admin', application.password)
    const { response } = await api.call<Listed>('GET', '/rest/dam/data/asset?max=1')
    const asset = response.data[0]
    assert.ok(asset)

    await step(
      'looking at an asset and a search that finds nothing are counted with the next minute',
      async () => {
        const told = page.waitForResponse((answer) => answer.url().includes('/analytics/log/objectdata'))
        await page.goto(`/browse/${asset.id}`)
        assert.equal((await told).status(), 200)
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
        const dialog = page.getByRole('dialog', { name: 'Add synonym' })
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
      assert.deepEqual(list, [{ key: 'blog.example', count: 1 }])
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
