import { getSamples } from '../../../e2e/src/samples.ts'
import { waitFor } from '../../../e2e/src/wait-for.ts'
import { signInByForm, type FirstHour } from './first-hour.ts'

const longTask = { timeout: 180_000 }

/** Imports a folder of RAW and JPEG, rates and picks, crops, downloads for the web and shares. */
export const photographerFirstHour: FirstHour = {
  name: 'Photographer',
  demo: true,
  async run({ application, enter, step }) {
    const samples = await getSamples()
    const paths = samples.files.filter(({ isBroken }) => !isBroken).map(({ path }) => path)
    const photographs = paths.filter((path) => /\.(jpe?g|dng|heic)$/i.test(path))
    const count = photographs.length
    const page = await enter()
    const culling = page.getByRole('dialog', { name: 'Culling' })
    await step(page, 'I sign in', () => signInByForm(page, 'contributor', application.password))
    await step(page, `I import ${count} photographs of a folder`, async () => {
      await page.getByRole('link', { name: 'Import' }).first().click()
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose files' }).first().click()
      await (await choosing).setFiles(photographs)
      await page.getByText(`${count} files ready`).waitFor(longTask)
    })
    await step(page, 'I name the creator of all of them', async () => {
      await page.getByRole('button', { name: /^Select all \d+$/ }).click()
      await page.getByRole('heading', { level: 2, name: `${count} files`, exact: true }).waitFor()
      const panel = page.getByRole('complementary', { name: 'Selected files' })
      await panel.getByRole('textbox', { name: 'Creator' }).fill('Ada Lindqvist')
      await page.keyboard.press('Tab')
    })
    await step(page, 'I submit them', async () => {
      await page.getByRole('button', { name: `Submit ${count} files` }).click()
      await page.getByText(`${count} files added to the library.`).waitFor(longTask)
      await page.getByText('Others will see them once they are published.').waitFor()
    })
    await step(page, 'I go through them, pick five and reject one', async () => {
      await page.getByRole('button', { name: 'Cull' }).click()
      await culling.locator('canvas[data-shown]').waitFor()
      for (const [at, key] of ['p', 'p', 'x', 'ArrowRight', 'p', 'p', 'p'].entries()) {
        await culling.getByText(new RegExp(`^${at + 1} of ${count}`)).waitFor()
        await page.keyboard.press(key)
      }
      await page.keyboard.press('Escape')
      await page.getByText(/^5 picked, 1 rejected/).waitFor()
    })
    await step(page, 'I share the picked with my client', async () => {
      await page.getByRole('button', { name: 'Share 5 picked' }).click()
      await page.getByRole('button', { name: 'Create the link' }).click()
      await page.getByRole('dialog').getByText('The link is ready').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
    })
    await step(page, 'I give the best one five stars', async () => {
      await page.getByRole('link', { name: 'View in Browse' }).click()
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('dialog').getByRole('button', { name: '5 stars' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: '5 stars' })
        .and(page.locator('[aria-pressed=true]'))
        .waitFor()
    })
    await step(page, 'I crop it for Instagram and download it', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Crop and resize' }).click()
      const dialog = page.getByRole('dialog', { name: 'Crop and resize' })
      await dialog.getByText('Instagram square').click()
      const saving = page.waitForEvent('download')
      await dialog.getByRole('link', { name: 'Download' }).click()
      await saving
      await dialog.getByRole('button', { name: 'Close' }).last().click()
    })
    await step(page, 'I download it for the web', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Download' })
      await dialog.getByText(/^Web and documents/).click()
      await dialog.getByText(/^One file/).waitFor()
      const saving = page.waitForEvent('download', longTask)
      await dialog.getByRole('button', { name: 'Download', exact: true }).click()
      await saving
    })
    await step(page, 'I find what I picked again', async () => {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Close/ })
        .click()
      const marks = page
        .getByRole('complementary', { name: 'Filters' })
        .getByRole('button', { name: /^Rating and labels/ })
      if ((await marks.getAttribute('aria-expanded')) === 'false') await marks.click()
      await page.getByRole('checkbox', { name: 'Picked', exact: true }).click()
      await waitFor('five assets', () =>
        page.getByRole('heading', { level: 1, name: '5 assets' }).isVisible(),
      )
    })
    await samples.remove()
  },
}
