import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1112 },
  { width: 1440, height: 900 },
]
const address = '/administration?section=storage'

interface Storage {
  readonly total: { readonly files: number }
  readonly natures: readonly { readonly nature: string; readonly files: number }[]
  readonly largest: readonly { readonly id: number; readonly name: string }[]
}

/** How much room files take, each line a way to its files; with the mouse and by keyboard. */
export const storageJourney: Journey = {
  name: 'Storage',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    await beginSession(page, 'admin', application.password)
    const storage = await api.call<Storage>('GET', '/rest/administration/storage')

    await step('an administrator reads what originals and renditions take, at every width', async () => {
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto(address)
        await page.getByRole('table', { name: 'By type' }).getByRole('row').nth(1).waitFor()
        await page.getByRole('link', { name: storage.largest[0]?.name ?? '', exact: true }).waitFor()
        await page.getByRole('figure', { name: 'By month' }).waitFor()
        await checkPage(page, `Storage of ${size.width} px`)
      }
    })
    await step('how it grew ends, month by month, at what is there now', async () => {
      await page.getByRole('radiogroup', { name: 'By month' }).getByText('Table').click()
      const rows = page.getByRole('table', { name: 'By month' }).getByRole('row')
      const now = await rows.nth(1).getByRole('cell').allInnerTexts()
      const figures = await page.locator('dl').first().locator('dd').allInnerTexts()
      assert.deepEqual(now.slice(1), [figures[0], figures[2]])
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export By month' }).click()
      assert.equal((await download).suggestedFilename(), 'By month.csv')
      await checkPage(page, 'Growth as a table')
    })
    for (const hand of [mouse, keyboard]) {
      await step(`${hand.name}: a type, a year and an owner lead to their files`, async () => {
        const images = storage.natures.find(({ nature }) => nature === 'IMAGE')?.files ?? 0
        await page.goto(address)
        await hand.press(
          page,
          page.getByRole('table', { name: 'By type' }).getByRole('link', { name: 'Image', exact: true }),
        )
        await page.waitForURL((url) => url.searchParams.get('is.rootnature') === '1')
        await page.getByText(new RegExp(`^${images} assets?$`)).waitFor()
        await page.goBack()
        await hand.press(page, page.getByRole('table', { name: 'By year added' }).getByRole('link').first())
        await page.waitForURL((url) => url.searchParams.has('until.createdat'))
        await page.goBack()
        await hand.press(page, page.getByRole('table', { name: 'By owner' }).getByRole('link').first())
        await page.waitForURL((url) => url.searchParams.has('is.owner'))
        await page.locator('tr[data-index="0"]').waitFor()
      })
    }
    await step('who administers nothing has no such page', async () => {
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, address)
      await other.page.getByRole('heading', { name: 'Administration' }).waitFor()
      assert.equal(await other.page.getByRole('table').count(), 0)
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
