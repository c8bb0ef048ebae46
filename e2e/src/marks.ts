import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import { mouse, type Hand } from './hands.ts'
import { hasFocus } from './has-focus.ts'
import type { Api } from './open-api.ts'
import { pressTabTo } from './press-tab-to.ts'
import { waitFor } from './wait-for.ts'

/** The wall on which marks are set. */
export const list = '/browse?is.rootnature=1&order=name+asc'

interface Marks {
  readonly rating: number
  readonly label: string | null
  readonly pick: string | null
}
interface Marked {
  readonly id: number
  readonly name: string
  readonly $marks: Marks
}

/** The photographs of the library with the caller's marks, in the order of the list. */
export async function marksOf(api: Api): Promise<readonly Marked[]> {
  const { response } = await api.call<{ response: { data: Marked[] } }>(
    'GET',
    `/rest/dam/data/asset?max=50&orderby=name+asc&withMarks=true&query=${encodeURIComponent('{"rootnature":1}')}`,
  )
  return response.data
}

export const tilesOf = (page: Page): Locator =>
  page.getByRole('list', { name: 'Assets' }).getByRole('listitem')

const keyMarks = [
  ['4', { rating: 4 }],
  ['7', { label: 'yellow' }],
  ['6', { label: 'red' }],
  ['8', { label: 'green' }],
  ['9', { label: 'blue' }],
  ['p', { pick: 'picked' }],
  ['x', { pick: 'rejected' }],
  ['u', { pick: null }],
  ['0', { rating: 0 }],
] as const

/** The second picture has the focus; it is opened then. */
export async function markByKeys(page: Page, api: Api): Promise<void> {
  const press = async (key: string, mark: object): Promise<void> => {
    await page.keyboard.press(key)
    await waitFor(`${key} to mark`, async () => {
      const marks = (await marksOf(api))[1]?.$marks
      return JSON.stringify({ ...marks, ...mark }) === JSON.stringify(marks)
    })
  }
  for (const [key, mark] of keyMarks) await press(key, mark)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '4 stars' }).waitFor()
  for (const [key, mark] of keyMarks) await press(key, mark)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

interface Sharing {
  readonly admin: Page
  readonly editor: Page
  readonly viewer: Page
}

/** What the editor marks is seen by whoever may only look while marks are shared. */
export async function shareMarks(hand: Hand, { admin, editor, viewer }: Sharing): Promise<void> {
  const stars = hand === mouse ? 5 : 3
  const choose = async (scope: RegExp): Promise<void> => {
    await admin.goto('/administration?section=schemas&resource=asset')
    const settings = admin.getByRole('tab', { name: 'Settings' })
    await settings.waitFor()
    if (hand === mouse) await settings.click()
    else {
      await pressTabTo(admin, admin.getByRole('tab', { selected: true }))
      for (let at = 0; at < 5 && (await settings.getAttribute('aria-selected')) !== 'true'; at++)
        await admin.keyboard.press('ArrowRight')
    }
    const other = admin.getByRole('radio', { name: scope })
    await other.waitFor()
    const saved = admin.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
    if (hand === mouse) await other.click()
    else {
      await pressTabTo(admin, admin.getByRole('radio', { checked: true, name: /Everyone|Shared/ }))
      await admin.keyboard.press(scope.source.includes('Shared') ? 'ArrowDown' : 'ArrowUp')
    }
    await saved
    assert.ok(await other.isChecked())
  }
  const seen = tilesOf(viewer).first().locator('[data-marks]').getByText('★'.repeat(stars), { exact: true })
  await choose(/^Shared by everyone/)
  await checkPage(admin, 'Marks that all share')
  await editor.goto(list)
  const first = tilesOf(editor).first().getByRole('link')
  await first.waitFor()
  if (hand === mouse) await first.click()
  else {
    await editor.keyboard.press('ArrowRight')
    await hasFocus(first)
    await editor.keyboard.press('Enter')
  }
  const rating = editor.getByRole('dialog').getByRole('button', { name: `${stars} stars` })
  await hand.press(editor, rating)
  await rating.and(editor.locator('[aria-pressed="true"]')).waitFor()
  await viewer.goto(list)
  await seen.waitFor()
  await choose(/^Everyone has their own/)
  await viewer.reload()
  await tilesOf(viewer).nth(2).locator('img[data-loaded]').waitFor()
  assert.equal(await seen.count(), 0)
}
