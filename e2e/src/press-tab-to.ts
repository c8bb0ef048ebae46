import type { ElementHandle, Locator, Page } from 'playwright-core'

const most = 60
/** How long what was done before may take to bring the element. */
const comesWithinMs = 5000

/**
 * Presses Tab until the element has the focus, as somebody without a mouse does; or Shift+Tab where it is
 * near behind.
 */
export async function pressTabTo(
  page: Page,
  element: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const target = { handle: null as Target | null }
  // Nobody looks for what they do not see yet. What the focus itself brings comes on the way.
  await element
    .first()
    .waitFor({ state: 'attached', timeout: comesWithinMs })
    .catch(() => undefined)
  const passed: string[] = [(await lookFor(page, element, target)).name]
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key)
    const { hasFocus, name } = await lookFor(page, element, target)
    if (hasFocus) return
    passed.push(name)
  }
  throw new Error(`${key} does not reach ${element.toString()}, it passes ${passed.join(', ')}`)
}

/** The same where the element is in a frame, such as that of a player. */
export async function pressTabInto(
  page: Page,
  element: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await element.waitFor()
  const has = (node: Element): boolean =>
    node.ownerDocument.hasFocus() && node === node.ownerDocument.activeElement
  for (let pressed = 0; pressed < most; pressed++) {
    if (await element.evaluate(has)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${element.toString()}`)
}

type Target = ElementHandle<HTMLElement | SVGElement>

interface Seen {
  readonly hasFocus: boolean
  /** What has the focus, as somebody would name it. */
  readonly name: string
}

/**
 * Whether the element has the focus, and what has; where it is not there yet, as a page is drawn, it has not.
 * It is searched for once, and again where React replaced it: that took most of a press (2026-11).
 */
async function lookFor(page: Page, element: Locator, target: { handle: Target | null }): Promise<Seen> {
  target.handle ??= await find(element)
  const { isGone, ...seen } = await page.evaluate(look, target.handle)
  if (!isGone) return seen
  target.handle = await find(element)
  return page.evaluate(look, target.handle)
}

async function find(element: Locator): Promise<Target | null> {
  if ((await element.count()) === 0) return null
  return element.elementHandle({ timeout: 1000 }).catch(() => null)
}

/** In the page. */
function look(target: HTMLElement | SVGElement | null): Seen & { readonly isGone: boolean } {
  const { activeElement: element } = document
  const name = element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? ''
  return {
    hasFocus: target !== null && element === target,
    name: element ? `${element.tagName.toLowerCase()} ${name.slice(0, 30)}` : 'nothing',
    isGone: target !== null && !target.isConnected,
  }
}
