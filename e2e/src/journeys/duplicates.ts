import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { drawScene } from '../draw-scene.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { importPictures } from '../import-pictures.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import type { Application } from '../start-application.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]
const titles = { large: 'Lighthouse', small: 'Lighthouse for the web', sent: 'Lighthouse by mail' }

/** One picture in three versions: they are found, merged, undone, compared and called different. */
export const duplicatesJourney: Journey = {
  name: 'Duplicates',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const places = await prepare(api, application)
    const { page, errors } = await newPerson()
    const card = (title: string): Locator => page.getByRole('button', { name: `Keep ${title}`, exact: true })
    const family = page
      .getByRole('listitem')
      .filter({ has: card(titles.small) })
      .first()
    const dialog = page.getByRole('dialog')

    await step('Browse leads to duplicates; new pictures are compared at once', async () => {
      await signIn(page, 'editor', application.password, '/browse')
      await page.getByRole('button', { name: /^Actions for all/ }).click()
      await page.getByRole('menuitem', { name: 'Duplicates' }).click()
      await page.getByRole('heading', { name: 'Duplicates', level: 1 }).waitFor()
      const compare = page.getByRole('button', { name: 'Compare now' })
      await compare.or(card(titles.small)).first().waitFor()
      if (await compare.isVisible()) {
        await checkPage(page, 'Pictures that were not compared')
        await compare.click()
      }
      await family.getByRole('heading', { name: '3 versions of one picture' }).waitFor()
    })
    await step('the best original is chosen; each says its size and what uses it', async () => {
      assert.equal(await card(titles.large).getAttribute('aria-pressed'), 'true')
      await family.getByText('900 × 600').first().waitFor()
      await family.getByText('1 cart · 1 page').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await waitForCalm(page)
        await checkPage(page, `Duplicates of ${size.width} px`)
      }
      const merging = family.getByRole('button', { name: /^Merge…|^Merge \d/ })
      for (const title of [titles.small, titles.sent])
        await family.getByRole('checkbox', { name: `Merge ${title}`, exact: true }).uncheck()
      await family.getByText('To merge, choose at least one asset.').waitFor()
      assert.equal(await merging.getAttribute('aria-disabled'), 'true')
      await family.getByRole('checkbox', { name: `Merge ${titles.small}`, exact: true }).check()
      await family.getByText('To merge, choose at least one asset.').waitFor({ state: 'detached' })
      assert.equal(await merging.getAttribute('aria-disabled'), 'false')
    })
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: merged, carts and the page show the one that stays, once; undone, they are as before`,
        async () => {
          await page.goto('/duplicates')
          await card(titles.large).waitFor()
          await merge(page, hand, family, card(titles.large))
          await dialog.getByText('Moved to the trash for 30 days:').waitFor()
          await dialog.getByRole('checkbox', { name: 'Description: Seen from the pier' }).waitFor()
          await checkPage(page, 'Merging duplicates')
          await hand.press(page, dialog.getByRole('button', { name: 'Merge', exact: true }))
          await page.getByText(`2 assets were merged into “${titles.large}”`).waitFor()
          await card(titles.small).waitFor({ state: 'detached' })
          assert.deepEqual(await places.read(), places.merged)
          await (hand.name === keyboard.name
            ? page.keyboard.press('Control+z')
            : page.getByRole('button', { name: 'Undo' }).click())
          await page.getByText('2 assets were restored').waitFor()
          await card(titles.small).waitFor()
          assert.deepEqual(await places.read(), places.before)
        },
      )
    await step(
      'by keyboard: arrows and K choose, C compares, D calls them different, Undo takes it back',
      async () => {
        await page.goto('/duplicates')
        await card(titles.large).focus()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('k')
        await family.locator('[aria-pressed="true"]:not([aria-label="Keep Lighthouse"])').waitFor()
        await page.keyboard.press('c')
        await page.getByRole('dialog', { name: 'Compare 3 pictures' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await card(titles.large).focus()
        await page.keyboard.press('d')
        await page.getByText('Marked as different').waitFor()
        await card(titles.small).waitFor({ state: 'detached' })
        await page.keyboard.press('Control+z')
        await card(titles.small).waitFor()
      },
    )
    await step('whoever may not delete them reads so, and can compare them', async () => {
      const { page: other } = await newPerson()
      await signIn(other, 'contributor', application.password, '/duplicates')
      const merging = other.getByRole('button', { name: 'Merge 2 assets…' })
      await merging.waitFor()
      assert.equal(await merging.getAttribute('aria-disabled'), 'true')
      await other.getByText('To merge, you must be able to edit the asset to keep.').waitFor()
      assert.ok(await other.getByRole('button', { name: 'Mark as different' }).isDisabled())
      await checkPage(other, 'Duplicates of others')
    })
    await step('in French on a phone as well', async () => {
      const admin = await openApi(application.url, 'admin', application.password)
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      const french = await newPerson({ locale: 'fr-FR', viewport: windows[0] })
      await signIn(french.page, 'admin', application.password, '/duplicates')
      await french.page.getByRole('button', { name: `Conserver ${titles.small}` }).waitFor()
      await checkPage(french.page, 'Duplicates in French on a phone')
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

async function merge(page: Page, hand: Hand, family: Locator, kept: Locator): Promise<void> {
  if (hand.name === mouse.name) return family.getByRole('button', { name: 'Merge 2 assets…' }).click()
  await pressTabTo(page, kept)
  return page.keyboard.press('Enter')
}

interface Places {
  readonly before: unknown
  readonly merged: unknown
  /** What two carts hold and a page shows now. */
  read(): Promise<unknown>
}

/** Three versions of a picture, in two carts and on a page. */
async function prepare(api: Api, { url, password }: Application): Promise<Places> {
  const scene = await drawScene(23)
  const idOf = await importPictures(api, 'A lighthouse in three versions', {
    [titles.large]: scene,
    [titles.small]: await sharp(scene).resize(450).jpeg().toBuffer(),
    [titles.sent]: await sharp(scene).jpeg({ quality: 30 }).toBuffer(),
  })
  const [large, small, sent] = [idOf(titles.large), idOf(titles.small), idOf(titles.sent)]
  await api.call('PATCH', `/rest/dam/data/asset/${small}`, { json: { description: 'Seen from the pier' } })
  const cartOf = async (name: string, ids: readonly number[]): Promise<number> => {
    const items = ids.map((id) => ({ type: 'asset', id }))
    const [cart] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart', { name, items })
    return Number(cart?.id)
  }
  const carts = [await cartOf('Coast', [small]), await cartOf('Harbour', [sent, large])]
  const admin = await openApi(url, 'admin', password)
  const create = async (resource: string, json: object): Promise<number> =>
    (await admin.call<{ response: { data: { id: number } } }>('POST', `/rest/data/${resource}`, { json }))
      .response.data.id
  const page = await create('page', { name: 'The coast', path: `/coast-${Date.now()}` })
  const widget = await create('pagewidget', {
    parent: `clubwedpagedesc_${page}`,
    position: 0,
    component: 'picture',
    props: JSON.stringify({ asset: small }),
  })
  const read = async (): Promise<unknown> => ({
    carts: await Promise.all(
      carts.map(async (cart) => {
        const { items } = await api.call<{ items: { id: number }[] }>(
          'GET',
          `/wedia/cart/viewCart/${cart}?output=list`,
        )
        return items.map(({ id }) => Number(id))
      }),
    ),
    page: JSON.parse(
      (await admin.call<{ response: { data: { props: string } } }>('GET', `/rest/data/pagewidget/${widget}`))
        .response.data.props,
    ),
  })
  return {
    before: { carts: [[small], [sent, large]], page: { asset: small } },
    merged: { carts: [[large], [large]], page: { asset: large } },
    read,
  }
}
