import assert from 'node:assert/strict'
import type { CDPSession, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse } from '../hands.ts'
import { createJob } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { drawNumber } from '../samples.ts'
import { takeAction } from '../take-action.ts'
import { waitFor } from '../wait-for.ts'

/** With a finger, on a phone. */
export const touchJourney: Journey = {
  name: 'Touch',
  async run({ application, newPerson, step }) {
    const { page, context, errors } = await newPerson({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const finger = await context.newCDPSession(page)
    const api = await openApi(application.url, 'editor', application.password)
    const { response } = await api.call<{ response: { data: { name: string }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=3&orderby=name+asc&query=${encodeURIComponent('{"rootnature":1}')}`,
    )
    const [first, second, third] = response.data.map(({ name }) => name)
    const shows = (name: string | undefined) =>
      page.getByRole('dialog', { name: name ?? '', exact: true }).waitFor()
    await signIn(page, 'editor', application.password, '/browse?is.rootnature=1&order=name+asc')
    await step('a tap opens, a swipe goes on and back', async () => {
      await page
        .getByRole('list', { name: 'Assets' })
        .getByRole('link', { name: first ?? '', exact: true })
        .tap()
      await shows(first)
      await swipe(finger, page, -180, 10)
      await shows(second)
      await swipe(finger, page, -180, -10)
      await shows(third)
      await swipe(finger, page, 180, 0)
      await shows(second)
      await checkPage(page, 'An asset on a phone')
    })
    await step('rooms that have no place in the bar are in its menu', async () => {
      await page.goto('/carts')
      const bar = page.getByRole('navigation', { name: 'Main navigation' })
      await bar.getByRole('button', { name: 'More' }).tap()
      await page.getByRole('menuitem', { name: 'Pages', exact: true }).waitFor()
      await checkPage(page, 'More rooms on a phone')
      await page.getByRole('menuitem', { name: 'Searches' }).tap()
      await page.getByRole('main').getByRole('heading', { level: 1, name: 'Searches' }).waitFor()
      await bar.getByRole('button', { name: 'More' }).waitFor()
      await page.goto('/browse?is.rootnature=1&order=name+asc')
      await page
        .getByRole('list', { name: 'Assets' })
        .getByRole('link', { name: second ?? '', exact: true })
        .tap()
      await shows(second)
    })
    await step('a short swipe, and one that goes down, stay', async () => {
      await swipe(finger, page, -30, 0)
      await swipe(finger, page, -60, 160)
      await shows(second)
    })
    await step('at the first one, a swipe back stays', async () => {
      await swipe(finger, page, 180, 0)
      await shows(first)
      await swipe(finger, page, 180, 0)
      await shows(first)
    })
    await step('a long press selects', async () => {
      await page.goBack()
      const tile = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first()
      const box = await waitFor('the first picture', () => tile.boundingBox())
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
      await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
    })
    await step('the bar of what a long press selected has the menu of it', async () => {
      const bar = page.getByRole('region', { name: 'Selection', exact: true })
      await bar.getByRole('button', { name: 'More actions' }).tap()
      for (const name of ['Open', 'Share', 'Download', 'Add to cart', 'Edit', 'Replace file', 'Delete'])
        await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).waitFor()
      await checkPage(page, 'The menu of what was selected on a phone')
      await page.getByRole('menuitem', { name: /^Share/ }).tap()
      await page.getByRole('dialog', { name: `Share “${first}”` }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
    await step('notices lie over nothing that cannot be scrolled clear of them', async () => {
      const name = 'Left over, by finger'
      const id = await createAsset(api, name, 'left-over.jpg', await drawNumber(7301))
      await page.goto(`/browse/${id}`)
      await takeAction(page, mouse, 'Delete')
      await page
        .getByRole('dialog', { name: `Delete “${name}”?` })
        .getByRole('button', { name: 'Delete', exact: true })
        .tap()
      const notice = page.getByRole('alert').filter({ hasText: `“${name}” was moved to the trash` })
      await notice.waitFor()
      const last = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').last()
      await page.mouse.move(195, 300)
      await waitFor('the last picture clear of it', async () => {
        await page.mouse.wheel(0, 4000)
        const [picture, box] = [await last.boundingBox(), await notice.boundingBox()]
        return picture && box && picture.y + picture.height <= box.y
      })
      await checkPage(page, 'Notices on a phone')
    })
    for (const hand of ['by finger', 'by keyboard alone'] as const)
      await step(`${hand}: an import invites to add photos, not to drop files`, async () => {
        const press = async (name: string): Promise<void> => {
          const button = page.getByRole('button', { name, exact: true }).first()
          await button.waitFor()
          if (hand === 'by finger') await button.tap()
          else await keyboard.press(page, button)
        }
        await page.goto('/import')
        await page.getByText('Add photos, videos or documents').waitFor()
        // What is shown while files are dragged over the page is hidden from everybody else.
        assert.doesNotMatch(await page.getByRole('main').ariaSnapshot(), /drop/i)
        await checkPage(page, 'Imports on a phone')
        const choosing = page.waitForEvent('filechooser')
        await press('Add photos')
        const chooser = await choosing
        assert.equal(await chooser.element().getAttribute('accept'), 'image/*,video/*')
        const number = hand === 'by finger' ? 7302 : 7303
        await chooser.setFiles({
          name: `telephone ${number}.jpg`,
          mimeType: 'image/jpeg',
          buffer: await drawNumber(number),
        })
        await page
          .getByRole('row')
          .filter({ hasText: `telephone ${number}` })
          .getByText('Ready')
          .waitFor()
        await checkPage(page, 'An import on a phone')
      })
    await step('an empty import asks for photos or files', async () => {
      const job = await createJob(api, 'Nothing yet')
      await page.goto(`/import?job=${job}`)
      await page.getByText('This import is empty. Add photos or files.').waitFor()
      await checkPage(page, 'An empty import on a phone')
    })
    await step(
      'what can be done with a selection is one row of icons with names, in French too',
      async () => {
        for (const [language, bar, names] of [
          ['en', 'Selection', ['Share', 'Download', 'Add to cart', 'Edit']],
          ['fr', 'Sélection', ['Partager', 'Télécharger', 'Ajouter au panier', 'Modifier']],
        ] as const) {
          await api.call('POST', '/rest/profil/me/patch', { json: { bolang: language } })
          await page.goto('/browse?is.rootnature=1&order=name+asc')
          await page.locator('[data-act="select"]').first().waitFor()
          await page.keyboard.press('ArrowRight')
          await page.keyboard.press('Space')
          const region = page.getByRole('region', { name: bar, exact: true })
          for (const name of names) await region.getByRole('button', { name, exact: true }).waitFor()
          const box = await region.boundingBox()
          assert.ok(box && box.height < 60 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
          await checkPage(page, `A selection on a phone, ${language}`)
        }
        await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
      },
    )
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** A finger goes over the picture of the open asset. */
async function swipe(finger: CDPSession, page: Page, x: number, y: number): Promise<void> {
  const box = await waitFor('the picture', () =>
    page.getByRole('dialog').locator('img').first().boundingBox(),
  )
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let part = 1; part <= 6; part++)
    await finger.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: from.x + (x * part) / 6, y: from.y + (y * part) / 6 }],
    })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
