import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import { hasFocus } from './has-focus.ts'
import { keyboard, mouse, type Hand } from './hands.ts'
import type { Stage } from './journey.ts'
import type { Api } from './open-api.ts'
import { pressTabTo } from './press-tab-to.ts'
import { takeAction } from './take-action.ts'
import { waitFor } from './wait-for.ts'

/** Parts are cut out of the film that is open, by keyboard and by mouse, and downloaded. */
export async function trimFilm(page: Page, step: Stage['step']): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Trim and download' })
  const start = dialog.getByRole('textbox', { name: 'Start' })
  const end = dialog.getByRole('textbox', { name: 'End' })
  const now = (): Promise<number> =>
    dialog.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
  await step('by keyboard alone: a part is chosen by thumbs, keys and times, and downloaded', async () => {
    const open = page.getByRole('button', { name: 'Trim and download…' })
    await open.waitFor()
    await pressTabTo(page, open)
    await page.keyboard.press('Enter')
    await start.waitFor()
    await pressTabTo(page, dialog.getByRole('slider', { name: 'Start' }))
    for (let times = 0; times < 10; times++) await page.keyboard.press('ArrowRight')
    await waitFor('the start', async () => (await start.inputValue()) === '0:00:01.0')
    await waitFor('the film at the start', async () => Math.abs((await now()) - 1) < 0.05)
    // Where the film is, by keys: nothing is left of the part, and it goes on to the end.
    await page.keyboard.press('o')
    await waitFor('the end', async () => (await end.inputValue()) === '0:00:01.0')
    assert.equal(await start.inputValue(), '0:00:00.0')
    await page.keyboard.press('i')
    await waitFor('the start by a key', async () => (await start.inputValue()) === '0:00:01.0')
    await keyboard.type(page, end, '0:00:02.5')
    await page.keyboard.press('Enter')
    await dialog.getByText('Length 0:00:01.5').waitFor()
    await dialog.getByText(/^MP4, about \d+\s(kB|MB)$/).waitFor()
    await checkPage(page, 'A part of a video')
    await pressTabTo(page, dialog.getByRole('button', { name: 'Download', exact: true }))
    const file = await downloaded(page, () => page.keyboard.press('Enter'))
    assert.match(file.suggestedFilename(), / \(0\.00\.01-0\.00\.02\.5\)\.mp4$/)
    await dialog.getByText('Download started').waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(open)
  })
  await step('with a mouse: what is no part is refused, and the original is cut', async () => {
    await takeAction(page, mouse, 'Trim and download')
    await start.waitFor()
    await mouse.type(page, end, '0:75:00')
    await end.blur()
    await dialog.getByText('Enter a time such as 0:01:10.5').waitFor()
    await mouse.type(page, end, '9:00')
    await end.blur()
    await dialog.getByText('The video ends before this time.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Download', exact: true }).isDisabled())
    await checkPage(page, 'A part that a video does not have')
    await mouse.type(page, end, '1,2')
    await end.blur()
    await dialog.getByRole('button', { name: 'Play clip' }).click()
    await dialog.getByRole('button', { name: 'Stop' }).waitFor()
    await dialog.getByRole('button', { name: 'Play clip' }).waitFor()
    await waitFor('the end of the part', async () => Math.abs((await now()) - 1.2) < 0.3)
    await pullThumb(page, dialog.getByRole('slider', { name: 'Start' }), 12)
    assert.notEqual(await start.inputValue(), '0:00:00.0')
    await dialog.getByText('Original quality').click()
    const file = await downloaded(page, () =>
      dialog.getByRole('button', { name: 'Download', exact: true }).click(),
    )
    assert.equal((await readFile(await file.path())).subarray(4, 8).toString(), 'ftyp')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })
}

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** A visitor cuts a part out of a film where a link gives films; one of small pictures does not offer it. */
export async function trimAsVisitor(
  visitor: Page,
  api: Api,
  film: number,
  step: Stage['step'],
): Promise<void> {
  const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name: 'A film to cut',
    items: { asset: [film] },
  })
  const share = async (json: object): Promise<string> =>
    (await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${cart}`, json)).url
  const open = visitor.getByRole('button', { name: 'Trim and download…' })
  const url = await share({ name: 'Originals', actions: ['view', 'download'] })
  const play = async (hand: Hand): Promise<void> => {
    const dialog = visitor.getByRole('dialog', { name: 'Trim and download' })
    await visitor.goto(`${url}?asset=${film}`)
    await hand.press(visitor, open)
    const end = dialog.getByRole('textbox', { name: 'End' })
    await hand.type(visitor, end, '0:00:01.5')
    await visitor.keyboard.press('Tab')
    await dialog.getByText('Length 0:00:01.5').waitFor()
    for (const size of windows) {
      await visitor.setViewportSize(size)
      await checkPage(visitor, `A part of a film of a link at ${size.width} px`)
    }
    const button = dialog.getByRole('button', { name: 'Download', exact: true })
    const file = await downloaded(visitor, () => hand.press(visitor, button))
    assert.equal((await readFile(await file.path())).subarray(4, 8).toString(), 'ftyp')
    await visitor.keyboard.press('Escape')
    await hasFocus(open)
    for (const size of windows) {
      await visitor.setViewportSize(size)
      await checkPage(visitor, `A film of a link at ${size.width} px`)
    }
  }
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a visitor cuts a part out of a film, and downloads it`, () => play(hand))
  await step('a link that gives small pictures offers no parts of a film', async () => {
    await visitor.goto(`${await share({ name: 'Small', profiles: ['thumbnailBig'] })}?asset=${film}`)
    await visitor
      .getByRole('dialog')
      .getByRole('button', { name: /^Download / })
      .waitFor()
    assert.equal(await open.count(), 0)
  })
}

async function downloaded(page: Page, work: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), work()])
  return file
}

async function pullThumb(page: Page, thumb: Locator, byPx: number): Promise<void> {
  const box = await thumb.boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPx, y, { steps: 4 })
  await page.mouse.up()
}
