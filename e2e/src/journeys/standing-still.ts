import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { facet } from '../filters.ts'
import type { Journey } from '../journey.ts'
import { lookAtRings } from '../look-at-dialogs.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/** @source Web Vitals: a cumulative layout shift of 0.1 and less is good */
const mostShift = 0.1
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Pages that stand still while they load, that have names, and that can be gone through by few keys. */
export const standingStillJourney: Journey = {
  name: 'Standing still',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const [cart] = await api.call<{ id: number; name: string }[]>('GET', '/wedia/cart/listCarts?output=list')
    const { response } = await api.call<{ response: { data: { id: number; name: string }[] } }>(
      'GET',
      '/rest/dam/data/asset?max=1&query=%7B%22rootnature%22%3A1%7D',
    )
    const [asset] = response.data
    const pages: Readonly<Record<string, string>> = {
      '/': 'Home',
      '/browse?view=grid': 'Browse',
      '/browse?view=list': 'Browse',
      '/browse?view=grid&group=country': 'Browse',
      [`/browse/${asset?.id}`]: asset?.name ?? '',
      '/carts': 'Carts',
      [`/carts/${cart?.id}`]: cart?.name ?? '',
      '/searches': 'Searches',
      '/import': 'Import',
      '/downloads': 'Downloads',
      '/account': 'My account',
      '/vocabularies': 'Keywords & collections',
    }
    const removeKeywords = await addUnusedKeywords(
      await openApi(application.url, 'admin', application.password),
    )
    for (const size of sizes) {
      const { page, context } = await newPerson({ viewport: size })
      await context.addInitScript(watchShifts)
      await signIn(page, 'editor', application.password)
      await step(`at ${size.width} px every page stands still while it loads, and has a title`, async () => {
        const shifted: string[] = []
        for (const [address, title] of Object.entries(pages)) {
          await page.goto(address)
          await waitForCalm(page)
          await waitFor(`the title of ${address}`, async () => (await page.title()).startsWith(`${title} · `))
          const { total, worst } = await shiftsOf(page)
          if (total >= mostShift) shifted.push(`${address}: ${total.toFixed(3)} by ${worst}`)
        }
        assert.deepEqual(shifted, [])
      })
    }
    await removeKeywords()
    const { page, errors } = await newPerson()
    await beginSession(page, 'editor', application.password)
    const places = [
      '/browse?view=grid',
      '/browse?view=list',
      `/browse/${asset?.id}`,
      `/carts/${cart?.id}`,
      '/import',
      '/searches',
      '/todo',
      '/account',
      '/vocabularies',
    ]
    await lookAtRings(page, places, step)
    await step('the first Tab offers to skip to the results', async () => {
      await page.goto('/browse?view=grid')
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      assert.equal(
        await page.evaluate(() =>
          document.activeElement?.closest('[data-index]')?.getAttribute('data-index'),
        ),
        '0',
      )
    })
    await step('a facet is one tab stop: arrows move in it, Space chooses', async () => {
      const boxes = facet(page, 'Type').getByRole('checkbox')
      await boxes.nth(1).waitFor()
      assert.deepEqual(
        await boxes.evaluateAll(
          (all) => all.filter((box) => (box as HTMLInputElement).tabIndex === 0).length,
        ),
        1,
      )
      await boxes.first().focus()
      await page.keyboard.press('ArrowDown')
      assert.ok(await boxes.nth(1).evaluate((box) => box === document.activeElement))
      await page.keyboard.press('End')
      assert.ok(await boxes.last().evaluate((box) => box === document.activeElement))
      await page.keyboard.press('Home')
      await page.keyboard.press('Space')
      await page.waitForURL((url) => url.searchParams.has('is.rootnature'))
      await page.keyboard.press('Tab')
      assert.equal(
        await page.evaluate(
          () =>
            document.activeElement?.getAttribute('type') === 'checkbox' &&
            document.activeElement.closest('section')?.textContent?.startsWith('Type'),
        ),
        false,
      )
      assert.deepEqual(errors, [])
    })
  },
}

/** Adds keywords that no asset has: none of them is shown, whenever they come. Answers how to delete them. */
async function addUnusedKeywords(api: Api): Promise<() => Promise<void>> {
  const path = '/rest/dam/data/assetkeyword'
  const ids: number[] = []
  for (let number = 0; number < 150; number++) {
    const added = await api.call<{ response: { data: { id: number } } }>('POST', path, {
      json: { name: `Unused ${number}` },
    })
    ids.push(added.response.data.id)
  }
  return async () => {
    for (const id of ids) await api.call('DELETE', `${path}/${id}`)
  }
}

interface Shift {
  readonly value: number
  readonly nodes: string
}
interface Watching {
  shifts?: Shift[]
}

/** Runs in the page: keeps the layout shifts that no act of the person caused. */
function watchShifts(): void {
  const kept: Shift[] = []
  ;(globalThis as Watching).shifts = kept
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources?: { node?: Element | null }[]
    })[]) {
      if (!entry.hadRecentInput)
        kept.push({
          value: entry.value,
          nodes: (entry.sources ?? [])
            .map(
              ({ node }) =>
                `${node?.nodeName} ${String((node as HTMLElement | undefined)?.className ?? '').slice(0, 60)}`,
            )
            .join(', '),
        })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function shiftsOf(page: Page): Promise<{ total: number; worst: string }> {
  const shifts = await page.evaluate(() => (globalThis as Watching).shifts ?? [])
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    worst: shifts
      .toSorted((a, b) => b.value - a.value)
      .slice(0, 3)
      .map(({ value, nodes }) => `${value.toFixed(3)} ${nodes}`)
      .join(' | '),
  }
}
