import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  await playMotionPhotos(page, ids, step)
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
  await step('and plays a Live Photo, once, by keyboard', async () => {
    await page.goto(`/api/wedia/dam/player/fo.player/asset/${ids.live}`)
    await pressTabTo(page, play(page))
    await checkPlainPage(page, 'A player of a Live Photo')
    await page.keyboard.press('Enter')
    await playsOnce(page)
    await page.getByRole('button', { name: 'Sound of the Live video', pressed: false }).click()
    await page.getByRole('button', { name: 'Sound of the Live video', pressed: true }).waitFor()
  })
}

const play = (page: Page) => page.getByRole('button', { name: 'Live: play the short video' })

async function playsOnce(page: Page): Promise<void> {
  const film = page.locator('video')
  await film.waitFor({ state: 'attached', timeout: 60_000 })
  assert.equal(await film.evaluate(({ muted }: HTMLVideoElement) => muted), true)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await film.waitFor({ state: 'detached', timeout: 30_000 })
  await play(page).waitFor()
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

/** Each by one hand: that of a motion photo is inside of it, that of a Live Photo is another asset. */
async function playMotionPhotos(
  page: Page,
  { motion, live, film }: Readonly<Record<'motion' | 'live' | 'film', number>>,
  step: Stage['step'],
): Promise<void> {
  for (const [hand, id, name] of [
    [mouse, motion, 'motion photo'],
    [keyboard, live, 'Live Photo'],
  ] as const)
    await step(`${hand.name}: the video of a ${name} plays once, without sound`, async () => {
      await page.goto(`/browse/${id}`)
      await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
      assert.equal(await page.locator('video').count(), 0, 'nothing plays by itself')
      await play(page).waitFor()
      await checkPage(page, `A ${name}`)
      await hand.press(page, play(page))
      await playsOnce(page)
    })
  await step('by keyboard alone: the picture of a Live Photo leads to its video, and that back', async () => {
    await keyboard.press(page, page.getByRole('link', { name: 'A wave Video' }))
    await page.waitForURL(`**/browse/${film}`)
    await keyboard.press(page, page.getByRole('link', { name: 'A wave Picture' }))
    await page.waitForURL(`**/browse/${live}`)
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

/**
 * A published panorama of four walls, the first of which is red, a photograph with a video inside, and a Live
 * Photo of two files.
 */
async function makePictures(
  api: Api,
): Promise<Readonly<Record<'panorama' | 'motion' | 'live' | 'film', number>>> {
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
  await upload(api, job, [
    { name: 'A wave.jpg', bytes: new Uint8Array(withAppleNotes(still)) },
    { name: 'A wave.mov', bytes: new Uint8Array(await asLiveFilm(video)) },
  ])
  await waitForItems(api, job, 4)
  await publish(api, job)
  return {
    panorama: await findAsset(api, { 'metadata.form': '360°', name: 'Round the tower' }),
    motion: await findAsset(api, { 'metadata.form': 'Live', name: 'A moment' }),
    live: await findAsset(api, { 'metadata.form': 'Live', name: 'A wave' }),
    film: await findAsset(api, { rootnature: 2, name: 'A wave' }),
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

const identifier = '6A3D4B7E-52A5-4A0F-9B2C-1D9E8C7B6A50'

/** A JPEG with maker notes of Apple that hold the identifier of a Live Photo alone. */
function withAppleNotes(jpeg: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(18)
    bytes.writeUInt16BE(1, 0)
    bytes.writeUInt16BE(tag, 2)
    bytes.writeUInt16BE(type, 4)
    bytes.writeUInt32BE(count, 6)
    bytes.writeUInt32BE(value, 10)
    return bytes
  }
  const text = Buffer.from(`${identifier}\0`)
  const head = Buffer.from('Apple iOS\0\0\x01MM', 'latin1')
  const notes = Buffer.concat([head, entry(0x11, 2, text.length, 32), text])
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    entry(0x87_69, 4, 1, 26),
    entry(0x92_7c, 7, notes.length, 44),
    notes,
  ])
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)])
}

/** A film as telephones of Apple keep that of a Live Photo. */
async function asLiveFilm(film: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-journey-live-'))
  try {
    const [from, to] = [join(folder, 'film.mp4'), join(folder, 'film.mov')]
    await writeFile(from, film)
    const key = ['-metadata', `com.apple.quicktime.content.identifier=${identifier}`]
    const options = [...key, '-movflags', 'use_metadata_tags', '-c', 'copy', '-y']
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', from, ...options, to])
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
