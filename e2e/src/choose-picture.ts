import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import { keyboard, mouse } from './hands.ts'
import type { Stage } from './journey.ts'
import type { Api } from './open-api.ts'
import { pressTabInto } from './press-tab-to.ts'
import { takeAction } from './take-action.ts'
import { waitFor } from './wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** What distinguishes the pictures of an asset, as caches see it. */
async function etagOf(api: Api, id: number): Promise<string | null> {
  return (await api.fetch(`/wedia/dam/variation/asset/${id}/thumbnailBig`)).headers.get('etag')
}

/** Opens a film, and waits until it is known which picture was chosen: the menu says what can be done. */
async function openFilm(page: Page, film: number): Promise<void> {
  await Promise.all([page.waitForResponse(/\/wedia\/dam\/poster\//), page.goto(`/browse/${film}`)])
}

/** The frame at which a film is stopped becomes its picture, in another tab too, and is taken back. */
export async function chooseFrame(page: Page, api: Api, film: number, step: Stage['step']): Promise<void> {
  const usual = await etagOf(api, film)
  const line = page.frameLocator('iframe').getByRole('slider', { name: /^Position in the film/ })
  const undo = page.getByRole('button', { name: 'Undo' })
  const chosen = page.getByText(/^The frame at .* is now the thumbnail of/)
  const removed = page.getByText(/has its default thumbnail again$/)
  await step(
    'with a mouse: a frame becomes the picture, in another tab too, and Undo takes it back',
    async () => {
      const other = await page.context().newPage()
      await other.goto('/browse?is.rootnature=2')
      const tile = other.locator(`img[src*="id=${film}&"]`).first()
      await tile.waitFor()
      await openFilm(page, film)
      await line.waitFor()
      const box = await line.boundingBox()
      assert.ok(box)
      await page.mouse.click(box.x + box.width * 0.6, box.y + box.height / 2)
      await takeAction(page, mouse, 'Use this frame as thumbnail')
      await chosen.waitFor()
      assert.notEqual(await etagOf(api, film), usual)
      await waitFor('the picture of the tile', async () =>
        /revision=/.test((await tile.getAttribute('src')) ?? ''),
      )
      await checkPage(page, 'A frame that was chosen')
      await undo.click()
      await removed.waitFor()
      assert.equal(await etagOf(api, film), usual)
      await other.close()
    },
  )
  await step(
    'by keyboard alone: G in the player takes the frame, the menu the default one, Ctrl+Z goes back',
    async () => {
      await openFilm(page, film)
      await pressTabInto(page, line)
      for (let times = 0; times < 5; times++) await page.keyboard.press('PageUp')
      await page.keyboard.press('g')
      await chosen.waitFor()
      assert.notEqual(await etagOf(api, film), usual)
      await takeAction(page, keyboard, 'Reset the thumbnail')
      await removed.waitFor()
      assert.equal(await etagOf(api, film), usual)
      await page.keyboard.press('Control+z')
      await waitFor('the frame again', async () => (await etagOf(api, film)) !== usual)
    },
  )
  await step('the menu of a film looks right on small and large screens', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await openFilm(page, film)
      await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Reset the thumbnail' }).waitFor()
      await checkPage(page, `The menu of a film of ${size.width} px`)
    }
    await page.getByRole('menuitem', { name: 'Reset the thumbnail' }).click()
    await removed.waitFor()
  })
}

/** The page that is read becomes the picture of a document; a comment on a page leads to it. */
export async function choosePage(
  page: Page,
  api: Api,
  id: number,
  atPage: (number: number) => Promise<void>,
  step: Stage['step'],
): Promise<void> {
  const usual = await etagOf(api, id)
  for (const hand of [mouse, keyboard])
    await step(
      `${hand.name}: the page that is read becomes the picture, and Undo takes it back`,
      async () => {
        await page.goto(`/browse/${id}?page=12`)
        await atPage(12)
        if (hand.name === mouse.name) await takeAction(page, hand, 'Use this page as thumbnail')
        else await page.keyboard.press('g')
        await page.getByText(/^Page 12 is now the thumbnail of/).waitFor()
        assert.notEqual(await etagOf(api, id), usual)
        if (hand.name === mouse.name) await page.getByRole('button', { name: 'Undo' }).click()
        else await page.keyboard.press('Control+z')
        await page.getByText(/has its default thumbnail again$/).waitFor()
        assert.equal(await etagOf(api, id), usual)
      },
    )
  await api.call('POST', `/wedia/dam/comments/asset/${id}`, { text: 'Look here', place: { page: 30 } })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a comment on a page leads to it`, async () => {
      await page.goto(`/browse/${id}`)
      await atPage(1)
      await hand.press(page, page.getByRole('button', { name: 'Page 30', exact: true }).last())
      await atPage(30)
      await page.getByText('Chapter 30 of the harbour report').waitFor()
    })
}
