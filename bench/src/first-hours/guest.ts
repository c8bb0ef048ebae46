import { drawNumber } from '../../../e2e/src/samples.ts'
import { openApi } from '../../../e2e/src/open-api.ts'
import { signInByForm, type FirstHour } from './first-hour.ts'
import { sendFilesAsGuest } from './guest-files.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * Comes by a link on a phone, downloads, and sends files, also from a desk; with an account, adds a
 * photograph and comments on it.
 */
export const guestFirstHour: FirstHour = {
  name: 'Agency guest',
  demo: true,
  async run(stage) {
    const { application, enter, step } = stage
    const api = await openApi(application.url, 'editor', application.password)
    const carts = await api.call<{ id: number; name: string }[]>('GET', '/wedia/cart/listCarts?output=list')
    const cart = carts.find(({ name }) => name === 'Evening light')
    const share = await api.call<{ id: string; url: string }>('POST', `/wedia/cart/shareCart/${cart?.id}`, {
      name: 'Evening light',
      description: 'The pictures for the spring brochure.',
      actions: ['view', 'download', 'zip', 'upload'],
      uploadNote: 'Your photographs of the evening, as originals.',
    })
    const page = await enter(phone)
    const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
    await step(page, 'I open the link that I was sent', async () => {
      await page.goto(share.url)
      await page.getByRole('heading', { name: 'Evening light' }).waitFor()
      await page.getByText('The pictures for the spring brochure.').waitFor()
    })
    await step(page, 'I look at one picture and the next', async () => {
      await tiles.first().getByRole('link').tap()
      await page.getByRole('button', { name: /^Next asset/ }).tap()
      await page.getByText('2 of 9').waitFor()
      await page.getByRole('button', { name: /^Close/ }).tap()
    })
    await step(page, 'I download three of them', async () => {
      await page.getByRole('button', { name: 'Select', exact: true }).tap()
      for (const at of [0, 1, 2])
        await tiles
          .nth(at)
          .getByRole('button', { name: /^Select / })
          .tap()
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: /^Download 3/ }).tap()
      await saving
    })
    await step(page, 'I download all', async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: /^Download all/ }).tap()
      await saving
    })
    await sendFilesAsGuest(stage, page, share.url)
    await step(page, 'The link has ended: I see what to do', async () => {
      await api.call('DELETE', `/wedia/cart/shareCart/${cart?.id}/${share.id}`)
      await page.goto(share.url)
      await page.getByRole('heading', { name: 'This link is no longer active' }).waitFor()
    })
    await step(page, 'I got an account and sign in', () =>
      signInByForm(page, 'contributor', application.password),
    )
    await step(page, 'I add a photograph from my phone', async () => {
      await page.getByRole('button', { name: 'More', exact: true }).tap()
      await page
        .getByRole('link', { name: 'Import' })
        .or(page.getByRole('menuitem', { name: 'Import' }))
        .first()
        .tap()
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add photos' }).first().tap()
      const file = { name: 'Quay.jpg', mimeType: 'image/jpeg', buffer: await drawNumber(4242) }
      await (await choosing).setFiles(file)
      await page.getByRole('button', { name: 'Submit 1 file' }).tap()
      await page.getByText('1 file added to the library.').waitFor()
    })
    await step(page, 'I say what it is for', async () => {
      await page.getByRole('link', { name: 'View in Browse' }).tap()
      await tiles.first().getByRole('link').tap()
      await page.getByRole('combobox', { name: /^Write a comment/ }).fill('For the poster of the regatta')
      await page.getByRole('button', { name: 'Comment', exact: true }).tap()
      await page.getByText('For the poster of the regatta').waitFor()
    })
  },
}
