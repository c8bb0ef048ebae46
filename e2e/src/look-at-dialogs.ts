import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { mouse, type Hand } from './hands.ts'
import { hasFocus } from './has-focus.ts'
import type { Stage } from './journey.ts'
import { pressArrowTo } from './press-arrow-to.ts'
import { waitFor } from './wait-for.ts'
import { waitForCalm } from './wait-for-calm.ts'

const entries = [
  'Share',
  'Download',
  'Add to cart',
  'Edit',
  'Collections',
  'Crop and resize',
  'Replace file',
  'Versions',
  'Embed',
  'Delete',
] as const

/**
 * Each dialog of the menu of assets begins in its first field, or at what is done next, never at its cross;
 * and its title is larger than the labels below it.
 */
export async function lookAtDialogs(page: Page, hand: Hand): Promise<void> {
  const first = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().getByRole('link')
  const dialog = page.getByRole('dialog')
  await page.goto('/browse?is.rootnature=1&order=name+asc')
  await first.waitFor()
  await page.keyboard.press('ArrowRight')
  await hasFocus(first)
  const wrong: string[] = []
  for (const name of entries) {
    const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
    if (hand === mouse) {
      await first.click({ button: 'right' })
      await entry.click()
    } else {
      await page.keyboard.press('Shift+F10')
      await entry.waitFor()
      await pressArrowTo(page, entry)
      await page.keyboard.press('Enter')
    }
    await dialog.last().waitFor()
    await waitForCalm(page)
    await waitFor(`a focus in ${name}`, () => dialog.last().evaluate(holdsFocus)).catch(() => undefined)
    const fault = await dialog.last().evaluate(findFault)
    if (fault !== '') wrong.push(`${name}: ${fault}`)
    await waitFor(`${name} to close`, async () => {
      await page.keyboard.press('Escape')
      return (await dialog.count()) === 0
    })
    await hasFocus(first)
  }
  assert.deepEqual(wrong, [])
}

/** In the page. */
function holdsFocus(dialog: Element): boolean {
  return dialog.contains(document.activeElement) && document.activeElement !== dialog
}

/** In the page: what is wrong with the focus or the title of a dialog; '': nothing. */
function findFault(dialog: Element): string {
  const focused = document.activeElement
  const title = dialog.querySelector('[class*="-title"], h1, h2')
  if (!focused || !dialog.contains(focused)) return `the focus is at ${focused?.outerHTML.slice(0, 120)}`
  if (/^close/i.test(focused.getAttribute('aria-label') ?? '')) return 'the focus is at the cross'
  if (!title) return ''
  const { fontSize, fontWeight } = getComputedStyle(title)
  const isLarge = Number.parseFloat(fontSize) >= 16 && Number.parseFloat(fontSize) <= 18
  return isLarge && Number(fontWeight) >= 600 ? '' : `its title has ${fontSize}, ${fontWeight}`
}

/** Notices stand in the middle of the foot, one above the other, and over nothing that can be done. */
export async function lookAtNotices(page: Page, hand: Hand): Promise<void> {
  const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
  const bar = page.getByRole('region', { name: 'Selection', exact: true })
  const notices = page.locator('.mantine-Notification-root')
  await page.goto('/browse?is.rootnature=1&order=name+asc')
  await tiles.first().waitFor()
  if (hand === mouse) await tiles.first().locator('[data-act="select"]').click()
  else for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
  await bar.waitFor()
  // A second mark would replace the notice of the first; one of a cart stands beside it.
  if (hand === mouse) {
    await bar.getByRole('button', { name: 'Rate' }).click()
    await page.getByRole('menuitem', { name: 'Red' }).click()
    await bar.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('textbox', { name: 'Find or name a cart' }).fill('With a notice')
    await page.getByRole('option', { name: /^Create / }).click()
  } else for (const key of ['6', 'a']) await page.keyboard.press(key)
  await waitFor('two notices', async () => (await notices.count()) === 2)
  const boxes = await Promise.all([boxOf(notices.nth(0)), boxOf(notices.nth(1))])
  const { width } = page.viewportSize() ?? { width: 0 }
  for (const box of boxes) assert.ok(Math.abs(box.x + box.width / 2 - width / 2) < 3, JSON.stringify(box))
  const [upper, lower] = boxes.toSorted((one, other) => one.y - other.y)
  assert.ok(upper && lower && upper.y + upper.height <= lower.y, 'one lies above the other')
  assert.ok(lower.y + lower.height <= (await boxOf(bar)).y, 'and both above the bar of the selection')
  const filters = await boxOf(page.getByRole('complementary', { name: 'Filters' }))
  assert.ok(filters.x + filters.width <= Math.min(...boxes.map(({ x }) => x)), 'beside the filters')
  const undo = notices.getByRole('button', { name: 'Undo' })
  if (hand === mouse) await undo.click()
  else await page.keyboard.press('Control+z')
  await undo.waitFor({ state: 'detached' })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  assert.ok(box)
  return box
}

/** Each stop of Tab on a page shows a ring of 2 px, on itself or on what is drawn for it. */
export async function lookAtRings(
  page: Page,
  addresses: readonly string[],
  step: Stage['step'],
): Promise<void> {
  await step('by keyboard alone: each stop of Tab has a ring of 2 px, on rows of trees too', async () => {
    const without = new Set<string>()
    for (const address of addresses) {
      await page.goto(address)
      await waitForCalm(page)
      for (let stop = 0; stop < 70; stop++) {
        await page.keyboard.press('Tab')
        const found = await page.evaluate(findRingless)
        if (found === 'end') break
        if (found !== '') without.add(`${address}: ${found}`)
      }
    }
    await page.goto('/browse')
    const node = page.getByRole('treeitem').first()
    await node.waitFor()
    await node.focus()
    for (const key of ['ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key)
      const found = await page.evaluate(findRingless)
      if (found !== '') without.add(`a row of a tree: ${found}`)
    }
    assert.deepEqual([...without], [])
  })
  await step('with a mouse: a field that is clicked has the ring, a button has none', async () => {
    await page.goto('/carts')
    await page.getByRole('banner').getByRole('combobox', { name: 'Search' }).click()
    assert.equal(await page.evaluate(findRingless), '')
    const button = page.getByRole('main').getByRole('button').first()
    await button.click()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    assert.notEqual(await page.evaluate(findRingless), '')
  })
}

/** In the page: what has the focus without a ring; 'end': nothing has it, or a frame. */
function findRingless(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return 'end'
  const isRinged = (element: Element | null | undefined, pseudo?: string): boolean => {
    if (!element) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo)
    return (
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)'
    )
  }
  const near = [
    focused,
    focused.nextElementSibling,
    focused.parentElement,
    focused.parentElement?.parentElement,
    focused.firstElementChild,
  ]
  if (near.some((one) => isRinged(one) || isRinged(one, '::after') || isRinged(one, '::before'))) return ''
  return focused.outerHTML.slice(0, 160)
}
