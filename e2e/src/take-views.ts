import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { waitForCalm } from './wait-for-calm.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const
const languages = ['en', 'fr'] as const
const schemes = ['light', 'dark'] as const
type Language = (typeof languages)[number]
type Scheme = (typeof schemes)[number]

/** Screens that were taken. Those whose names differ by a width alone are one. */
const taken = new Set<string>()

/**
 * Takes twelve pictures of what a page shows: three widths, English and French, light and dark, in the page
 * as it stands; and writes into `findings.txt` of the folder what is cut, wrapped, shortened or covered in a
 * width and a language, and what reads alike in both. The page has its width, language and colours again
 * then.
 */
export async function takeViews(page: Page, name: string, folder: string): Promise<void> {
  const key = name.replace(/\W*\b(of|at|in|to)?\s*\b(390|820|834|1440)\b( px)?/, '')
  if (taken.has(key)) return
  taken.add(key)
  await mkdir(folder, { recursive: true })
  const before = page.viewportSize()
  const [language, scheme] = await page.evaluate(() => [
    document.documentElement.lang as Language,
    document.documentElement.dataset['mantineColorScheme'] as Scheme,
  ])
  const words = new Map<Language, Set<string>>()
  for (const one of [language, ...languages.filter((other) => other !== language)]) {
    await speak(page, one)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await settle(page)
      const findings = await page.evaluate(findFaults)
      await writeFindings(folder, `${key}, ${one}, ${size.width}`, findings)
      for (const colours of schemes) {
        await wearAtOnce(page, colours)
        const file = `${key}, ${size.width}, ${one}, ${colours}.png`
        await page.screenshot({ path: join(folder, file.replaceAll('/', '-')) })
      }
    }
    words.set(one, new Set(await page.evaluate(listWords)))
  }
  await writeFindings(folder, `${key}, alike in both languages`, [
    [...(words.get('fr') ?? [])].filter((word) => words.get('en')?.has(word)).join(' · '),
  ])
  await speak(page, language)
  await wearAtOnce(page, scheme)
  if (before) await page.setViewportSize(before)
  await settle(page)
}

/** Has the page speak another language, as when it is chosen in another tab. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'cartouche-language'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, language)
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
  await settle(page)
}

async function wearAtOnce(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
}

/** Longer than a page takes that is not asking in vain, or playing a film. */
const calmWithinMs = 6000

/**
 * What is asked for after a change of width or language is there, and drawn. Files may be on their way. A
 * page that is never calm is taken as it is.
 */
async function settle(page: Page): Promise<void> {
  await waitForCalm(page, isUpload, calmWithinMs).catch(() => undefined)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))
}

function isUpload(request: Request): boolean {
  return request.method() === 'POST' && request.url().includes('/rest/massimport/item')
}

async function writeFindings(folder: string, where: string, findings: readonly string[]): Promise<void> {
  const lines = findings.filter((finding) => finding !== '').map((finding) => `${where}: ${finding}\n`)
  await appendFile(join(folder, 'findings.txt'), lines.join(''))
}

/** Texts, labels and placeholders that have words, in the page. */
function listWords(): string[] {
  const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility())
  const texts = shown.flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.nodeValue ?? ''),
    ...['aria-label', 'placeholder', 'title'].map((attribute) => element.getAttribute(attribute) ?? ''),
  ])
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{3}/u.test(text))
}

/**
 * What is wrong with the texts that are shown, in the page: cut without an ellipsis, outside the window,
 * broken over lines in a button, shortened in one, or under a notice.
 */
function findFaults(): string[] {
  const controls = 'button, [role=tab], [role=menuitem], [role=radio], label, th, .mantine-Badge-root'
  const faults = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  if (document.documentElement.scrollWidth > innerWidth)
    faults.add(`${document.documentElement.scrollWidth} px wide in a window of ${innerWidth} px`)

  const findCut = (element: Element, text: DOMRect): string | null => {
    const scrolls = { x: false, y: false }
    for (let box: Element | null = element; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      const inside = box.getBoundingClientRect()
      // What only screen readers read.
      if (inside.width <= 2 || inside.height <= 2 || style.clipPath !== 'none') return null
      scrolls.x ||= /auto|scroll/.test(style.overflowX)
      scrolls.y ||= /auto|scroll/.test(style.overflowY)
      const cutX = /hidden|clip/.test(style.overflowX) && !scrolls.x
      const cutY = /hidden|clip/.test(style.overflowY) && !scrolls.y
      const isWider = cutX && (text.right > inside.right + 1 || text.left < inside.left - 1)
      const isTaller = cutY && (text.bottom > inside.bottom + 2 || text.top < inside.top - 2)
      if (isWider && style.textOverflow === 'ellipsis') return 'shortened'
      if (isTaller && style.webkitLineClamp !== 'none') return 'shortened'
      if (isWider || isTaller) return `cut by ${box.tagName.toLowerCase()}.${box.classList[0] ?? ''}`
      if (style.position === 'fixed') break
    }
    const isOutside = text.right > innerWidth + 1 || text.left < -1
    return isOutside && !scrolls.x ? 'outside the window' : null
  }

  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.trim() ?? ''
    const element = node.parentElement
    if (text === '' || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rect = range.getBoundingClientRect()
    if (rect.width === 0) continue
    const control = element.closest(controls)
    const cut = findCut(element, rect)
    if (cut !== null && (cut !== 'shortened' || control)) faults.add(`“${text.slice(0, 80)}” is ${cut}`)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size
    if (control?.matches('button, [role=tab], .mantine-Badge-root') && lines > 1 && text.length < 60)
      faults.add(`“${text}” has ${lines} lines in a button`)
  }
  for (const control of document.querySelectorAll('button, a, input, [role=button]')) {
    const { left, top, width, height } = control.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const notice = over?.closest('.mantine-Notifications-root')
    if (width > 2 && notice && !notice.contains(control))
      faults.add(
        `“${(control.getAttribute('aria-label') ?? control.textContent).slice(0, 60)}” is under a notice`,
      )
  }
  return [...faults]
}
