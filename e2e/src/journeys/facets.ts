import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { facet, readTree } from '../filters.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { dayText, pickDay } from '../pick-day.ts'
import { waitFor } from '../wait-for.ts'

interface Counted {
  readonly count: number
  readonly data: { readonly id: number | string; readonly name: string }
}
interface Found {
  readonly response: {
    readonly total: number
    readonly data: readonly { readonly id: number; readonly name: string; readonly $version: number }[]
    readonly aggregates?: Record<string, readonly Counted[]>
  }
}

/** Narrowing the list by long facets and by trees. */
export const facetsJourney: Journey = {
  name: 'Facets and trees',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const tree = await plantTree(api)
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    const cities =
      (await find(api, { max: '0', withAggregates: 'true', aggFields: 'city', aggMax: '100' })).response
        .aggregates?.['city'] ?? []
    const city = facet(page, 'City')
    const keywords = facet(page, 'Keywords')
    const node = (name: string) =>
      keywords
        .getByRole('treeitem')
        .filter({ has: page.locator('[data-name]').getByText(name, { exact: true }) })
        .last()

    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a day bounds the list, and is taken away again`, async () => {
        await page.goto('/browse')
        const until = page.getByRole('button', { name: 'Until', exact: true })
        await until.focus()
        const day = await pickDay(page, hand, until)
        const end = `until.takenat=${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-15`
        await waitFor('the bound in the address', () => page.url().includes(end))
        assert.equal(await until.textContent(), dayText(day))
        await hand.press(page, page.getByRole('button', { name: 'Remove the end date' }))
        await waitFor('no bound', () => !page.url().includes('until.'))
      })
    await step('a facet shows its first values, and more when it is asked', async () => {
      await page.goto('/browse')
      await waitFor('the first cities', async () => (await city.getByRole('listitem').count()) === 8)
      await city.getByRole('button', { name: 'Show more' }).click()
      await waitFor(
        'all cities',
        async () => (await city.getByRole('listitem').count()) === Math.min(28, cities.length),
      )
      await city.getByRole('button', { name: 'Show less' }).click()
      await waitFor('the first cities again', async () => (await city.getByRole('listitem').count()) === 8)
    })
    await step(
      'the search inside a facet finds values beyond the first, whatever their accents',
      async () => {
        const last = cities.at(-1)?.data.name ?? ''
        const box = city.getByRole('textbox', { name: 'Find in City' })
        await box.fill(last.slice(0, 4).toUpperCase())
        await city.getByRole('checkbox', { name: last }).check()
        await showsCount(page, cities.at(-1)?.count ?? 0)
        await box.fill('nonesuch')
        await waitFor(
          'the chosen value alone, with its count',
          async () =>
            (await city.getByRole('listitem').allTextContents()).join() === `${last}${cities.at(-1)?.count}`,
        )
        await box.fill('')
        await checkPage(page, 'A facet with a search inside')
        await page.reload()
        await waitFor(
          'the chosen value first',
          async () =>
            (await city.getByRole('listitem').first().textContent()) === `${last}${cities.at(-1)?.count}`,
        )
        await city.getByRole('checkbox', { name: last }).click()
      },
    )
    await step(
      'a facet with nothing to choose between is folded, until somebody unfolds it by keyboard',
      async () => {
        const country = facet(page, 'Country').getByRole('button', { name: 'Country' })
        const isOpen = async (expected: boolean): Promise<void> =>
          facet(page, 'Country').getByRole('button', { name: 'Country', expanded: expected }).waitFor()
        await isOpen(true)
        const last = cities.at(-1)
        await city.getByRole('textbox', { name: 'Find in City' }).fill(last?.data.name ?? '')
        await city.getByRole('checkbox', { name: last?.data.name ?? '' }).check()
        await showsCount(page, last?.count ?? 0)
        await isOpen(false)
        await checkPage(page, 'A facet that is folded')
        await keyboard.press(page, country)
        await isOpen(true)
        await page.reload()
        await showsCount(page, last?.count ?? 0)
        await isOpen(true)
        await city.getByRole('checkbox', { name: last?.data.name ?? '' }).click()
      },
    )
    await step(
      'with a mouse, too: the same facet is unfolded, and a tree without a hit is folded',
      async () => {
        const head = (name: string, expanded: boolean) =>
          facet(page, name).getByRole('button', { name, exact: true, expanded })
        await head('Country', true).click()
        await head('Country', false).click()
        await head('Country', true).waitFor()
        await page.goto('/browse?q=xqqzz')
        await page.getByRole('heading', { level: 1, name: 'No assets', exact: true }).waitFor()
        await head('Keywords', false).click()
        await head('Keywords', true).click()
        await head('Keywords', false).waitFor()
        await page.goto('/browse')
        await head('Keywords', false).click()
      },
    )
    await step('nodes of a tree without a hit are left out, until they are asked for', async () => {
      await page.goto(`/browse?is.city=${encodeURIComponent(cities.at(-1)?.data.name ?? '')}`)
      await keywords.getByRole('treeitem').first().waitFor()
      await waitFor('nodes with hits alone', async () => {
        const nodes = await readTree(keywords)
        return nodes.length > 0 && nodes.every(({ count }) => count > 0)
      })
      const before = (await readTree(keywords)).length
      await keyboard.press(page, keywords.getByRole('button', { name: /without results$/ }))
      await waitFor('the others', async () => (await readTree(keywords)).length > before)
      await page.goto('/browse')
    })
    await step('D1.06 a tree is walked by keyboard, level by level', async () => {
      const top = node(tree.top)
      await keywords.getByRole('treeitem').first().waitFor()
      // What other journeys imported may stand before it; the tree goes on by itself, too.
      await waitFor('the planted tree', async () => {
        if (await top.isVisible()) return true
        const more = keywords.getByRole('button', { name: 'Show more' })
        if (await more.isVisible()) await more.click({ timeout: 1000 }).catch(() => undefined)
        return false
      })
      await top.focus()
      await page.keyboard.press('ArrowRight')
      await node(tree.middle).waitFor()
      await page.keyboard.press('ArrowRight')
      await waitFor('the focus on the child', () => focusedNode(page, tree.middle))
      await page.keyboard.press('ArrowRight')
      await node(tree.leaves[0] ?? '').waitFor()
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      await page.keyboard.press((tree.top[0] ?? '').toLowerCase())
      await waitFor('the focus by its letter', () => focusedNode(page, tree.top))
      assert.equal(await top.getAttribute('aria-expanded'), 'true')
      const hits = async (id: number): Promise<number> =>
        (await find(api, { max: '0', query: JSON.stringify({ keywords: { dof: [id] } }) })).response.total
      const expected = [
        [tree.top, await hits(tree.topId)],
        [tree.middle, await hits(tree.middleId)],
      ] as const
      await waitFor('counts with all below', async () => {
        const shown = await readTree(keywords)
        return expected.every(
          ([name, count]) => count > 0 && shown.some((one) => one.name === name && one.count === count),
        )
      })
    })
    await step('a parent that is chosen holds all below it, and stands in the address', async () => {
      await page.keyboard.press('Space')
      await showsCount(
        page,
        (await find(api, { max: '0', query: JSON.stringify({ keywords: { dof: [tree.topId] } }) })).response
          .total,
      )
      assert.equal(new URL(page.url()).searchParams.get('below.keywords'), String(tree.topId))
      assert.equal(await node(tree.top).getAttribute('aria-selected'), 'true')
      await page.getByRole('list', { name: 'Active filters' }).getByText(tree.top).waitFor()
      await checkPage(page, 'A tree in the filters')
    })
    await step('a search in the tree shows what it finds under its parents', async () => {
      const leaf = tree.leaves[1] ?? ''
      await keywords.getByRole('textbox', { name: 'Find in Keywords' }).fill(leaf.slice(0, 6).toLowerCase())
      await waitFor(
        'the way to the leaf',
        async () =>
          (await readTree(keywords)).map(({ name }) => name).join() === [tree.top, tree.middle, leaf].join(),
      )
      await node(leaf).locator('[data-name]').last().click()
      await page.getByRole('list', { name: 'Active filters' }).getByText(leaf).waitFor()
      await page.reload()
      await keywords
        .getByRole('listitem')
        .filter({ hasText: leaf })
        .getByRole('checkbox', { checked: true })
        .waitFor()
      await waitFor('the tree from its roots', async () => (await readTree(keywords)).length > 3)
    })
    await step('on a phone the filters are a sheet over the list', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: /^Filters/ }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Find in Keywords' }).waitFor()
      await checkPage(page, 'Filters on a phone')
      await page.keyboard.press('Escape')
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

async function focusedNode(page: Page, name: string): Promise<boolean> {
  return (
    (await page.evaluate(() => document.activeElement?.querySelector('[data-name]')?.textContent ?? '')) ===
    name
  )
}

/** Three levels of keywords, the lowest of them on assets. */
async function plantTree(api: Api) {
  const make = async (name: string, parent?: number): Promise<number> =>
    (
      await api.call<{ response: { data: { id: number } } }>('POST', '/rest/dam/data/assetkeyword', {
        json: { name, ...(parent === undefined ? {} : { parent }) },
      })
    ).response.data.id
  const [top, middle, leaves] = ['Zones', 'Zone of water', ['Quayside', 'Lighthouse']] as const
  const topId = await make(top)
  const middleId = await make(middle, topId)
  const leafIds = [await make(leaves[0], middleId), await make(leaves[1], middleId)]
  const { response } = await find(api, { max: '5', orderby: 'name asc' })
  for (const [at, { id, $version }] of response.data.entries())
    await api.call('POST', `/rest/dam/data/asset/${id}?_method=PATCH`, {
      json: { $version, keywords: { $mode: 'appendnew', $values: [leafIds[at % 2]] } },
    })
  return { top, middle, leaves, topId, middleId }
}

function find(api: Api, parameters: Record<string, string>): Promise<Found> {
  return api.call('GET', `/rest/dam/data/asset?${new URLSearchParams(parameters)}`)
}

async function showsCount(page: Page, total: number): Promise<void> {
  await page
    .getByRole('heading', { level: 1, name: total === 1 ? '1 asset' : `${total} assets`, exact: true })
    .waitFor()
}
