import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { takeViews } from './take-views.ts'

/** A folder that takes a picture of every page that is checked, for whoever wants to look at them all. */
const pictures = process.env['E2E_PICTURES']
/** A folder that takes twelve pictures of each: at three widths, in both languages, light and dark. */
const views = process.env['E2E_VIEWS']

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

/** Pages that stood the check, by name. */
const checked = new Set<string>()

/**
 * Checks the page as it stands, light and dark: no serious or critical violation of accessibility, nothing
 * wider than the window. A page of the same name is checked once, though a journey comes by with a mouse and
 * by keyboard: its name says what is on it. The check begins with the scheme that the page has, and leaves it
 * in the other: to change it costs as much as to draw the page.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await checkWidth(page, name)
  if (checked.has(name)) return
  const isDark = await page.locator('html[data-mantine-color-scheme="dark"]').count()
  const [first, second]: readonly [Scheme, Scheme] = isDark ? ['dark', 'light'] : ['light', 'dark']
  const hasNew = await checkAccessible(page, name, first)
  await picture(page, `${name}, ${first}`)
  // What looks in one scheme like something that stood the check in both looks like it in the other.
  if (hasNew || pictures) {
    await wear(page, second)
    // What is not about colours is the same in both.
    await checkAccessible(page, name, second, ['color-contrast'])
    await picture(page, `${name}, ${second}`)
  }
  checked.add(name)
  if (views) await takeViews(page, name, views)
}

/** The same of a page that is not the application's: it follows the system by itself. */
export async function checkPlainPage(page: Page, name: string): Promise<void> {
  await checkWidth(page, name)
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await checkAccessible(page, name, scheme)
    await picture(page, `${name}, ${scheme}`)
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: join(pictures, `${name.replaceAll('/', '-')}.png`) })
}

/** Has the page follow the system into the light or the dark. */
export async function wear(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
}

/**
 * Rules that are not asked for. The initials on an avatar are a picture to us, hidden from screen readers;
 * axe wants them in the name of the button ("E" in "Account of Editor"). The rule about spacing looks for
 * styles of elements that are `!important`, which React never sets, and takes a tenth of the time of all.
 */
const unasked = ['label-content-name-mismatch', 'avoid-inline-spacing']

/** Elements that stood the check on some page, as {@link describeElements} names them. */
const stood: Readonly<Record<Scheme, Set<number>>> = { light: new Set(), dark: new Set() }
const checks = { asked: 0, whole: 0, parts: 0 }
/** On elements that are looked at. */
const mark = 'data-unchecked'
/** A page that is never still is checked whole then. */
const maxAttempts = 4

/**
 * Fails on serious and critical violations of all rules or of some, and names the elements. What stood the
 * check on an earlier page, such as the frame around each page or the same list in another language, is not
 * checked again: checks took half of the processor time of all journeys (2026-11). Answers whether there was
 * anything new.
 */
async function checkAccessible(page: Page, name: string, scheme: Scheme, rules?: string[]): Promise<boolean> {
  checks.asked += 1
  for (let attempt = 1; ; attempt++) {
    const elements = await page.evaluate(describeElements)
    const fresh = elements.filter((element) => !stood[scheme].has(element))
    if (fresh.length === 0) return attempt > 1
    const isWhole = fresh.length === elements.length || attempt === maxAttempts
    await page.evaluate(markElements, fresh)
    const violations = await findGrave(page, isWhole, rules)
    assert.deepEqual(violations, [], `${name}, ${scheme} is not accessible`)
    const seen = await page.evaluate(takeMarks, fresh)
    for (const element of seen) stood[scheme].add(element)
    // What the page drew again meanwhile was not looked at.
    if (seen.length < fresh.length && !isWhole) continue
    checks[isWhole ? 'whole' : 'parts'] += 1
    return true
  }
}

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'))
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')
const debuggers = new WeakMap<Page, CDPSession>()

/**
 * Loads axe into a page that does not have it. As the builder does it, twice for each check and not minified,
 * it takes 0.6 s of the page's processor time each; in this way 0.25 s (2026-11).
 */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  const own = debuggers.get(page) ?? (await page.context().newCDPSession(page))
  debuggers.set(page, own)
  const { exceptionDetails } = await own.send('Runtime.evaluate', { expression: axeSource })
  assert.equal(exceptionDetails, undefined, 'axe could not be loaded')
}

/** What is serious or critical on the page, in words; in what is marked there, unless it is meant whole. */
async function findGrave(page: Page, isWhole: boolean, rules?: string[]): Promise<string[]> {
  // Without the legacy mode, each check opens a page of its own to put together what frames of other origins
  // say: our pages show none. Elements that passed are not collected, and style sheets not read again: the
  // rules that want them are not serious.
  await loadAxe(page)
  // The page has it; frames are given it.
  const source = page.frames().length === 1 ? 'void 0' : axeSource
  const axe = new AxeBuilder({ page, axeSource: source })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
  if (!isWhole) axe.include(`[${mark}]`)
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules(unasked))
    .analyze()
    .catch((error: unknown) => {
      if (!isWhole && String(error).includes('No elements found')) return { violations: [] }
      throw error
    })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id} (${help}): ${nodes
          .slice(0, 4)
          .map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`)
          .join(' | ')}`,
    )
}

/** How much was checked of the pages that journeys came by, in one line. */
export function summarizeChecks(): string {
  const { asked, whole, parts } = checks
  return `Accessibility of ${asked} pages: ${whole} checked whole, ${parts} in what was new there, ${asked - whole - parts} had nothing new`
}

/** Elements of the page by their names, for {@link markElements}. */
type Described = typeof globalThis & { describedElements: Map<number, Element[]> }

/**
 * Names each element that is shown, in the page: by its tag, its classes, which attributes it has and which
 * of them are empty, whether it has a text and a label, its colours and letters; and by what it stands in:
 * tags, classes, roles, backgrounds. Two elements of one name look and speak alike but for their words.
 */
function describeElements(): number[] {
  const distinctive = ['role', 'type', 'tabindex', 'aria-hidden', 'aria-modal', 'aria-live', 'dir', 'inert']
  const hash = (parent: number, ...words: unknown[]): number => {
    let [high, low] = [0xdeadbeef ^ parent, 0x41c6ce57 ^ parent]
    for (const char of words.join(' ')) {
      const code = char.charCodeAt(0)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    return 4294967296 * (2097151 & (low ^ (low >>> 13))) + ((high ^ (high >>> 16)) >>> 0)
  }
  const elements = new Map<number, Element[]>()
  const add = (name: number, element: Element): void =>
    void elements.set(name, [...(elements.get(name) ?? []), element])
  const describe = (element: Element, outside: number): void => {
    if (!element.checkVisibility({ visibilityProperty: true })) return
    const style = getComputedStyle(element)
    // Classes that are made for one element of one page say nothing of others.
    const classes = [...element.classList].filter((word) => !word.startsWith('__m__')).toSorted()
    const values = distinctive.map((attribute) => element.getAttribute(attribute))
    const place = hash(outside, element.tagName, classes, values, style.backgroundColor, style.opacity)
    const attributes = [...element.attributes].map(({ name, value }) => (value === '' ? `${name}-` : name))
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    const hasLabel = ((element as HTMLInputElement).labels?.length ?? 0) > 0
    const { color, fontSize, fontWeight } = style
    add(hash(place, attributes.toSorted(), hasText, hasLabel, color, fontSize, fontWeight), element)
    for (const child of element.children) describe(child, place)
  }
  describe(document.documentElement, 0)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const double = ids.filter((id, at) => ids.indexOf(id) !== at)
  if (double.length > 0) add(hash(1, double), document.documentElement)
  if (document.title === '') add(2, document.documentElement)
  ;(globalThis as Described).describedElements = elements
  return [...elements.keys()]
}

/** Marks the elements of these names in the page. */
function markElements(names: readonly number[]): void {
  const { describedElements } = globalThis as Described
  for (const name of names)
    for (const element of describedElements.get(name) ?? []) element.setAttribute('data-unchecked', '')
}

/** Takes the marks away, and answers the names of whose elements one is still there with its mark. */
function takeMarks(names: readonly number[]): number[] {
  const { describedElements } = globalThis as Described
  const left = names.filter((name) =>
    describedElements
      .get(name)
      ?.some((element) => element.isConnected && element.matches('[data-unchecked]')),
  )
  for (const element of document.querySelectorAll('[data-unchecked]'))
    element.removeAttribute('data-unchecked')
  return left
}

/** Fails where the page scrolls sideways. */
export async function checkWidth(page: Page, name: string): Promise<void> {
  const { has, fits } = await page.evaluate(() => ({
    has: document.documentElement.scrollWidth,
    fits: window.innerWidth,
  }))
  assert.ok(has <= fits, `${name} is ${has} px wide in a window of ${fits} px`)
}
