import type { Locator, Page } from 'playwright-core'
import { waitForCalm } from './wait-for-calm.ts'

/** The part of the filters that holds the values of a field. */
export function facet(page: Page, label: string): Locator {
  return page
    .getByRole('complementary', { name: 'Filters' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: label }) })
}

/** The same, unfolded where it is folded as there is nothing to choose between. */
export async function openFacet(page: Page, label: string): Promise<Locator> {
  const part = facet(page, label)
  const head = part.getByRole('button', { name: label })
  await head.waitFor()
  await waitForCalm(page)
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  return part
}

/**
 * The nodes of a tree of the filters that are in the page, each with its count; -1 where that is not there
 * yet.
 */
export async function readTree(
  part: Locator,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const rows = await part
    .locator('[role=treeitem] [data-name]')
    .evaluateAll((names) =>
      names.map((name) => ({
        name: name.textContent ?? '',
        count: name.nextElementSibling?.textContent ?? '',
      })),
    )
  return rows.map(({ name, count }) => ({ name, count: count === '' ? -1 : Number(count) }))
}
