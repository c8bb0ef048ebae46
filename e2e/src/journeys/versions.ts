import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const

/** A picture of 800 × 600 px with a ball at this place, in parts of its width. */
async function draw(background: string, place: number): Promise<Buffer> {
  const ball = `<svg width="800" height="600"><rect width="800" height="600" fill="${background}"/>
    <circle cx="${800 * place}" cy="300" r="160" fill="#f4c542"/></svg>`
  return sharp(Buffer.from(ball)).jpeg().toBuffer()
}

async function create(api: Api, name: string, picture: Buffer): Promise<number> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(picture)], 'first.jpg'))
  const answer = await api.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
  assert.equal(answer.status, 201)
  return ((await answer.json()) as { response: { data: { id: number } } }).response.data.id
}

/** A file is replaced, compared with the one before and restored; a field gets its former value back. */
export const versionsJourney: Journey = {
  name: 'Versions',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const [first, second] = [await draw('#1f4e79', 0.3), await draw('#1f4e79', 0.6)]
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    for (const hand of [mouse, keyboard]) {
      const name = `Ball, ${hand.name}`
      const id = await create(api, name, first)
      const shared = await shareInCart(api, name, id)
      const view = page.getByRole('dialog', { name, exact: true })
      const picture = view
        .getByRole('img', { name: `Preview of ${name}` })
        .or(view.locator('img[src*=preview]'))
      const open = async () => {
        await page.goto(`/browse/${id}`)
        await view.getByRole('button', { name: 'Replace file' }).waitFor()
      }
      const versions = async () =>
        (await api.call<{ number: number; note: string }[]>('GET', `/wedia/dam/versions/asset/${id}`)).map(
          ({ number, note }) => `${number} ${note}`.trim(),
        )
      await step(`${hand.name}: a file is replaced, with a note; the asset shows the new one`, async () => {
        await open()
        const before = await picture.first().getAttribute('src')
        await replace(page, hand, name, second, 'The ball was moved')
        await page.getByText(`File of “${name}” replaced`).waitFor()
        await view.getByText('Version 2').waitFor()
        await view.getByText('The ball was moved').waitFor()
        assert.notEqual(await picture.first().getAttribute('src'), before)
        await checkPage(page, 'An asset with versions')
        assert.deepEqual(await versions(), ['2 The ball was moved', '1'])
      })
      await step(`${hand.name}: the cart and the link that hold it show the new file`, async () => {
        await page.goto(`/carts/${shared.cart}`)
        await showsBallAt(page.getByRole('list', { name: 'Assets' }).locator('img').first(), 0.6)
        const visitor = await newPerson()
        await visitor.page.goto(shared.url)
        await showsBallAt(visitor.page.getByRole('list', { name: 'Assets' }).locator('img').first(), 0.6)
        await visitor.context.close()
        await open()
      })
      await step(`${hand.name}: the same file again is refused with the reason`, async () => {
        const dialog = await replace(page, hand, name, second, '')
        await dialog.getByText('This is already the file of this asset').waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      })
      const list = page.getByRole('dialog', { name: `Versions of “${name}”` })
      await step(`${hand.name}: the versions say who brought them, when and why`, async () => {
        await hand.press(page, view.getByRole('button', { name: 'Versions (2)' }))
        const rows = list.getByRole('listitem')
        await rows.getByText('first.jpg').waitFor()
        await hasFocus(list.getByRole('button', { name: 'Compare version 1 with the current file' }))
        assert.match(await rows.first().innerText(), /^Version 2 · Editor · .*\d:\d\d\s+The ball was moved/)
        assert.match(await rows.last().innerText(), /^Version 1 · Editor · .*\d:\d\d/)
      })
      await step(`${hand.name}: two versions are compared in three ways`, async () => {
        for (const size of sizes) {
          await page.setViewportSize(size)
          await checkPage(page, `Versions of ${size.width} px`)
        }
        await hand.press(page, list.getByRole('button', { name: 'Compare version 1 with the current file' }))
        await compare(page, hand)
      })
      await step(`${hand.name}: a version is restored, and Undo goes back`, async () => {
        await hand.press(page, list.getByRole('button', { name: 'Restore version 1', exact: true }))
        await page.getByText(`${name}: restored as version 3`).waitFor()
        await list.getByText('Restored from version 1').waitFor()
        await page.keyboard.press('Escape')
        await list.waitFor({ state: 'detached' })
        // The dialog of the asset keeps the focus from it.
        if (hand === mouse) await page.getByRole('button', { name: 'Undo' }).last().click()
        else await page.keyboard.press('Control+z')
        await page.getByText(`“${name}” is back to version 2`).waitFor()
        assert.deepEqual(await versions(), ['4', '3', '2 The ball was moved', '1'])
      })
      await step(`${hand.name}: a version is deleted permanently, after it was named`, async () => {
        await hand.press(page, view.getByRole('button', { name: 'Versions (4)' }))
        await hand.press(page, list.getByRole('button', { name: 'Delete version 1 permanently' }))
        const question = page.getByRole('dialog', { name: 'Delete version 1 permanently?' })
        await checkPage(page, 'Deleting a version')
        await hand.press(page, question.getByRole('button', { name: 'Delete permanently' }))
        await list.getByText('first.jpg').first().waitFor()
        await list.getByText('Version 1', { exact: true }).waitFor({ state: 'detached' })
        assert.deepEqual(await versions(), ['4', '3', '2 The ball was moved'])
        await page.keyboard.press('Escape')
        await list.waitFor({ state: 'detached' })
      })
      await step(`${hand.name}: a field gets the value back that it had`, async () => {
        for (const city of ['Brest', 'Lorient'])
          await api.call('PATCH', `/rest/dam/data/asset/${id}`, { json: { city } })
        await open()
        await hand.press(page, view.getByRole('button', { name: 'Changes' }))
        const changes = page.getByRole('dialog', { name: `Changes to “${name}”` })
        await changes.getByText('Brest → Lorient').waitFor()
        await changes
          .getByText(/^Editor · .*\d:\d\d/)
          .first()
          .waitFor()
        for (const size of sizes) {
          await page.setViewportSize(size)
          await checkPage(page, `Changes of ${size.width} px`)
        }
        await hand.press(page, changes.getByRole('button', { name: 'Restore old value, City: Brest' }))
        await page.getByText('City: old value restored').waitFor()
        await changes.getByText('Lorient → Brest').waitFor()
        await page.keyboard.press('Escape')
        await view.getByText('Brest', { exact: true }).waitFor()
      })
    }
    await step('in French on a phone', async () => {
      const id = await create(api, 'Balle', first)
      const admin = await openApi(application.url, 'admin', application.password)
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      const french = await newPerson({ locale: 'fr-FR', viewport: sizes[0] })
      await signIn(french.page, 'admin', application.password, `/browse/${id}`)
      await french.page.getByRole('button', { name: 'Remplacer le fichier' }).click()
      await french.page.getByRole('dialog', { name: 'Remplacer le fichier de « Balle »' }).waitFor()
      await checkPage(french.page, 'Replacing a file in French on a phone')
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** A cart with the asset, and a link to it. */
async function shareInCart(api: Api, name: string, id: number): Promise<{ cart: number; url: string }> {
  const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart', {
    name,
    items: [{ type: 'asset', id }],
  })
  const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${cart}`, { name })
  return { cart, url }
}

/** Waits for the ball to be drawn where it is, in parts of the width of the picture. */
async function showsBallAt(picture: Locator, place: number): Promise<void> {
  await picture.waitFor()
  const red = (image: HTMLImageElement | SVGElement | HTMLElement, at: number): number => {
    if (!(image instanceof HTMLImageElement) || !image.complete || image.naturalWidth === 0) return -1
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return context?.getImageData(canvas.width * at, canvas.height / 2, 1, 1).data[0] ?? -1
  }
  // At its outer edge alone: there the ball of the other file is not.
  await waitFor('the ball at its new place', async () => (await picture.evaluate(red, place + 0.15)) > 200)
}

async function replace(page: Page, hand: Hand, name: string, file: Buffer, note: string): Promise<Locator> {
  await hand.press(page, page.getByRole('button', { name: 'Replace file' }).first())
  const dialog = page.getByRole('dialog', { name: `Replace the file of “${name}”` })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'second.jpg', mimeType: 'image/jpeg', buffer: file })
  if (note !== '') await hand.type(page, dialog.getByRole('textbox', { name: 'Note' }), note)
  await checkPage(page, 'Replacing a file')
  await hand.press(page, dialog.getByRole('button', { name: 'Replace file' }))
  return dialog
}

async function compare(page: Page, hand: Hand): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Compare versions' })
  await dialog.getByRole('img', { name: 'Version 1' }).waitFor()
  const turnTo = async (mode: string) => {
    if (hand === mouse) return dialog.getByText(mode, { exact: true }).click()
    await pressTabTo(page, dialog.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('radio', { name: mode, checked: true }).waitFor({ state: 'attached' })
  }
  for (const size of sizes) {
    await page.setViewportSize(size)
    await checkPage(page, `Versions side by side, ${size.width} px`)
  }
  await turnTo('Slider')
  const slider = dialog.getByRole('slider')
  if (hand === mouse) {
    const box = await slider.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    assert.ok(Number(await slider.getAttribute('aria-valuenow')) > 52)
  } else {
    await pressTabTo(page, slider)
    await page.keyboard.press('ArrowRight')
    assert.equal(await slider.getAttribute('aria-valuenow'), '51')
  }
  await checkPage(page, 'Versions behind a slider')
  await turnTo('Difference')
  await checkPage(page, 'Difference of two versions')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
