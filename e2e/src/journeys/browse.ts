import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { facet, openFacet, readTree } from '../filters.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

interface Found {
  readonly response: {
    readonly total: number
    readonly data: readonly { readonly id: number; readonly name: string }[]
    readonly aggregates?: Record<
      string,
      readonly {
        readonly count: number
        readonly data: { readonly id: number | string; readonly name: string }
      }[]
    >
  }
}

/** Finding assets, looking at them, and the address that holds it all. */
export const browseJourney: Journey = {
  name: 'Browse',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { page, errors } = await newPerson()
    const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
    await signIn(page, 'editor', application.password)

    await step('the list is accessible and counts what the server counts', async () => {
      await page.getByRole('link', { name: 'Browse' }).first().click()
      await tiles.first().waitFor()
      await showsCount(page, (await find(api, { max: '1' })).response.total)
      await waitForCalm(page)
      await fillsWall(page)
      await checkPage(page, 'Browse')
    })
    await step('words are found whatever their accents and case', async () => {
      for (const [words, name] of [
        ['GDANSK', 'Quarter to nine'],
        ['bialowieza', 'Night wood'],
        ['cortina d’amp', 'Red summit'],
      ] as const) {
        await search(page, words)
        await tiles.getByRole('link', { name }).waitFor()
        await showsCount(page, (await find(api, { fulltext: words })).response.total)
      }
    })
    await step(
      'what is typed slowly is searched for while it is typed, and no letter of it is lost',
      async () => {
        const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
        await box.selectText()
        await box.pressSequentially('wood ', { delay: 260 })
        await waitFor('the words in the address', () => new URL(page.url()).searchParams.get('q') === 'wood')
        await showsCount(page, (await find(api, { fulltext: 'wood' })).response.total)
        assert.equal(await box.inputValue(), 'wood ')
      },
    )
    await step('chips take constraints away, one and all', async () => {
      await search(page, 'sea')
      await waitFor('the words in the address', () => new URL(page.url()).searchParams.get('q') === 'sea')
      await (await openFacet(page, 'Type')).getByRole('checkbox', { name: 'Image' }).check()
      const chips = page.getByRole('list', { name: 'Active filters' })
      assert.equal(await chips.getByRole('button', { name: /^Remove/ }).count(), 2)
      await checkPage(page, 'Browse with filters')
      await chips
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await waitFor('the address without the words', () => !page.url().includes('q=sea'))
      const box = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
      await waitFor('an empty box', async () => (await box.inputValue()) === '')
      await page.getByRole('button', { name: 'Remove', exact: false }).first().click()
      await chips.waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).search, '')
    })
    await step('D1.09 facets count what the server counts', async () => {
      const { aggregates = {} } = (
        await find(api, { max: '1', withAggregates: 'true', aggFields: 'rootnature,keywords,country' })
      ).response
      await showsFacet(
        page,
        'Type',
        (aggregates['rootnature'] ?? []).map(({ count, data }) => ({
          count,
          name: natures[data.name] ?? data.name,
        })),
      )
      await showsFacet(
        page,
        'Country',
        (aggregates['country'] ?? []).map(({ count, data }) => ({ count, name: data.name })),
      )
      await facet(page, 'Country').getByRole('checkbox', { name: 'France' }).check()
      const narrowed = await find(api, {
        max: '1',
        query: JSON.stringify({ country: 'France' }),
        withAggregates: 'true',
        aggFields: 'keywords',
      })
      await showsCount(page, narrowed.response.total)
      await showsTree(
        page,
        'Keywords',
        (narrowed.response.aggregates?.['keywords'] ?? []).map(({ count, data }) => ({
          count,
          name: data.name,
        })),
      )
    })
    await step('the address bar is the state: a reload keeps it', async () => {
      await page.getByRole('combobox', { name: 'Order' }).click()
      await page.getByRole('option', { name: 'Name, A to Z' }).click()
      await page
        .getByRole('radiogroup', { name: 'View' })
        .locator('label')
        .filter({ hasText: 'List' })
        .click()
      await page.getByRole('table', { name: 'Assets' }).waitFor()
      const { searchParams } = new URL(page.url())
      assert.deepEqual(
        [searchParams.get('is.country'), searchParams.get('order'), searchParams.get('view')],
        ['France', 'name asc', 'list'],
      )
      const rows = page.getByRole('table', { name: 'Assets' }).getByRole('row')
      await waitForCalm(page)
      const before = await waitFor('the rows', async () => (await rows.count()) > 1 && rows.allTextContents())
      await checkPage(page, 'Browse as a table')
      await page.reload()
      await waitFor(
        'the same rows',
        async () => JSON.stringify(await rows.allTextContents()) === JSON.stringify(before),
      )
      const names = (
        await find(api, { query: JSON.stringify({ country: 'France' }), orderby: 'name asc' })
      ).response.data.map(({ name }) => name)
      const shown = await rows.getByRole('link').allTextContents()
      assert.deepEqual(
        shown.filter((name) => names.includes(name)),
        names,
      )
    })
    await step('the view that was chosen is the usual one, until another is', async () => {
      await page.goto('/browse')
      await page.getByRole('table', { name: 'Assets' }).waitFor()
      await page
        .getByRole('radiogroup', { name: 'View' })
        .locator('label')
        .filter({ hasText: 'Grid' })
        .click()
      await tiles.first().waitFor()
      await waitForCalm(page)
      await page.reload()
      await tiles.first().waitFor()
      assert.equal(new URL(page.url()).search, '')
    })
    await step('pictures are selected by keyboard and put into a cart', async () => {
      await page.goto('/browse?order=name+asc')
      await tiles.first().waitFor()
      await tiles.first().getByRole('link').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
      const bar = page.getByRole('region', { name: 'Selection' })
      await bar.getByText('4 selected').waitFor()
      await checkPage(page, 'Browse with a selection')
      await bar.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByRole('dialog', { name: 'Add to cart' }).getByRole('option').first().waitFor()
      await checkPage(page, 'The cart picker')
      await page.keyboard.type('Picked by keyboard')
      await page
        .getByRole('option', { name: 'Create “Picked by keyboard”' })
        .and(page.locator('[data-combobox-selected]'))
        .waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('4 assets added to “Picked by keyboard”').waitFor()
      const carts = await api.call<{ name: string; total: number }[]>(
        'GET',
        '/wedia/cart/listCarts?output=list',
      )
      assert.equal(carts.find(({ name }) => name === 'Picked by keyboard')?.total, 4)
      await page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })
    })
    await step('one asset fills the window; arrows go on, Escape leads back to the same place', async () => {
      const names = (await find(api, { orderby: 'name asc', max: '100' })).response.data.map(
        ({ name }) => name,
      )
      await page.setViewportSize({ width: 1000, height: 600 })
      const place = await scrollWall(page, 700)
      const at = 14
      await tiles.getByRole('link', { name: names[at] ?? '', exact: true }).click()
      await page.getByRole('dialog', { name: names[at] ?? '' }).waitFor()
      await waitForCalm(page)
      await checkPage(page, 'An asset')
      await page.keyboard.press('ArrowRight')
      await page.getByRole('dialog', { name: names[at + 1] ?? '' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('dialog', { name: names[at - 1] ?? '' }).waitFor()
      await page.reload()
      await page.getByRole('dialog', { name: names[at - 1] ?? '' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, '/browse')
      assert.ok(place > 0)
    })
    await step('Page Down, End and Home lead through the wall', async () => {
      const focused = () =>
        page.evaluate(() =>
          Number(document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? -1),
        )
      const last = (await find(api, { max: '1' })).response.total - 1
      await tiles.first().getByRole('link').focus()
      await page.keyboard.press('PageDown')
      const below = await waitFor('a picture further down', async () => (await focused()) > 3 && focused())
      await page.keyboard.press('End')
      await waitFor('the last picture', async () => (await focused()) === last)
      await page.keyboard.press('PageUp')
      await waitFor('a picture further up', async () => (await focused()) < last && (await focused()) > below)
      await page.keyboard.press('Home')
      await waitFor('the first picture', async () => (await focused()) === 0)
      assert.ok((await wallPlace(page)) < 20)
    })
    await step('Back from an asset finds the list where it was', async () => {
      const place = await scrollWall(page, 700)
      const inView = await waitFor('a picture in view', async () => {
        for (const tile of await tiles.all()) {
          const box = await tile.boundingBox()
          if (box && box.y > 250 && box.y + box.height < 590) return tile
        }
        return null
      })
      await inView.getByRole('link').click()
      await page.getByRole('dialog').waitFor()
      await page.goBack()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await wallPlace(page), place)
      await page.getByRole('link', { name: 'Carts' }).first().click()
      await page.getByRole('heading', { name: 'Carts', level: 1, exact: true }).waitFor()
      await page.goBack()
      await tiles.first().waitFor()
      await waitFor('the same place', async () => Math.abs((await wallPlace(page)) - place) <= 1)
    })
    await step(
      'an asset that its address opens comes first; its list follows, and is drawn when it closes',
      async () => {
        const { data, total } = (await find(api, { orderby: 'name asc', max: '100' })).response
        const at = 30
        const { id = 0, name = '' } = data[at] ?? {}
        // The list before may still be asking for its pictures.
        await waitForCalm(page)
        const seen = followRequests(page)
        const open = await holdRecord(page, id)
        await page.goto(`/browse/${id}?order=name+asc`)
        await page.getByRole('dialog').waitFor()
        await waitForCalm(page, isRecord(id))
        assert.deepEqual(seen.lists, [])
        open()
        await page.getByRole('dialog', { name }).waitFor()
        await page.getByText(`${at + 1} of ${total}`, { exact: true }).waitFor()
        await waitForCalm(page)
        assert.equal(seen.lists.length, 1, seen.lists.join('\n'))
        assert.deepEqual(seen.ofWall, [])
        await page.keyboard.press('ArrowRight')
        const next = data[at + 1]?.name ?? ''
        await page.getByRole('dialog', { name: next }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        const tile = tiles.getByRole('link', { name: next, exact: true })
        await hasFocus(tile)
        await tile.and(page.locator(':focus')).click({ trial: true })
        await facet(page, 'Type').getByRole('listitem').first().waitFor()
        assert.equal(seen.lists.length, 1, seen.lists.join('\n'))
      },
    )
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** What a page asks: lists of assets, and what a wall needs beside them, facets and small pictures. */
function followRequests(page: Page): { readonly lists: string[]; readonly ofWall: string[] } {
  const seen = { lists: [] as string[], ofWall: [] as string[] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    const asked = `${request.method()} ${request.url()} ${request.postData() ?? ''}`
    const isFacets = asked.includes('aggFields') || url.pathname.endsWith('/aggs')
    const isSmall = /^thumbnail/i.test(url.searchParams.get('variation') ?? '')
    if (isFacets || isSmall) seen.ofWall.push(asked)
    else if (url.pathname.endsWith('/rest/dam/data/asset') && request.method() === 'GET')
      seen.lists.push(asked)
  })
  return seen
}

const isRecord =
  (id: number) =>
  (request: Request): boolean =>
    new URL(request.url()).pathname.endsWith(`/rest/dam/data/asset/${id}`)

/** Holds the record of an asset back until what it answers is called. */
async function holdRecord(page: Page, id: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname.endsWith(`/rest/dam/data/asset/${id}`),
    async (route) => {
      await promise
      await route.continue()
    },
  )
  return resolve
}

const natures: Readonly<Record<string, string>> = {
  IMAGE: 'Image',
  VIDEO: 'Video',
  AUDIO: 'Audio',
  DOCUMENT: 'Document',
  OTHER: 'Other',
}

function find(api: Api, parameters: Record<string, string>): Promise<Found> {
  return api.call('GET', `/rest/dam/data/asset?${new URLSearchParams(parameters)}`)
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('banner').getByRole('combobox', { name: 'Search' }).selectText()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

async function showsCount(page: Page, total: number): Promise<void> {
  const text = total === 0 ? 'No asset' : total === 1 ? '1 asset' : `${total} assets`
  await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()
}

interface Counted {
  readonly name: string
  readonly count: number
}

/** Opens a facet whole and compares it with what is expected. */
async function showsFacet(page: Page, label: string, expected: readonly Counted[]): Promise<void> {
  const part = facet(page, label)
  await part.getByRole('listitem').first().waitFor()
  const more = part.getByRole('button', { name: 'Show more' })
  if (await more.isVisible()) await more.click()
  const byName = (one: Counted, other: Counted): number => (one.name < other.name ? -1 : 1)
  const wanted = JSON.stringify(expected.map(({ name, count }) => ({ name, count })).toSorted(byName))
  let shown = ''
  await waitFor(
    `the counts of ${label}: ${wanted}`,
    async () => {
      const items = await part.getByRole('listitem').all()
      const read = await Promise.all(
        items.map(async (item): Promise<Counted> => {
          const name = await item
            .getByRole('checkbox')
            .evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? '')
          return { name, count: Number(((await item.textContent()) ?? '').slice(name.length)) }
        }),
      )
      shown = JSON.stringify(read.toSorted(byName))
      return shown === wanted
    },
    10_000,
  ).catch((error: unknown) => {
    throw new Error(`${label} shows ${shown}`, { cause: error })
  })
}

/** Compares the nodes of a tree that have hits with what is expected. */
async function showsTree(page: Page, label: string, expected: readonly Counted[]): Promise<void> {
  const inOrder = (counted: readonly Counted[]): string =>
    JSON.stringify(counted.map(({ name, count }) => `${name} ${count}`).toSorted())
  await waitFor(
    `the counts of ${label}: ${inOrder(expected)}`,
    async () =>
      inOrder((await readTree(facet(page, label))).filter(({ count }) => count > 0)) === inOrder(expected),
    10_000,
  )
}

/** Scrolls the wall to a place and answers where it stands then, px. */
/** Rows end where the wall ends, and the wall ends where what scrolls it does: no picture is cut off. */
async function fillsWall(page: Page): Promise<void> {
  const { edges, wall, room } = await page
    .getByRole('list', { name: 'Assets' })
    .evaluate((element) => ({
      edges: [...element.querySelectorAll('[role="listitem"]')].map(
        (tile) => tile.getBoundingClientRect().right,
      ),
      wall: element.getBoundingClientRect().right,
      room:
        (element.parentElement?.getBoundingClientRect().left ?? 0) +
        (element.parentElement?.clientWidth ?? 0),
    }))
  assert.ok(
    Math.abs(Math.max(...edges) - wall) <= 1 && wall < room,
    `rows end at ${Math.max(...edges)}, the wall at ${wall}, its room at ${room}`,
  )
}

async function scrollWall(page: Page, top: number): Promise<number> {
  await page
    .getByRole('list', { name: 'Assets' })
    .evaluate((wall, px) => wall.parentElement?.scrollTo({ top: px }), top)
  return waitFor('the wall to scroll', async () => (await wallPlace(page)) || null)
}

function wallPlace(page: Page): Promise<number> {
  return page.getByRole('list', { name: 'Assets' }).evaluate((wall) => wall.parentElement?.scrollTop ?? 0)
}
