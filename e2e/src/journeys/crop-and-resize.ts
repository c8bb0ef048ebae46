import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse, reach, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

interface Found {
  readonly response: { readonly data: readonly { readonly id: number }[] }
}

/**
 * A picture is cropped by keyboard and by mouse, downloaded in the size that was set, and shown by its
 * address to whoever is not signed in; its focal point moves what a ratio cuts.
 */
export const cropAndResizeJourney: Journey = {
  name: 'Crop and resize',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const query = encodeURIComponent(
      JSON.stringify({ and: [{ rootnature: 1 }, { status: 6 }, { width: { gt: 1000 } }] }),
    )
    const { response } = await api.call<Found>('GET', `/rest/dam/data/asset?max=1&query=${query}`)
    const id = response.data[0]?.id ?? 0
    const { page } = await newPerson()
    await signIn(page, 'editor', application.password, `/browse/${id}`)
    const dialog = page.getByRole('dialog', { name: 'Crop and resize' })
    let site = ''
    await step('the focal point is set by keyboard', async () => {
      await openByKeyboard(page, 'Focal point…')
      const point = page.getByRole('button', { name: /^Focal point: 50%/ })
      await hasFocus(point)
      await checkPage(page, 'The focal point')
      for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+ArrowLeft')
      await page.getByRole('button', { name: 'Focal point: 10% from the left, 50% from the top' }).waitFor()
      await pressTabTo(page, page.getByRole('button', { name: 'Save', exact: true }))
      await page.keyboard.press('Enter')
      await page.getByText('Focal point saved').waitFor()
      await hasFocus(page.getByRole('button', { name: 'Focal point…' }))
    })
    await step('a ratio cuts around it, and arrow keys move the frame', async () => {
      await openByKeyboard(page, 'Crop and resize…')
      await dialog.getByText(/\d\s(kB|MB)/).waitFor()
      await checkPage(page, 'Crop and resize')
      await choose(page, dialog.getByRole('combobox', { name: 'Crop' }), '9:16')
      assert.ok((await cropOf(dialog)).x < 0.01)
      const area = dialog.getByRole('group', { name: /^Crop area/ })
      await pressTabTo(page, area)
      for (let press = 0; press < 10; press++) await page.keyboard.press('Shift+ArrowRight')
      assert.ok((await cropOf(dialog)).x > 0.05)
    })
    await step('the picture that is downloaded has the size that was set', async () => {
      await pressTabTo(page, dialog.getByLabel('Max. width, pixels'))
      await page.keyboard.type('180')
      await dialog.getByText('180 × 320 pixels').waitFor()
      await dialog.getByText(/\d\s(kB|MB)/).waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download' }).click(),
      ])
      assert.match(file.suggestedFilename(), /\.jpg$/)
      assert.deepEqual(await sizeOf(page, await addressOf(dialog)), [180, 320])
    })
    await step('dragged by mouse, it is a free part; a preset sets all at once', async () => {
      await choose(page, dialog.getByRole('combobox', { name: 'Crop' }), 'Free')
      const before = await cropOf(dialog)
      await drag(page, dialog.getByRole('button', { name: 'Resize the crop area from the bottom right' }), 40)
      assert.notDeepEqual(await cropOf(dialog), before)
      await dialog.getByText('Instagram square').click()
      assert.ok(await dialog.getByRole('radio', { name: 'Instagram square' }).isChecked())
      const { width, height } = await cropOf(dialog)
      assert.ok(width > 0 && height > 0)
      await dialog.getByText(/^\d+\s×\s\d+\spixels$/).waitFor()
    })
    await step('by keyboard alone, too', async () => {
      await choose(page, dialog.getByRole('combobox', { name: 'Crop' }), 'Free')
      const before = await cropOf(dialog)
      await pressTabTo(
        page,
        dialog.getByRole('button', { name: 'Resize the crop area from the bottom right' }),
        'Shift+Tab',
      )
      for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+ArrowLeft')
      assert.ok((await cropOf(dialog)).width < before.width)
      await pressTabTo(page, dialog.getByRole('radio').first())
      await page.keyboard.press('Space')
      assert.ok(await dialog.getByRole('radio').first().isChecked())
      await page.keyboard.press('ArrowRight')
      assert.ok(await dialog.getByRole('radio', { name: 'Instagram square' }).isChecked())
    })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: its address shows it to whoever is not signed in`, async () => {
        if (hand === keyboard) await openByKeyboard(page, 'Crop and resize…')
        await hand.press(page, dialog.getByRole('button', { name: 'Create address for websites' }))
        const address = await dialog.getByRole('textbox', { name: 'Address for websites' }).inputValue()
        const visitor = await newPerson()
        await visitor.page.goto(address)
        const [width, height] = await visitor.page
          .locator('img')
          .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
        if (hand === mouse) assert.equal(width, height)
        else assert.ok((width ?? 0) > 0)
        await visitor.context.close()
        await checkPage(page, 'The address of a picture')
        site = address.split('?')[0] ?? ''
        await page.keyboard.press('Escape')
        await hasFocus(page.getByRole('button', { name: 'Crop and resize…' }))
      })
    await step(
      'by its address a website asks for width, ratio and format, and gets 304 where nothing changed; another token shows nothing',
      () => askByAddress(site),
    )
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: a focal point that is set moves what the address of a ratio shows`,
        async () => {
          const before = await ratioByAddress(site)
          await setFocalPoint(page, hand)
          const after = await waitFor('another picture', async () => {
            const now = await ratioByAddress(site)
            return now.equals(before) ? null : now
          })
          assert.ok(after.length > 0)
        },
      )
    const own = await createAsset(api, ownName, 'signed.jpg', await drawSigned())
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: ratio, size, format, quality, colours and metadata are chosen, and the file has them`,
        () => downloadChosen(page, hand, own),
      )
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: an administrator adds a preset, and deletes it`, async () => {
        const { page: admin, context } = await newPerson()
        await signIn(admin, 'admin', application.password, '/administration?section=presets')
        await addPreset(admin, hand)
        await context.close()
      })
    for (const [hand, embeds] of [
      [mouse, true],
      [keyboard, false],
    ] as const)
      await step(
        `${hand.name}: a profile crops all pictures of a cart in one download, ${embeds ? 'with' : 'without'} their metadata`,
        async () => {
          const admin = await openApi(application.url, 'admin', application.password)
          await admin.call('POST', '/wedia/cart/downloadProfiles', { ...squares, embedsMetadata: embeds })
          const found = await api.call<Found>('GET', `/rest/dam/data/asset?max=2&query=${query}`)
          const ids = [...found.response.data.map((asset) => asset.id), own]
          const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>(
            'POST',
            '/wedia/cart/createCart/',
            { name: `For the channel, ${hand.name}`, items: { asset: ids } },
          )
          await page.goto(`/carts/${cart}`)
          await hand.press(page, page.getByRole('button', { name: 'Download', exact: true }))
          const download = page.getByRole('dialog')
          const profile = download.getByRole('radio', { name: 'Squares' })
          await profile.waitFor()
          if (hand === mouse) await profile.click()
          else {
            await pressTabTo(page, download.getByRole('radio', { checked: true }).first(), 'Shift+Tab')
            for (let press = 0; press < 10 && !(await profile.isChecked()); press++)
              await page.keyboard.press('ArrowDown')
          }
          for (const rest of [/^Contact sheet/, /^Descriptions/]) {
            const box = download.getByRole('checkbox', { name: rest })
            if (await box.isChecked()) await hand.turn(page, box)
          }
          // Whoever looks on gets it once it is ready.
          const saving = page.waitForEvent('download', { timeout: 90_000 })
          await hand.press(page, download.getByRole('button', { name: 'Prepare the download' }))
          const files = await readPictures(await (await saving).path())
          assert.deepEqual(
            files.map(({ width, height }) => `${width} × ${height}`),
            ids.map(() => '200 × 200'),
          )
          assert.equal(
            files.filter(({ bytes }) => bytes.includes(ownName)).length,
            embeds ? 1 : 0,
            'files that say what the asset is called',
          )
          await admin.call('DELETE', '/wedia/cart/downloadProfiles/square')
        },
      )
  },
}

const squares = {
  code: 'square',
  names: { en: 'Squares', fr: 'Carrés' },
  recipe: { format: 'jpeg', crop: '1:1', boxPx: 200, quality: 80, colourSpace: 'srgb', watermark: false },
}
const ownName = 'Signed by its author'
const author = 'Ana Sousa'

/** A picture with wide colours that says who made it. */
function drawSigned(): Promise<Buffer> {
  const background = { r: 200, g: 40, b: 30 }
  return sharp({ create: { width: 1800, height: 1200, channels: 3, background } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Artist: author } })
    .jpeg()
    .toBuffer()
}

/** Downloads a picture with all choices of the dialog, then with the opposite of each. */
async function downloadChosen(page: Page, hand: Hand, id: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Crop and resize' })
  await page.goto(`/browse/${id}`)
  await hand.press(page, page.getByRole('button', { name: 'Crop and resize…' }))
  await dialog.locator('img').waitFor()
  await chooseBy(page, hand, dialog.getByRole('combobox', { name: 'Crop' }), '1:1')
  await hand.type(page, dialog.getByLabel('Max. width, pixels'), '300')
  await chooseBy(page, hand, dialog.getByRole('combobox', { name: 'Format' }), 'WebP')
  await hand.type(page, dialog.getByLabel('Quality'), '60')
  await chooseBy(page, hand, dialog.getByRole('combobox', { name: 'Colours' }), 'Display P3')
  await hand.turn(page, dialog.getByRole('checkbox', { name: /^Keep metadata/ }))
  const rich = await downloadPicture(page, hand, dialog)
  assert.equal(`${rich.format} ${rich.width} × ${rich.height}`, 'webp 300 × 300')
  assert.match(await addressOf(dialog), /quality=60/)
  assert.ok(rich.icc?.includes('P3') ?? false, 'its colours are those of Display P3')
  assert.ok(rich.exif?.includes(author) ?? false, 'it says who made it')
  await chooseBy(page, hand, dialog.getByRole('combobox', { name: 'Format' }), 'PNG')
  await chooseBy(page, hand, dialog.getByRole('combobox', { name: 'Colours' }), 'sRGB')
  await hand.turn(page, dialog.getByRole('checkbox', { name: /^Keep metadata/ }))
  const plain = await downloadPicture(page, hand, dialog)
  assert.equal(plain.format, 'png')
  assert.ok(!(plain.exif?.includes(author) ?? false), 'it does not say who made it')
  assert.ok(!(plain.icc?.includes('P3') ?? false))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function downloadPicture(page: Page, hand: Hand, dialog: Locator) {
  await dialog.getByText(/\d\s(bytes|kB|MB)/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    hand.press(page, dialog.getByRole('link', { name: 'Download' })),
  ])
  const { format, width, height, icc, exif } = await sharp(await file.path()).metadata()
  return { format, width, height, icc: icc && textOf(icc), exif: exif && textOf(exif) }
}

/** What is written in bytes, also in two bytes a letter. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '')

async function chooseBy(page: Page, hand: Hand, select: Locator, name: string): Promise<void> {
  if (hand === mouse) return choose(page, select, name)
  await reach(page, select)
  const option = page.getByRole('option', { name, exact: true })
  await page.keyboard.press('ArrowDown')
  await option.waitFor()
  for (let press = 0; press < 20 && (await option.getAttribute('data-combobox-selected')) === null; press++)
    await page.keyboard.press('ArrowDown')
  return page.keyboard.press('Enter')
}

/** The picture that an embed gives, as a website asks for it. */
async function askByAddress(site: string): Promise<void> {
  const url = `${site}?w=800&crop=16:9&format=avif`
  const first = await fetch(url)
  assert.equal(first.status, 200)
  assert.equal(first.headers.get('content-type'), 'image/avif')
  const { width, height } = await sharp(Buffer.from(await first.arrayBuffer())).metadata()
  assert.equal(`${width} × ${height}`, '800 × 450')
  assert.match(first.headers.get('cache-control') ?? '', /public/)
  const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  assert.equal(again.status, 304)
  const token = /embed\/([^/]+)/.exec(site)?.[1] ?? ''
  const forged = await fetch(url.replace(token, token.split('').toReversed().join('')))
  assert.equal(forged.status, 404)
}

async function ratioByAddress(site: string): Promise<Buffer> {
  const answer = await fetch(`${site}?crop=9:16&w=90&format=png`)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Sets the focal point: at the right with a mouse, at the left by keys. */
async function setFocalPoint(page: Page, hand: Hand): Promise<void> {
  await hand.press(page, page.getByRole('button', { name: 'Focal point…' }))
  const dialog = page.getByRole('dialog', { name: 'Focal point' })
  const point = dialog.getByRole('button', { name: /^Focal point: / })
  await hasFocus(point)
  if (hand === mouse) {
    const box = await dialog.locator('img').boundingBox()
    assert.ok(box)
    await page.mouse.click(box.x + box.width * 0.95, box.y + box.height / 2)
    await dialog.getByRole('button', { name: 'Focal point: 95% from the left, 50% from the top' }).waitFor()
  } else for (let press = 0; press < 9; press++) await page.keyboard.press('Shift+ArrowLeft')
  await hand.press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.getByText('Focal point saved').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
}

async function addPreset(page: Page, hand: Hand): Promise<void> {
  await hand.press(page, page.getByRole('button', { name: 'Add a preset' }))
  for (const [field, text] of [
    ['Code', 'poster'],
    ['Name in English', 'Poster'],
    ['Name in French', 'Affiche'],
    ['Crop ratio', '2-3'],
  ] as const)
    await hand.type(page, page.getByLabel(field), text)
  await page.getByText('Enter a ratio such as 16:9').waitFor()
  await hand.type(page, page.getByLabel('Crop ratio'), '2:3')
  await checkPage(page, 'A preset of pictures')
  await hand.press(page, page.getByRole('button', { name: 'Save the preset' }))
  await page.getByText('poster · 2:3 · full size').waitFor()
  await checkPage(page, 'Presets of pictures')
  await hand.press(page, page.getByRole('button', { name: 'Delete Poster' }))
  await hand.press(page, page.getByRole('button', { name: 'Delete the preset' }))
  await page.getByText('“Poster” was deleted').waitFor()
}

/** The JPEGs in an archive. */
async function readPictures(
  archive: string,
): Promise<readonly { readonly width: number; readonly height: number; readonly bytes: Buffer }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-crops-'))
  try {
    await promisify(execFile)('unzip', ['-q', archive, '-d', folder])
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jpg'))
    return await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(folder, name))
        const { width, height } = await sharp(bytes).metadata()
        return { width, height, bytes }
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function openByKeyboard(page: Page, name: string): Promise<void> {
  const open = page.getByRole('button', { name })
  await open.waitFor()
  await pressTabTo(page, open)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').last().locator('img').first().waitFor()
}

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function addressOf(dialog: Locator): Promise<string> {
  return (await dialog.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? ''
}

/** The part that the download asks for. */
async function cropOf(dialog: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const { searchParams } = new URL(await addressOf(dialog), 'http://localhost')
  const [x = 0, y = 0, width = 0, height = 0] = (searchParams.get('crop') ?? '').split(',').map(Number)
  return { x, y, width, height }
}

async function sizeOf(page: Page, address: string): Promise<number[]> {
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, address)
}

async function drag(page: Page, handle: Locator, byPx: number): Promise<void> {
  const box = await handle.boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - byPx, y - byPx, { steps: 4 })
  await page.mouse.up()
}
