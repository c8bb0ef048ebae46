import type { Page, Request } from 'playwright-core'
import { beginSession, newPerson, openBrowser } from './open-browser.ts'

/** A change of items that a page asked for. */
export interface AskedChange {
  readonly ids: readonly number[]
  readonly data: Readonly<Record<string, unknown>>
}

/** An import that a person has open in a browser of their own, while the server may be gone at any moment. */
export interface ImportWindow {
  /** Describes one file that can be seen. Whatever stands in the way is left for the next time. */
  describe(label: string, value: string): Promise<void>
  /** Moves one file to another import. */
  move(importName: string): Promise<void>
  /** Puts one file into the library. */
  publish(): Promise<void>
  /** Ends the work on a file: what is selected counts as being edited, and others see it. */
  deselect(): Promise<void>
  /** What the table says of each file, in its order, without reading the page again. */
  rows(): Promise<readonly string[]>
  close(): Promise<void>
}

interface Listener {
  /** Before it is sent. */
  readonly onAsked: (change: AskedChange) => void
  /** Once it was answered well. `answer`: what the server said. */
  readonly onAnswered: (change: AskedChange, answer: unknown) => Promise<void>
}

/** As long as a click may take: the server is away for seconds. */
const patienceMs = 8000

/** Opens a browser, signs in and opens an import. */
export async function openImportWindow(
  application: { readonly url: string; readonly password: string },
  { login, job, random }: { readonly login: string; readonly job: number; readonly random: () => number },
  listener: Listener,
): Promise<ImportWindow> {
  const browser = await openBrowser()
  const { page } = await newPerson(browser, application.url)
  await beginSession(page, login, application.password)
  await page.goto(`/import?job=${job}`)
  await page.locator('tr[data-row]').first().waitFor()
  page.setDefaultTimeout(patienceMs)
  const followed = followChanges(page, listener)
  const select = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    const rows = page.locator('tr[data-selectable]')
    const one = rows.nth(Math.floor(random() * (await rows.count())))
    await one.locator('td').nth(1).click()
  }
  return {
    async describe(label, value) {
      await select()
      const field = page.getByRole('textbox', { name: label, exact: true })
      await field.fill(value)
      await field.press('Enter')
      await followed()
    },
    async move(importName) {
      await select()
      await page.getByRole('button', { name: 'Move to another import' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Move to').first().fill(importName)
      await page.getByRole('option', { name: importName }).first().click()
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    },
    async publish() {
      await select()
      await page.getByRole('button', { name: 'Other ways to add to the library' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Selected files only' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Publish 1 file$/ }).click()
    },
    async deselect() {
      // A tooltip, a field that is edited, a menu and a dialog may take the key before the table does.
      const selected = page.locator('tr[data-selected]')
      for (let press = 0; press < 3 || ((await selected.count()) > 0 && press < 10); press++)
        await page.keyboard.press('Escape')
      if ((await selected.count()) === 0) return
      const focused = await page.locator(':focus').evaluateAll(([element]) => element?.outerHTML ?? 'nothing')
      throw new Error(`A file stays selected, with the focus on ${focused.slice(0, 300)}`)
    },
    rows: () => readRows(page),
    async close() {
      await followed()
      await browser.close()
    },
  }
}

/** Answers a function that waits until all changes that were answered so far are reported. */
function followChanges(page: Page, { onAsked, onAnswered }: Listener): () => Promise<void> {
  let reporting: Promise<void> = Promise.resolve()
  page.on('request', (request) => {
    const change = changeOf(request)
    if (change) onAsked(change)
  })
  page.on('requestfinished', (request) => {
    const change = changeOf(request)
    if (change)
      reporting = reporting.then(async () => {
        const response = await request.response()
        if (response?.ok()) await onAnswered(change, await response.json())
      })
  })
  return () => reporting
}

function changeOf(request: Request): AskedChange | undefined {
  if (request.method() !== 'PUT' || !request.url().includes('/rest/massimport/job/')) return undefined
  const { metadata } = request.postDataJSON() as { metadata?: Partial<AskedChange> }
  return metadata?.ids && metadata.data ? { ids: metadata.ids, data: metadata.data } : undefined
}

/** Only the rows near the window are in the page: it is scrolled through. */
async function readRows(page: Page): Promise<readonly string[]> {
  const rows = new Map<number, string>()
  const scroller = page.locator('div:has(> table[aria-rowcount])')
  for (let top = 0; ; top += 300) {
    await scroller.evaluate((element, y) => element.scrollTo(0, y), top)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    for (const [index, text] of await page.locator('tr[data-row]').evaluateAll(textsOfRows))
      rows.set(index, text)
    if (await scroller.evaluate((element, y) => y > element.scrollHeight, top)) break
  }
  return [...rows].toSorted(([one], [other]) => one - other).map(([, text]) => text)
}

/** Runs in the page: place and words of each row. */
function textsOfRows(rows: readonly Element[]): [number, string][] {
  return rows.map((row) => [
    Number(row.getAttribute('data-row')),
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent).join(' | '),
  ])
}
