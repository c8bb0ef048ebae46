import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { createJob, listItems, publish, sha256, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { lookAround } from '../look-around.ts'
import { signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

/** As many pixels as are decoded at all. */
const size = { width: 9000, height: 8800 }
/** Side of the squares of the chequered picture, px: far below what a preview can show. */
const squarePx = 4

const level = (page: Page): Promise<string | undefined> =>
  page
    .locator('[data-tile]')
    .first()
    .getAttribute('data-tile', { timeout: 2000 })
    .then((key) => key?.split('/')[0])
const percent = (page: Page): Locator => page.getByRole('dialog').locator('button output')

/** The viewer shows real pixels: those of the original for whoever may have it, of the preview for others. */
export const zoomJourney: Journey = {
  name: 'Zoom',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const id = await makeLarge(api)
    for (const hand of [mouse, keyboard]) {
      const { page, errors } = await newPerson()
      await step(
        `${hand.name}: 100 % shows the pixels of the original of ${Math.round((size.width * size.height) / 1e6)} megapixels`,
        async () => {
          await signIn(page, 'editor', application.password, `/browse/${id}`)
          await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
          assert.equal(
            await page.locator('[data-tile]').count(),
            0,
            'nothing more than the preview is loaded where it is enough',
          )
          if (hand === keyboard) await page.keyboard.press('z')
          else await page.getByRole('button', { name: /^Zoom \d+\s?%: show actual size$/ }).click()
          await page.locator('[data-tiles="there"] [data-tile]').first().waitFor({ timeout: 90_000 })
          assert.match(await percent(page).innerText(), /^100\s?%$/)
          assert.equal(await level(page), '14')
          assert.ok((await contrastOf(page)) > 200, 'the squares of a few pixels are not seen')
          assert.ok((await page.locator('[data-tile]').count()) <= 20)
          await checkPage(page, 'Actual size')
        },
      )
      await step(`${hand.name}: it moves, goes on beyond 100 %, and back to the whole`, async () => {
        const before = await keysOf(page)
        await move(page, hand)
        await waitFor(
          'other tiles',
          async () => JSON.stringify(await keysOf(page)) !== JSON.stringify(before),
        )
        await press(page, hand, '+', 'Zoom in')
        await waitFor(
          'more than 100 %',
          async () => Number.parseInt(await percent(page).innerText(), 10) === 160,
        )
        await press(page, hand, 'z', 'Fit to the window')
        await waitFor(
          'the whole picture',
          async () => Number.parseInt(await percent(page).innerText(), 10) < 20,
        )
        await press(page, hand, 'f', 'Full screen')
        await page.waitForFunction(() => document.fullscreenElement !== null)
        await press(page, hand, 'f', 'Leave full screen')
        await page.waitForFunction(() => document.fullscreenElement === null)
        assert.deepEqual(errors, [])
      })
    }
    const { page } = await newPerson()
    await step('a double click shows real pixels where it was clicked, and the whole again', async () => {
      await signIn(page, 'editor', application.password, `/browse/${id}`)
      await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
      await page.getByRole('dialog').locator('img[data-loaded]').dblclick()
      await page.locator('[data-tiles="there"] [data-tile]').first().waitFor()
      assert.match(await percent(page).innerText(), /^100\s?%$/)
      await page.locator('[data-tile]').nth(6).dblclick()
      await waitFor(
        'the whole picture',
        async () => Number.parseInt(await percent(page).innerText(), 10) < 20,
      )
    })
    await lookAround(page, api, step)
    await step(
      'whom pictures come watermarked to gets watermarked tiles, under whatever name; who is not signed in gets none',
      async () => {
        const viewer = await openApi(application.url, 'viewer', application.password)
        const tilesOf = async (as: Api, name: string): Promise<string> =>
          sha256(
            new Uint8Array(
              await (
                await as.fetch(`/wedia/dam/variation?object=asset&id=${id}&variation=${name}`)
              ).arrayBuffer(),
            ),
          )
        const [clean, marked, twin] = await Promise.all([
          tilesOf(api, 'tiles'),
          tilesOf(viewer, 'tiles'),
          tilesOf(viewer, 'tiles_w'),
        ])
        assert.notEqual(marked, clean)
        assert.equal(marked, twin)
        assert.equal(
          (await fetch(`${application.url}/api/wedia/dam/variation?object=asset&id=${id}&variation=tiles`))
            .status,
          401,
        )
      },
    )
  },
}

/** A published picture of small squares. */
async function makeLarge(api: Api): Promise<number> {
  const side = squarePx * 2
  const squares = Buffer.from(
    Array.from({ length: side * side }, (_none, at) =>
      Math.floor((at % side) / squarePx) === Math.floor(at / side / squarePx) ? 255 : 0,
    ).flatMap((grey) => [grey, grey, grey]),
  )
  const input = await sharp(squares, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#888' }, limitInputPixels: false })
    .composite([{ input, tile: true }])
    .jpeg({ quality: 90 })
    .toBuffer()
  const job = await createJob(api, 'A large picture')
  await upload(api, job, [{ name: 'chequered.jpg', bytes: new Uint8Array(bytes) }])
  await waitForItems(api, job, 1)
  await publish(api, job)
  return waitFor(
    'the published picture',
    async () => {
      const { response } = await api.call<{
        response: { data: { id: number; status?: { name?: string } }[] }
      }>(
        'GET',
        `/rest/dam/data/asset?${new URLSearchParams({ query: '{"name":"chequered"}', orderby: 'createdat desc', max: '1' })}`,
      )
      return (await listItems(api, job)).length > 0 && response.data[0]?.id
    },
    120_000,
  )
}

/** How far the brightest and the darkest pixel of a tile are apart. */
function contrastOf(page: Page): Promise<number> {
  return page
    .locator('[data-tile]')
    .first()
    .evaluate((image: HTMLImageElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const greys = [...(context?.getImageData(0, 0, 32, 32).data ?? [])].filter((_value, at) => at % 4 === 0)
      return Math.max(...greys) - Math.min(...greys)
    })
}

function keysOf(page: Page): Promise<string[]> {
  return page
    .locator('[data-tile]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-tile') ?? ''))
}

async function press(page: Page, hand: Hand, key: string, button: string): Promise<void> {
  if (hand === keyboard) await page.keyboard.press(key)
  else await page.getByRole('button', { name: button, exact: true }).click()
}

async function move(page: Page, hand: Hand): Promise<void> {
  if (hand === keyboard) {
    for (let pressed = 0; pressed < 10; pressed++) await page.keyboard.press('ArrowRight')
    return
  }
  await page.mouse.move(700, 500)
  await page.mouse.down()
  await page.mouse.move(100, 300, { steps: 8 })
  await page.mouse.up()
}
