import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { drawScene } from '../draw-scene.ts'
import { keyboard, mouse } from '../hands.ts'
import { importPictures } from '../import-pictures.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { startApplication } from '../start-application.ts'
import { takeAction } from '../take-action.ts'
import { searchByImage } from '../search-by-image.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]
const titles = {
  scene: 'Harbour wall',
  mirrored: 'Harbour wall, reflection',
  cut: 'Harbour wall, cut',
  lone: 'Dunes',
}
/** Looks for a report, a second apart, after which it is late. */
const mostLooks = 120

/** The pictures that look like one of the library, the report about it, and those like one's own image. */
export const similarPicturesJourney: Journey = {
  name: 'Similar pictures',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const ids = await importAlike(api)
    const { page, errors } = await newPerson()
    const list = page.getByRole('main').getByRole('list')
    const card = (name: string) => list.getByRole('link', { name: new RegExp(`^${name} `) })
    const address = `/similar?to=${ids.scene}`

    await step('D1.12 an asset shows what looks like it, mirrored too, at every width', async () => {
      await beginSession(page, 'editor', application.password)
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto(`/browse/${ids.scene}`)
        await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).waitFor()
        await waitForCalm(page)
        await takeAction(page, mouse, 'Similar pictures')
        await page.waitForURL(`**${address}`)
        await card(titles.mirrored).getByText('Mirrored').waitFor()
        await card(titles.cut)
          .getByText(/^\d{2,3}% similar$/)
          .waitFor()
        await waitForCalm(page)
        await checkPage(page, `Similar pictures of ${size.width} px`)
      }
    })
    await step('one opens over the list, and Back leads the same way back', async () => {
      await card(titles.mirrored).click()
      await page.getByRole('dialog', { name: titles.mirrored }).waitFor()
      assert.equal(new URL(page.url()).pathname, `/similar/${ids.mirrored}`)
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await card(titles.mirrored).waitFor()
      await page.goBack()
      await page.getByRole('dialog', { name: titles.scene, exact: true }).waitFor()
    })
    await step('so does one that is selected in a cart, at every width', async () => {
      const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
        name: 'Harbour',
        items: { asset: [ids.scene, ids.lone] },
      })
      for (const size of windows) {
        await page.setViewportSize(size)
        await page.goto(`/carts/${cart}`)
        const tile = page.locator('[data-index="0"]')
        await tile.hover()
        await tile.locator('[data-act="select"]').click()
        const bar = page.getByRole('region', { name: 'Selection', exact: true })
        await bar.waitFor()
        await checkPage(page, `A selection in a cart of ${size.width} px`)
        await takeAction(page, mouse, 'Similar pictures')
        await page.waitForURL(`**${address}`)
      }
      // Where the cart was opened, it would be read again, and be gone.
      await page.goto(`/browse/${ids.scene}`)
      await api.fetch(`/wedia/cart/deleteCart/${cart}`, { method: 'DELETE' })
    })
    await step('the same by keyboard alone', async () => {
      await page.goto(`/browse/${ids.scene}`)
      await takeAction(page, keyboard, 'Similar pictures')
      await card(titles.mirrored).waitFor()
      await pressTabTo(page, card(titles.mirrored))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: titles.mirrored }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
    await step('a report is made by keyboard, with its progress, and saved', async () => {
      await pressTabTo(page, page.getByRole('button', { name: 'Similarity report…' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: /^Similarity report on / })
      const create = dialog.getByRole('button', { name: 'Create report' })
      await create.waitFor()
      await checkPage(page, 'The dialog of a report')
      const saved = page.waitForEvent('download')
      await pressTabTo(page, create)
      await page.keyboard.press('Enter')
      assert.match((await saved).suggestedFilename(), / - similarity report\.pdf$/)
      await dialog.getByText(/^Report saved: .*\.pdf$/).waitFor()
      await checkPage(page, 'A report that was saved')
      await page.keyboard.press('Escape')
    })
    await step('a report that is late says so, and is looked for again', async () => {
      await page.route('**/reverse-search/report/*', (route) => route.fulfill({ status: 202, body: '' }))
      await page.clock.install()
      await page.getByRole('button', { name: 'Similarity report…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Similarity report on / })
      await dialog.getByRole('button', { name: 'Download last report' }).click()
      await dialog.getByText('Creating the report.', { exact: false }).waitFor()
      await checkLate(page)
      await page.unroute('**/reverse-search/report/*')
      await page.clock.resume()
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Check again' }).click()
      await saved
      await dialog.getByText(/^Report saved: /).waitFor()
    })
    await step('nothing alike, and a failure, say what to do next', async () => {
      await page.goto(`/similar?to=${ids.lone}`)
      await page.getByText('No similar pictures').waitFor()
      await checkPage(page, 'No similar pictures')
      await page.getByRole('button', { name: 'Back to the asset' }).click()
      await page.getByRole('dialog', { name: titles.lone }).waitFor()
      await page.route('**/reverse-search/similar/*', (route) => route.abort())
      await page.goto(address)
      const again = page.getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await page.unroute('**/reverse-search/similar/*')
      await again.click()
      await card(titles.mirrored).waitFor()
    })
    const [known, lone] = [await drawScene(1), await drawScene(7)]
    await searchByImage({ step, page, windows, known, lone, card: card(titles.scene), title: titles.scene })
    await step('whoever lacks the right sees no entry, and reads why at the address', async () => {
      const viewer = await newPerson()
      await signIn(viewer.page, 'viewer', application.password, `/browse/${ids.scene}`)
      await viewer.page.getByRole('dialog').getByText('History').waitFor()
      await waitForCalm(viewer.page)
      await viewer.page.getByRole('button', { name: 'More actions' }).click()
      await viewer.page.getByRole('menuitem', { name: /^Download/ }).waitFor()
      assert.equal(await viewer.page.getByRole('menuitem', { name: /^Similar/ }).count(), 0)
      await viewer.page.goto(address)
      await viewer.page.getByText('You do not have permission', { exact: false }).waitFor()
      await checkPage(viewer.page, 'Similar pictures that are refused')
      await viewer.page.goto('/similar?by=picture')
      await viewer.page.getByText('You do not have permission', { exact: false }).waitFor()
      assert.equal(await viewer.page.getByRole('button', { name: 'Search by image' }).count(), 0)
    })
    await step('D4.35 where it is switched off, nothing offers a search by an image', async () => {
      const off = await startApplication({ settings: { CARTOUCHE_REVERSE_SEARCH: 'off' } })
      try {
        const admin = await newPerson({ baseURL: off.url })
        await beginSession(admin.page, 'admin', off.password)
        await admin.page.goto('/similar?by=picture')
        await admin.page.getByRole('main').getByText('Search by image is switched off').waitFor()
        await waitForCalm(admin.page)
        assert.equal(await admin.page.getByRole('button', { name: 'Search by image' }).count(), 0)
        await checkPage(admin.page, 'A search by image that is switched off')
      } finally {
        await off.remove()
      }
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** Lets the seconds of all looks pass at once. */
async function checkLate(page: Page): Promise<void> {
  const late = page.getByText('The report takes longer than expected', { exact: false })
  for (let look = 0; look < mostLooks + 5 && (await late.count()) === 0; look++) {
    const answered = page.waitForResponse('**/reverse-search/report/*', { timeout: 2000 }).catch(() => null)
    await page.clock.runFor(1001)
    await answered
  }
  await late.waitFor()
}

/** A scene, its mirror image, what is left of it after a cut, and another that is like none. */
async function importAlike(api: Api): Promise<Readonly<Record<keyof typeof titles, number>>> {
  const scene = await drawScene(1)
  const pictures = {
    scene,
    mirrored: await sharp(scene).flop().jpeg({ quality: 60 }).toBuffer(),
    cut: await sharp(scene).extract({ left: 90, top: 60, width: 720, height: 480 }).jpeg().toBuffer(),
    lone: await drawScene(7),
  }
  const names = Object.keys(titles) as (keyof typeof titles)[]
  const idOf = await importPictures(
    api,
    'Pictures that are alike',
    Object.fromEntries(names.map((name) => [titles[name], pictures[name]])),
  )
  return {
    scene: idOf(titles.scene),
    mirrored: idOf(titles.mirrored),
    cut: idOf(titles.cut),
    lone: idOf(titles.lone),
  }
}
