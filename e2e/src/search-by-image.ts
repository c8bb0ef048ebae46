import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from './check-page.ts'
import type { Stage } from './journey.ts'
import { pressTabTo } from './press-tab-to.ts'
import { waitForCalm } from './wait-for-calm.ts'

interface SearchByImage {
  readonly step: Stage['step']
  /** Signed in as somebody who may search by an image. */
  readonly page: Page
  readonly windows: readonly { readonly width: number; readonly height: number }[]
  /** A picture of the library, and one that is like no other. */
  readonly known: Buffer
  readonly lone: Buffer
  /** The card of the known picture in a list of similar ones. */
  readonly card: Locator
  readonly title: string
}

const call = /\/reverse-search\/similar\?/
const address = '**/similar?by=picture'
const found = 'Found on a website.webp'

/** Searches by an image of one's own: chosen, dropped, stopped, and refused. */
export async function searchByImage(given: SearchByImage): Promise<void> {
  const { step, page, windows, known, lone, card, title } = given
  const small = await sharp(known).resize(320).flop().webp({ quality: 50 }).toBuffer()
  const button = page.getByRole('banner').getByRole('button', { name: 'Search by image' })
  const main = page.getByRole('main')
  /** What the page says, seen and aloud. */
  const hear = async (text: string): Promise<void> => {
    await main.getByRole('paragraph').filter({ hasText: text }).waitFor()
    await main.getByRole('status').filter({ hasText: text }).waitFor()
  }
  const choose = async (opener: Locator, name: string, buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await opener.click()
    await (await choosing).setFiles({ name, mimeType: 'image/webp', buffer })
  }

  await step('D1.12 an image is chosen in the search box and searched for, at every width', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto('/browse')
      await button.waitFor()
      await waitForCalm(page)
      await checkPage(page, `The button that searches by image of ${size.width} px`)
      await choose(button, found, small)
      await page.waitForURL(address)
      await card.getByText('Mirrored').waitFor()
      await main.getByText(`Pictures that look like “${found}”`).waitFor()
      await waitForCalm(page)
      await checkPage(page, `Pictures like an image of ${size.width} px`)
    }
    // A phone offers its camera and its library where no camera is asked for alone.
    const input = page.getByLabel('Image to search for').first()
    assert.match((await input.getAttribute('accept')) ?? '', /^image\/\*/)
    assert.equal(await input.getAttribute('capture'), null)
  })
  await step('one opens over the list; whoever leaves and comes back is asked to choose again', async () => {
    await card.click()
    await page.getByRole('dialog', { name: title, exact: true }).waitFor()
    await page.goBack()
    await card.waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Browse' }).first().click()
    await page.waitForURL('**/browse')
    await page.goBack()
    await page.waitForURL(address)
    const again = main.getByRole('button', { name: 'Choose an image', exact: true })
    await again.waitFor()
    await checkPage(page, 'An image is asked for')
    await page.reload()
    await again.waitFor()
  })
  await step('the same by keyboard alone, with another image after it', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.goto('/browse')
    await button.waitFor()
    await pressTabTo(page, button)
    await page.keyboard.press('Enter')
    await (await choosing).setFiles({ name: 'dunes.jpg', mimeType: 'image/jpeg', buffer: lone })
    await main.getByText('Pictures that look like “dunes.jpg”').waitFor()
    await main.getByText('1 similar picture', { exact: true }).waitFor()
    assert.equal(await card.count(), 0)
    const another = main.getByRole('button', { name: 'Choose another image' })
    const next = page.waitForEvent('filechooser')
    await pressTabTo(page, another)
    await page.keyboard.press('Enter')
    await (await next).setFiles({ name: found, mimeType: 'image/webp', buffer: small })
    await card.waitFor()
  })
  await step('an image is dropped onto the search box; beside it nothing happens', async () => {
    await page.goto('/browse')
    await button.waitFor()
    const dataTransfer = await page.evaluateHandle(
      ([name, base64]) => {
        const data = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name ?? '', { type: 'image/webp' }))
        return data
      },
      [found, small.toString('base64')],
    )
    const hint = page.getByText('Drop an image to search')
    await page.dispatchEvent('main', 'dragover', { dataTransfer })
    await hint.waitFor()
    await page.dispatchEvent('main', 'drop', { dataTransfer })
    await hint.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/browse')
    const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
    await box.dispatchEvent('dragover', { dataTransfer })
    await hint.waitFor()
    await checkPage(page, 'An image over the search box')
    await box.dispatchEvent('drop', { dataTransfer })
    await page.waitForURL(address)
    await card.waitFor()
  })
  await step('a search is shown while it runs, stopped, and started again', async () => {
    await page.route(call, () => undefined)
    await choose(button, found, small)
    await main.getByRole('progressbar', { name: 'Search by image' }).waitFor()
    await main.getByRole('status').filter({ hasText: 'Searching…' }).waitFor()
    await checkPage(page, 'An image that is searched for')
    await pressTabTo(page, main.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Enter')
    await hear('Search cancelled')
    await checkPage(page, 'A search by image that was stopped')
    await page.unroute(call)
    // The focus went with the button that was pressed.
    assert.equal(await page.locator(':focus').textContent(), 'Search again')
    await page.keyboard.press('Enter')
    await card.waitFor()
  })
  await step('what is no image, a damaged one and a failure are reported with what to do next', async () => {
    await choose(button, 'note.jpg', Buffer.from('a text'))
    await hear('This file cannot be used for an image search.')
    await checkPage(page, 'A file that is no image')
    const another = main.getByRole('button', { name: 'Choose another image' })
    await choose(another, 'half.jpg', known.subarray(0, known.length / 2))
    await hear('This image is damaged and cannot be read.')
    await page.route(call, (route) => route.abort())
    await choose(another, found, small)
    const retry = main.getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    await page.unroute(call)
    await retry.click()
    await card.waitFor()
  })
}
