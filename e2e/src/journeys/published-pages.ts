import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPlainPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { act, create, widget } from '../page-parts.ts'

/**
 * Somebody without scripts reads a page that an administrator opened to all: whole, sized, readable light and
 * dark, and on paper. A change that is published is seen, and an asset that is recalled is gone.
 */
export const publishedPagesJourney: Journey = {
  name: 'Published pages',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page: reader } = await newPerson({ javaScriptEnabled: false })
    // Whoever looks for what is not accessible runs a script to do so; the page itself has none.
    const { page: checker } = await newPerson()
    const [first, second] = await findPictures(api)
    const address = `/p/journeys/harbours-${Date.now()}`
    const id = await publish(api, address, [first, second])
    await step('a visitor without scripts reads all of it', async () => {
      await reader.goto(address)
      await reader.getByRole('heading', { level: 1, name: 'Harbours' }).waitFor()
      await reader.getByText('Ships leave at dawn.').waitFor()
      assert.deepEqual(await picturesWithout(reader, 'width', 'height', 'alt'), [])
      assert.equal(await reader.locator('script').count(), 0)
      await checker.goto(address)
      await checkPlainPage(checker, 'A published page')
    })
    await step('on a phone it stands in one column', async () => {
      await checker.setViewportSize({ width: 360, height: 700 })
      await checkPlainPage(checker, 'A published page on a phone')
    })
    await step('nothing moves while it loads, and nothing comes from elsewhere', async () => {
      const { page } = await newPerson()
      const foreign: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(application.url)) foreign.push(request.url())
      })
      await page.goto(address)
      await showAll(page)
      assert.equal(await layoutShift(page), 0)
      assert.deepEqual(foreign, [])
    })
    await step('on paper links say where they lead, and nothing is dark', async () => {
      await reader.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const { ground, link } = await reader.evaluate(() => ({
        ground: getComputedStyle(document.body).backgroundColor,
        link: getComputedStyle(document.querySelector('.text a') as Element, '::after').content,
      }))
      assert.equal(ground, 'rgb(255, 255, 255)')
      assert.match(link, /https:\/\/example\.org\/tides/)
      const paper = await reader.pdf({ format: 'A4' })
      assert.equal(paper.subarray(0, 4).toString(), '%PDF')
      await reader.emulateMedia({ media: 'screen', colorScheme: 'light' })
    })
    await step('what is published next is what the visitor reads next', async () => {
      const copy = await workingCopyOf(api, id)
      await create(api, 'pagewidget', widget(copy, 9, 'text', { html: '<p>Fog until noon.</p>' }))
      await reader.reload()
      assert.equal(await reader.getByText('Fog until noon.').count(), 0)
      await act(api, 'page', copy, 'validate')
      await reader.reload()
      await reader.getByText('Fog until noon.').waitFor()
    })
    await step(
      'an asset that is recalled is gone from the page and from its address, and a note stands there',
      async () => {
        const file = await reader.locator(`img[src*="/${first}/"]`).getAttribute('src')
        assert.equal((await reader.request.get(file ?? '')).status(), 200)
        await act(api, 'asset', first, 'unpublish')
        try {
          await reader.reload()
          assert.equal(await reader.locator(`img[src*="/${first}/"]`).count(), 0)
          assert.equal(await reader.locator(`img[src*="/${second}/"]`).count(), 1)
          await reader.getByText('This image is not available.').waitFor()
          await checker.goto(address)
          await checkPlainPage(checker, 'A recalled image on a published page')
          assert.equal((await reader.request.get(file ?? '')).status(), 404)
        } finally {
          await act(api, 'asset', first, 'publish')
        }
      },
    )
    await step('a page that is taken back says that it is gone, in plain words', async () => {
      await act(api, 'page', id, 'unpublish')
      const answer = await reader.goto(address)
      assert.equal(answer?.status(), 404)
      await reader.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await checker.reload()
      await checkPlainPage(checker, 'No published page')
    })
  },
}

async function findPictures(api: Api): Promise<[number, number]> {
  const query = encodeURIComponent(JSON.stringify({ and: [{ rootnature: 1 }, { status: 6 }] }))
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=2&query=${query}`,
  )
  const [first, second] = response.data
  assert.ok(first && second, 'the library has two pictures')
  return [first.id, second.id]
}

async function publish(api: Api, path: string, [first, second]: readonly number[]): Promise<number> {
  const words = { title: 'Harbours', description: 'Where ships come and go.' }
  const json = { name: 'Harbours', path: path.slice('/p'.length), public: true, props: JSON.stringify(words) }
  const id = await create(api, 'page', json)
  const html =
    '<h2>Quays</h2><p>Ships leave at dawn. See the <a href="https://example.org/tides">tides</a>.</p>'
  await create(api, 'pagewidget', widget(id, 1, 'text', { html }))
  await create(api, 'pagewidget', widget(id, 2, 'picture', { asset: first, caption: 'The old quay' }))
  const columns = await create(api, 'pagewidget', widget(id, 3, 'columns', {}))
  const inside = { parent: `clubwedpagedesc_${id}_clubwedwidget_${columns}` }
  const square = { asset: second, shape: 'square', focus: { x: 20, y: 80 } }
  await create(api, 'pagewidget', { ...widget(id, 1, 'picture', square), ...inside })
  const action = { text: 'There is more.', label: 'All harbours', address: '/p/harbours' }
  await create(api, 'pagewidget', { ...widget(id, 2, 'action', action), ...inside, slot: 'second' })
  await act(api, 'page', id, 'validate')
  return id
}

async function workingCopyOf(api: Api, id: number): Promise<number> {
  const { response } = await api.call<{ response: { data: string } }>(
    'GET',
    `/rest/bs/clubwed_getWorkCopy/page/${id}`,
  )
  return Number(response.data)
}

/** Addresses of pictures that lack one of some attributes. */
function picturesWithout(page: Page, ...attributes: string[]): Promise<string[]> {
  return page
    .locator('img')
    .evaluateAll(
      (images, names) =>
        (images as HTMLImageElement[])
          .filter((image) => names.some((name) => !image.getAttribute(name)))
          .map(({ src }) => src),
      attributes,
    )
}

/** Scrolls through the page until every picture is there. */
async function showAll(page: Page): Promise<void> {
  for (const image of await page.locator('img').all()) {
    await image.scrollIntoViewIfNeeded()
    await image.evaluate(async (element: HTMLImageElement) => {
      if (!element.complete) await new Promise((done) => element.addEventListener('load', done))
    })
    assert.ok(await image.evaluate((element: HTMLImageElement) => element.naturalWidth > 0))
  }
}

/** How much moved by itself since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
}
