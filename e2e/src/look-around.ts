import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage, checkPlainPage } from './check-page.ts'
import { keyboard, mouse } from './hands.ts'
import { createJob, publish, upload, waitForItems } from './imports.ts'
import type { Stage } from './journey.ts'
import type { Api } from './open-api.ts'
import { pressTabTo } from './press-tab-to.ts'
import { waitFor } from './wait-for.ts'

const walls = ['#c33', '#3a3', '#36c', '#cb3'] as const

/** A panorama is looked around in, and the video of a photograph played, in a page that is signed in. */
export async function lookAround(page: Page, api: Api, step: Stage['step']): Promise<void> {
  const ids = await makePictures(api)
  await lookAtPanorama(page, ids.panorama, step)
  await playMotionPhoto(page, ids.motion, step)
  await step('a player shows a panorama around the eye, too', async () => {
    await page.goto(`/api/wedia/dam/player/fo.player/asset/${ids.panorama}`)
    const canvas = page.getByRole('application', { name: /^360° panorama: / })
    await canvas.waitFor()
    await pressTabTo(page, canvas)
    for (let times = 0; times < 8; times++) await page.keyboard.press('ArrowRight')
    await waitFor('another wall', async () => (await colourOf(page)) === 'green')
    await checkPlainPage(page, 'A player of a panorama')
    await page.getByRole('button', { name: 'Flat picture' }).click()
    await canvas.waitFor({ state: 'hidden' })
  })
}

const view = (page: Page) => page.locator('[data-panorama="sharp"]')
const look = async (page: Page): Promise<readonly [number, number, number]> => {
  const [yaw = NaN, pitch = NaN, fov = NaN] = ((await view(page).getAttribute('data-look')) ?? '')
    .split(' ')
    .map(Number)
  return [yaw, pitch, fov]
}

async function lookAtPanorama(page: Page, id: number, step: Stage['step']): Promise<void> {
  const canvas = page.getByRole('application', { name: '360° panorama: Round the tower' })
  await step('with a mouse: a panorama is turned by dragging, zoomed, and seen flat', async () => {
    await page.goto(`/browse/${id}`)
    await view(page).waitFor({ timeout: 60_000 })
    assert.equal(await colourOf(page), 'red', 'it begins where its tags say')
    await checkPage(page, 'A panorama')
    await page.mouse.move(600, 500)
    await page.mouse.down()
    await page.mouse.move(100, 500, { steps: 5 })
    await page.mouse.up()
    const [yaw] = await look(page)
    assert.ok(yaw > 20, `turned to ${yaw}`)
    await page.mouse.wheel(0, -400)
    await waitFor('a nearer look', async () => (await look(page))[2] < 60)
    await mouse.press(page, page.getByRole('button', { name: 'Back to the first view' }))
    await waitFor('the first look', async () => (await look(page)).join() === '0,0,85')
    await mouse.press(page, page.getByRole('button', { name: 'Flat picture' }))
    await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
    assert.equal(await canvas.count(), 0)
    await checkPage(page, 'A panorama, flat')
  })
  await step('by keyboard alone: the same', async () => {
    await keyboard.press(page, page.getByRole('button', { name: '360° view' }))
    await view(page).waitFor()
    await pressTabTo(page, canvas)
    for (let times = 0; times < 10; times++) await page.keyboard.press('ArrowRight')
    await waitFor('another wall', async () => (await colourOf(page)) === 'green')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('+')
    await waitFor('a nearer look, further up', async () => {
      const [, pitch, fov] = await look(page)
      return pitch > 5 && fov < 70
    })
    assert.ok(page.url().includes(`/browse/${id}`), 'arrows stay in the panorama')
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement === null)
    await page.keyboard.press('z')
    await waitFor('the first look', async () => (await look(page)).join() === '0,0,85')
  })
  await step('a browser without WebGL shows it flat, and says so', async () => {
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await page.getByRole('button', { name: 'Flat picture' }).click()
    await page.getByRole('button', { name: '360° view' }).click()
    await page.getByText('This browser cannot show 360° views').waitFor()
    await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
    await checkPage(page, 'A panorama without WebGL')
  })
}

async function playMotionPhoto(page: Page, id: number, step: Stage['step']): Promise<void> {
  const play = page.getByRole('button', { name: 'Live: play the short video' })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: the video of a motion photo plays once, without sound`, async () => {
      if (hand === mouse) await page.goto(`/browse/${id}`)
      await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
      assert.equal(await page.locator('video').count(), 0, 'nothing plays by itself')
      if (hand === mouse) await checkPage(page, 'A motion photo')
      await hand.press(page, play)
      const film = page.locator('video')
      await film.waitFor({ state: 'attached', timeout: 60_000 })
      assert.equal(await film.evaluate(({ muted }: HTMLVideoElement) => muted), true)
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
      await film.waitFor({ state: 'detached', timeout: 30_000 })
      await play.waitFor()
    })
}

/** What the middle of the window shows, but for the column at its right. */
async function colourOf(page: Page): Promise<string> {
  const box = await page.locator('canvas').boundingBox()
  assert.ok(box)
  const clip = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: 4, height: 4 }
  const [red = 0, green = 0, blue = 0] = await sharp(await page.screenshot({ clip }))
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer()
  if (red > green + 40 && red > blue + 40) return 'red'
  if (green > red + 40 && green > blue + 40) return 'green'
  return blue > red + 40 && blue > green + 40 ? 'blue' : `${red},${green},${blue}`
}

/** A published panorama of four walls, the first of which is red, and a photograph with a video inside. */
async function makePictures(api: Api): Promise<{ readonly panorama: number; readonly motion: number }> {
  const [width, height] = [4096, 2048]
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#9cf"/>${walls
    .map((fill, at) => {
      // The first wall is around the middle.
      const left = (((at + 1.5) * width) / 4) % width
      const wall = (x: number) =>
        `<rect x="${x}" y="${height * 0.4}" width="${width / 4}" height="${height / 5}" fill="${fill}"/>`
      return left + width / 4 > width ? wall(left) + wall(left - width) : wall(left)
    })
    .join('')}<rect y="60%" width="100%" height="40%" fill="#563"/></svg>`
  const sphere = withXmp(
    await sharp(Buffer.from(scene)).jpeg().toBuffer(),
    'xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"',
    'GPano:ProjectionType="equirectangular"',
  )
  const video = await someVideo(api)
  const still = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  const motion = withXmp(
    still,
    'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"',
    `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${video.length}"`,
  )
  const job = await createJob(api, 'Panoramas and motion photos')
  await upload(api, job, [
    { name: 'Round the tower.jpg', bytes: new Uint8Array(sphere) },
    { name: 'A moment.jpg', bytes: new Uint8Array(Buffer.concat([motion, video])) },
  ])
  await waitForItems(api, job, 2)
  await publish(api, job)
  return {
    panorama: await findAsset(api, { 'metadata.form': '360°', name: 'Round the tower' }),
    motion: await findAsset(api, { 'metadata.form': 'Live', name: 'A moment' }),
  }
}

function withXmp(jpeg: Buffer, names: string, attributes: string): Buffer {
  const packet = Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${names} ${attributes}/></rdf:RDF></x:xmpmeta>`,
  )
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(packet.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, packet, jpeg.subarray(2)])
}

/** The seconds of a film of the library that are seen when the pointer rests on it. */
async function someVideo(api: Api): Promise<Buffer> {
  const id = await findAsset(api, { rootnature: 2 })
  return waitFor('a short video', async () => {
    const answer = await api.fetch(`/wedia/dam/variation?object=asset&id=${id}&variation=hover`)
    return answer.status === 200 && Buffer.from(await answer.arrayBuffer())
  })
}

function findAsset(api: Api, query: object): Promise<number> {
  const search = new URLSearchParams({ query: JSON.stringify(query), orderby: 'createdat desc', max: '1' })
  return waitFor(
    `an asset of ${JSON.stringify(query)}`,
    async () => {
      const { response } = await api.call<{ response: { data: { id: number }[] } }>(
        'GET',
        `/rest/dam/data/asset?${search}`,
      )
      return response.data[0]?.id ?? false
    },
    120_000,
  )
}
