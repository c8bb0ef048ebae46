import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { openFacet } from '../filters.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1000, height: 800 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]

const head = (page: Page, field: string): Locator => page.locator(`th[data-column="${field}"]`)
const firstRow = (page: Page): Locator => page.locator('tr[data-index="0"]')

/**
 * The list as a table: names at every width, columns as each person likes them, a bar that stands still, and
 * a download of what is selected.
 */
export const listViewJourney: Journey = {
  name: 'List view',
  async run(stage) {
    const api = await openApi(stage.application.url, 'editor', stage.application.password)
    try {
      await play(stage, api)
    } finally {
      // How the list was left is how every other journey of this person would find it.
      await api.call('DELETE', '/json/userpref/vue-app/habits')
    }
  },
}

async function play({ application, newPerson, step }: Stage, api: Api): Promise<void> {
  const { page, errors } = await newPerson()
  await beginSession(page, 'editor', application.password)

  await step('picture and name are in sight at every width, with the details open as well', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto('/browse?view=list')
      await firstRow(page).waitFor()
      const details = page.getByRole('button', { name: /details/i }).first()
      if (size.width >= 1280 && (await details.getAttribute('aria-pressed')) === 'false')
        await details.click()
      for (const scrolled of [0, 400]) await showsNames(page, size.width, scrolled)
      await checkPage(page, `List of ${size.width} px`)
    }
    await page
      .getByRole('button', { name: /details/i })
      .first()
      .click()
  })
  await step('buttons of the bar stay where they are when the view changes', async () => {
    await page.goto('/browse?view=grid')
    const views = page.getByRole('radiogroup', { name: 'View' })
    await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
    const before = await placesOf(page)
    await views.locator('label').filter({ hasText: 'List' }).click()
    await firstRow(page).waitFor()
    assert.deepEqual(await placesOf(page), before)
  })
  await step(
    'the view that was chosen last is the usual one, and a list that is opened as a wall stays one',
    async () => {
      await page.goto('/browse')
      await firstRow(page).waitFor()
      await page.goto('/browse?view=grid')
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).check()
      await page.waitForURL((url) => url.searchParams.has('is.rootnature'))
      await page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').first().waitFor()
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
      assert.equal(await page.locator('table').count(), 0)
    },
  )
  for (const hand of [mouse, keyboard]) {
    await step(`${hand.name}: which columns, their order and their width are remembered`, async () => {
      await page.goto('/browse?view=list')
      await firstRow(page).waitFor()
      await chooseColumns(page, hand)
      const before = await columnsOf(page)
      // As it is kept by the server, on another machine.
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, '/browse?view=list')
      await firstRow(other.page).waitFor()
      await waitFor(
        'the same columns',
        async () => JSON.stringify(await columnsOf(other.page)) === JSON.stringify(before),
      )
      await hand.press(page, page.getByRole('button', { name: 'Choose columns' }))
      await checkPage(page, 'Columns')
      await hand.press(page, page.getByRole('button', { name: 'Reset columns' }))
      await page.keyboard.press('Escape')
      assert.deepEqual(
        (await columnsOf(page)).map(({ field }) => field),
        ['name', 'rootnature', 'dimensions', 'metadata.filesize', 'status', 'takenat', 'modifiedat'],
      )
    })
    await step(
      `${hand.name}: a download of the selection asks what it shall hold, and leaves no cart behind`,
      async () => {
        const carts = await countCarts(api)
        await page.goto('/browse?view=grid')
        await page.locator('[data-index="0"] a').focus()
        for (const key of ['Space', 'Shift+ArrowRight']) await page.keyboard.press(key)
        const measured = page.waitForRequest((request) => /testZipSearch/i.test(request.url()))
        await hand.press(
          page,
          page
            .getByRole('region', { name: 'Selection', exact: true })
            .getByRole('button', { name: 'Download' }),
        )
        assert.match((await measured).postData() ?? '', /"in":\[\d+,\d+\]/)
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('radio').nth(1).waitFor()
        await dialog.getByText(/^One ZIP file, about /).waitFor()
        await checkPage(page, 'Download of a selection')
        const started = page.waitForResponse((response) => /\/zipSearch/.test(response.url()))
        await hand.press(page, dialog.getByRole('button', { name: 'Prepare the download' }))
        assert.ok((await started).ok())
        await page.keyboard.press('Escape')
        assert.equal(await countCarts(api), carts)
      },
    )
    await step(`${hand.name}: one asset is downloaded as its file, under its name`, async () => {
      await page.goto('/browse?view=grid')
      await page.locator('[data-index="0"] a').focus()
      await page.keyboard.press('Space')
      await hand.press(
        page,
        page
          .getByRole('region', { name: 'Selection', exact: true })
          .getByRole('button', { name: 'Download' }),
      )
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/^One file, about /).waitFor()
      for (const width of [390, 834, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await checkPage(page, `Download of one asset, ${width} px`)
      }
      const saving = page.waitForEvent('download')
      await hand.press(page, dialog.getByRole('button', { name: 'Download', exact: true }))
      assert.match((await saving).suggestedFilename(), /\.(jpg|png|mp4|pdf|webp|tiff?|svg|wav|mp3)$/i)
    })
  }
  await step('no page logged an error', async () => assert.deepEqual(errors, []))
}

async function showsNames(page: Page, width: number, scrolled: number): Promise<void> {
  await page.locator('table').evaluate((table, left) => {
    if (table.parentElement) table.parentElement.scrollLeft = left
  }, scrolled)
  const [picture, name, table] = await Promise.all([
    firstRow(page).locator('td[data-column="name"] a > span').first().boundingBox(),
    firstRow(page).locator('td[data-column="name"] a > span').last().boundingBox(),
    page.locator('table').locator('..').boundingBox(),
  ])
  assert.ok(picture && name && table, 'there is no row')
  const place = `${width} px, scrolled by ${scrolled}`
  assert.ok(picture.width >= 40 && picture.x >= table.x, `the picture at ${place}`)
  // A short name is whole; of a long one enough is seen to recognize it.
  const isWhole = await firstRow(page)
    .locator('td[data-column="name"] a > span')
    .last()
    .evaluate((text) => text.scrollWidth <= text.clientWidth)
  const seen = isWhole ? name.width : 60
  assert.ok(
    name.width >= seen && name.x >= table.x && name.x + seen <= table.x + table.width,
    `the name at ${place}: ${JSON.stringify(name)} in ${JSON.stringify(table)}`,
  )
}

/** Where each button of the bar stands. */
async function placesOf(page: Page): Promise<unknown> {
  await page.getByRole('heading', { level: 1, name: /asset/ }).waitFor()
  const bar = page.getByRole('heading', { level: 1, name: /asset/ }).locator('..')
  return bar.evaluate((element) =>
    [...element.querySelectorAll('button, label, input[aria-label]')]
      .map((one) => [
        one.getAttribute('aria-label') ?? one.textContent,
        Math.round(one.getBoundingClientRect().x),
      ])
      .filter(([name]) => name !== '' && name !== null),
  )
}

async function chooseColumns(page: Page, hand: Hand): Promise<void> {
  const opener = page.getByRole('button', { name: 'Choose columns' })
  if (hand === keyboard) {
    // The first link of the page leads past filters and bar.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await pressTabTo(page, opener, 'Shift+Tab')
  }
  await hand.press(page, opener)
  const menu = page.getByRole('dialog', { name: 'Choose columns' })
  await hand.turn(page, menu.getByRole('checkbox', { name: 'Dimensions' }))
  await hand.press(page, menu.getByRole('button', { name: 'Move Status left' }))
  await page.keyboard.press('Escape')
  await head(page, 'dimensions').waitFor({ state: 'detached' })
  // The menu gives it back a moment after it has closed.
  await waitFor('the focus on the button again', () =>
    opener.evaluate((node) => node === document.activeElement),
  )
  const edge = page.getByRole('separator', { name: 'Width of Status' })
  const widthOfStatus = async (): Promise<number | undefined> =>
    (await columnsOf(page)).find(({ field }) => field === 'status')?.widthPx
  const before = await widthOfStatus()
  if (hand === keyboard) {
    await edge.focus()
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('ArrowRight')
  } else {
    const box = await edge.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + 5, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 30, box.y + 10, { steps: 4 })
    await page.mouse.move(box.x + 53, box.y + 10, { steps: 4 })
    await page.mouse.up()
  }
  const columns = await columnsOf(page)
  assert.deepEqual(
    columns.map(({ field }) => field),
    ['name', 'rootnature', 'status', 'metadata.filesize', 'takenat', 'modifiedat'],
  )
  assert.equal(await widthOfStatus(), (before ?? 0) + 48)
}

/** Fields of the columns with their widths, but for the name's: it takes what is left. */
function columnsOf(page: Page): Promise<{ field: string; widthPx: number }[]> {
  return page
    .locator('th[data-column]')
    .evaluateAll((heads) =>
      heads.map((one) => ({
        field: one.getAttribute('data-column') ?? '',
        widthPx:
          one.getAttribute('data-column') === 'name' ? 0 : Math.round(one.getBoundingClientRect().width),
      })),
    )
}

async function countCarts(api: Api): Promise<number> {
  return (await api.call<unknown[]>('GET', '/wedia/cart/listCarts?output=list')).length
}
