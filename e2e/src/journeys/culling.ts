import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { say } from '../play-journey.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { takeAction } from '../take-action.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { list, markByKeys, marksOf, shareMarks, tilesOf } from '../marks.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** Ratings, colour labels and picks by one key each, and culling: with a mouse, and by keyboard alone. */
export const cullingJourney: Journey = {
  name: 'Ratings and culling',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const all = await marksOf(api)
    await api.call('POST', '/rest/marks', {
      ids: all.map(({ id }) => id),
      rating: 0,
      label: null,
      pick: null,
    })
    const { page, errors } = await newPerson({ viewport: windows[2] })
    await signIn(page, 'editor', application.password)
    await playMarks(page, api, step)
    await step('another screen of the same person follows, somebody else’s does not', async () => {
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, list)
      const tile = tilesOf(other.page).first()
      await tile.locator('[data-marks]').waitFor()
      const [first] = all
      await api.call('POST', '/rest/marks', { ids: [first?.id], rating: 5 })
      await tile.getByText('★★★★★').waitFor()
      const viewer = await newPerson()
      await signIn(viewer.page, 'viewer', application.password, list)
      await tilesOf(viewer.page).nth(2).locator('img[data-loaded]').waitFor()
      assert.equal(await viewer.page.locator('[data-marks]').count(), 0)
      await other.context.close()
      await viewer.context.close()
    })
    await playCulling(page, api, step)
    await playByKeyboard(page, api, step)
    const admin = await newPerson()
    const viewer = await newPerson()
    await beginSession(admin.page, 'admin', application.password)
    await beginSession(viewer.page, 'viewer', application.password)
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: an administrator has all share their marks, and each have their own again`,
        () => shareMarks(hand, { admin: admin.page, editor: page, viewer: viewer.page }),
      )
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: an opened asset has the pictures of its list below it, where one likes to`,
        () => playFilmstrip(hand, page),
      )
    await step('on a phone and a tablet, in English and in French', async () => {
      for (const viewport of windows.slice(0, 2))
        for (const language of ['en', 'fr'] as const) {
          await api.call('POST', '/rest/profil/me/patch', { json: { bolang: language } })
          const person = await newPerson({ viewport, locale: language === 'fr' ? 'fr-FR' : 'en-GB' })
          await signIn(person.page, 'editor', application.password, list)
          await person.page.locator('[data-marks]').first().waitFor()
          await checkPage(person.page, `Marks on the wall, ${language}, ${viewport.width}`)
          await person.page.locator('[data-act="select"]').first().click()
          await person.page.locator('[data-act="select"]').nth(1).click()
          // On a phone the bar has no room for the button: the menu has the same.
          if (viewport.width > 480) {
            await person.page.getByRole('button', { name: language === 'fr' ? 'Noter' : 'Rate' }).click()
            await person.page.getByRole('menuitem').first().waitFor()
          }
          await checkPage(person.page, `Marks of a selection, ${language}, ${viewport.width}`)
          if (viewport.width > 480) await person.page.keyboard.press('Escape')
          await person.page.getByRole('button', { name: /^(More actions|Autres actions)/ }).click()
          await person.page.getByRole('menuitem', { name: language === 'fr' ? 'Trier' : 'Cull' }).click()
          await person.page.locator('canvas[data-shown]').waitFor()
          await checkPage(person.page, `Culling, ${language}, ${viewport.width}`)
          await person.page.keyboard.press('Escape')
          await person.context.close()
        }
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

type Step = (name: string, work: () => Promise<void>) => Promise<void>

async function playMarks(page: Page, api: Api, step: Step): Promise<void> {
  const tiles = tilesOf(page)
  const dialog = page.getByRole('dialog')
  await step(
    'with a mouse: the menu of a selection sets a label on all of it, Undo takes it back',
    async () => {
      await page.goto(list)
      await tiles.first().waitFor()
      for (const at of [0, 1, 2]) await tiles.nth(at).locator('[data-act="select"]').click()
      await page.getByRole('button', { name: 'Rate' }).click()
      await page.getByRole('menuitem', { name: 'Red' }).click()
      await page.getByText('3 assets: Red').waitFor()
      assert.equal(await page.locator('[data-marks] [data-mark="red"]').count(), 3)
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitFor('no label', async () => (await page.locator('[data-marks]').count()) === 0)
      await page.keyboard.press('6')
      await page.getByText('3 assets: Red').waitFor()
      await waitFor('three labels', async () =>
        (await marksOf(api)).slice(0, 3).every(({ $marks }) => $marks.label === 'red'),
      )
    },
  )
  await step('with a mouse: stars, labels and picks of an opened asset are buttons with names', async () => {
    await tiles.first().getByRole('link').click()
    await dialog.getByRole('button', { name: '4 stars' }).click()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await waitFor('both marks', async () => {
      const [first] = await marksOf(api)
      return first?.$marks.rating === 4 && first.$marks.pick === 'rejected'
    })
    assert.equal(
      await dialog.getByRole('button', { name: 'Red', exact: true }).getAttribute('aria-pressed'),
      'true',
    )
    await checkPage(page, 'Marks of an asset')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await checkPage(page, 'Marks on the wall')
  })
  await step(
    'with a mouse: the list is narrowed by marks, which stand in the address and as chips',
    async () => {
      await page.keyboard.press('Escape')
      const facets = page.getByRole('complementary', { name: 'Filters' })
      await facets.getByRole('button', { name: /^Rating and labels/ }).waitFor()
      await openFacet(facets.getByRole('button', { name: /^Rating and labels/ }))
      await facets.getByRole('checkbox', { name: 'Red', exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('is.$label') === 'red')
      await waitFor('three assets', async () => (await tiles.count()) === 3)
      await facets.getByRole('checkbox', { name: '4 stars or more' }).click()
      await page.waitForURL((url) => url.searchParams.get('gte.$rating') === '4')
      await waitFor('one asset', async () => (await tiles.count()) === 1)
      await page.getByRole('button', { name: /^Remove .*4 stars or more/ }).waitFor()
      await checkPage(page, 'A list narrowed by marks')
      await page.reload()
      await waitFor('one asset', async () => (await tiles.count()) === 1)
      await page.getByRole('button', { name: 'Clear all' }).click()
    },
  )
  await step('the table has columns for them, and sorts by stars', async () => {
    await page.goto(`/browse?is.rootnature=1&view=list&order=${encodeURIComponent('$rating desc')}`)
    const row = page.getByRole('table', { name: 'Assets' }).getByRole('row').nth(1)
    await row.getByText('★★★★').waitFor()
    await checkPage(page, 'Marks in the table')
  })
}

/** Opens a folded facet. */
async function openFacet(head: Locator): Promise<void> {
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}

async function playCulling(page: Page, api: Api, step: Step): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Culling' })
  const canvas = dialog.locator('canvas[data-shown]')
  const tiles = tilesOf(page)
  const shown = (id: number | undefined) => dialog.locator(`canvas[data-shown="${id}"]`).waitFor()
  await step(
    'with a mouse: all results are culled, one click each, and the strip says what was decided',
    async () => {
      await page.goto(list)
      await tiles.first().waitFor()
      await page.getByRole('button', { name: /^Actions for all/ }).click()
      await page.getByRole('menuitem', { name: 'Cull' }).click()
      const all = await marksOf(api)
      await shown(all[0]?.id)
      const pick = dialog.getByRole('button', { name: 'Pick', exact: true })
      const reject = dialog.getByRole('button', { name: 'Reject', exact: true })
      const frames = [await paintAfter(page, 'click', () => pick.click())]
      await shown(all[1]?.id)
      frames.push(await paintAfter(page, 'click', () => reject.click()))
      await shown(all[2]?.id)
      checkFrames(frames)
      await dialog.getByText(`3 of ${all.length} · 1 picked · 1 rejected`).waitFor()
      await checkPage(page, 'Culling')
      await dialog
        .getByRole('list', { name: 'Pictures' })
        .getByRole('button', { name: all[0]?.name ?? '' })
        .click()
      await shown(all[0]?.id)
      await canvas.click()
      await dialog.getByRole('button', { name: /show actual size$/, disabled: false }).waitFor()
      await page.keyboard.press('Escape')
      await shown(all[0]?.id)
      await dialog.getByRole('combobox', { name: 'Show' }).click()
      await page.getByRole('option', { name: 'Rejected' }).click()
      await shown(all[1]?.id)
      await dialog.getByText('1 of 1 · 1 picked · 1 rejected').waitFor()
      await checkPage(page, 'Culling with a filter')
    },
  )
  await step('with a mouse: a summary at the end puts the picked into a cart', async () => {
    await dialog.getByRole('button', { name: 'Finish' }).click()
    const summary = page.getByRole('dialog', { name: 'Culling finished' })
    await summary.getByText(/^1 picked, 1 rejected/).waitFor()
    await checkPage(page, 'The summary of culling')
    await summary.getByRole('button', { name: 'Add 1 picked to a cart' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
  })
  await step('with a mouse: an opened asset begins the culling of its list', async () => {
    const third = (await marksOf(api))[2]
    await page.goto(`${list.replace('/browse', `/browse/${third?.id}`)}`)
    await page.getByRole('dialog').locator('img[data-loaded]').waitFor()
    await takeAction(page, mouse, 'Cull')
    await shown(third?.id)
    await dialog.getByText(/^3 of /).waitFor()
    await page.keyboard.press('Escape')
  })
}

async function playByKeyboard(page: Page, api: Api, step: Step): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Culling' })
  const shown = (id: number | undefined) => dialog.locator(`canvas[data-shown="${id}"]`).waitFor()
  const tiles = tilesOf(page)
  await step(
    'by keyboard alone: one key marks the picture that has the focus, Ctrl+Z takes it back',
    async () => {
      await page.goto(list)
      await tiles.first().waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await hasFocus(tiles.nth(1).getByRole('link'))
      const before = (await marksOf(api))[1]?.$marks
      await page.keyboard.press('2')
      await waitFor('two stars', async () => (await marksOf(api))[1]?.$marks.rating === 2)
      await page.getByText(/: 2 stars$/).waitFor()
      await page.keyboard.press('Control+z')
      await waitFor(
        'the stars from before',
        async () => (await marksOf(api))[1]?.$marks.rating === before?.rating,
      )
    },
  )
  await step(
    'by keyboard alone: stars, labels and picks by one key each, on the wall and of an opened asset',
    () => markByKeys(page, api),
  )
  await step('by keyboard alone: the whole list is culled, each picture there within a frame', async () => {
    const all = await marksOf(api)
    await api.call('POST', '/rest/marks', {
      ids: all.map(({ id }) => id),
      rating: 0,
      label: null,
      pick: null,
    })
    await page.keyboard.press('Control+a')
    const more = page
      .getByRole('region', { name: 'Selection', exact: true })
      .getByRole('button', { name: /^More actions/ })
    await pressTabTo(page, more)
    await page.keyboard.press('Enter')
    const entry = page.getByRole('menuitem', { name: /^Cull/ })
    await entry.waitFor()
    await page.keyboard.type('cu')
    await hasFocus(entry)
    await page.keyboard.press('Enter')
    await shown(all[0]?.id)
    const keys = ['x', '4', 'p', '8', 'ArrowRight', 'ArrowLeft', 'ArrowRight']
    const frames: Paint[] = []
    for (const key of keys) frames.push(await paintAfter(page, 'keydown', () => page.keyboard.press(key)))
    checkFrames(frames)
    await page.keyboard.press('Control+z')
    await shown(all[3]?.id)
    await waitFor('the last one undone', async () => {
      const marks = (await marksOf(api)).slice(0, 4).map(({ $marks }) => $marks)
      return (
        JSON.stringify(marks.map(({ rating, label, pick }) => [rating, label, pick])) ===
        JSON.stringify([
          [0, null, 'rejected'],
          [4, null, null],
          [0, null, 'picked'],
          [0, null, null],
        ])
      )
    })
    // Twice, though the picture at its actual size may not be there yet.
    await page.keyboard.press('z')
    await dialog.getByRole('button', { name: /show actual size$/ }).waitFor()
    await page.keyboard.press('z')
    await shown(all[3]?.id)
  })
  await step(
    'by keyboard alone: Esc leaves with the summary, which deletes the rejected into the trash',
    async () => {
      await page.keyboard.press('Escape')
      const remove = page.getByRole('button', { name: 'Delete 1 rejected' })
      await pressTabTo(page, remove)
      await page.keyboard.press('Enter')
      const confirm = page.getByRole('dialog', { name: /^Delete / })
      await confirm.waitFor()
      await pressTabTo(page, confirm.getByRole('button', { name: 'Cancel' }))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  )
}

interface Paint {
  readonly frames: number
  readonly ms: number
}

/** The filmstrip follows what is shown, and shows what is chosen in it. */
async function playFilmstrip(hand: Hand, page: Page): Promise<void> {
  await page.goto(list)
  const first = tilesOf(page).first().getByRole('link')
  if (hand === mouse) await first.click()
  else {
    await first.waitFor()
    await page.keyboard.press('ArrowRight')
    await hasFocus(first)
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog')
  const toggle = dialog.getByRole('button', { name: 'Filmstrip' })
  await hand.press(page, toggle)
  const strip = dialog.getByRole('list', { name: 'Pictures' })
  const third = (await strip.getByRole('button').nth(2).getAttribute('aria-label')) ?? ''
  const current = strip.locator('[aria-current]')
  if (hand === mouse) await strip.getByRole('button').nth(2).click()
  else {
    await pressTabTo(page, current)
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  }
  await dialog.getByRole('heading', { level: 1, name: third, exact: true }).waitFor()
  await hasFocus(strip.getByRole('button', { name: third, exact: true }))
  assert.equal(
    await dialog.getByRole('heading', { name: 'Place and time' }).count(),
    1,
    'metadata of one asset',
  )
  await checkPage(page, 'An asset with the filmstrip of its list')
  const next = dialog.getByRole('button', { name: /^Next asset/ })
  await hand.press(page, next)
  await dialog.getByRole('heading', { level: 1, name: third, exact: true }).waitFor({ state: 'detached' })
  await hasFocus(next)
  await hand.press(page, toggle)
  await strip.waitFor({ state: 'detached' })
  await hand.press(page, dialog.getByRole('button', { name: /^Close/ }))
  await dialog.waitFor({ state: 'detached' })
}

function checkFrames(frames: readonly Paint[]): void {
  say(`  to the painted picture: ${frames.map(({ frames: n, ms }) => `${n} (${ms} ms)`).join(', ')} frames`)
  assert.ok(
    frames.every(({ frames: n }) => n <= 3),
    `pictures that were decoded ahead took ${JSON.stringify(frames)}`,
  )
}

/**
 * Does something and measures how many frames, and ms, pass from its event until another picture is painted.
 */
async function paintAfter(page: Page, event: 'keydown' | 'click', act: () => Promise<void>): Promise<Paint> {
  // The neighbours are decoded while somebody looks.
  await page.waitForFunction(() => document.querySelector('canvas[data-shown]')?.isConnected === true)
  await waitForCalm(page)
  await page.evaluate((name) => {
    const own = window as unknown as { painted?: Promise<Paint> }
    const canvas = document.querySelector<HTMLElement>('canvas[data-shown]')
    const before = canvas?.dataset['shown']
    own.painted = new Promise((resolve) => {
      window.addEventListener(
        name,
        ({ timeStamp }) => {
          let frames = 0
          const look = (): void => {
            frames++
            const now = document.querySelector<HTMLElement>('canvas[data-shown]')?.dataset['shown']
            // The frame of this callback is painted when the next one begins.
            if (now !== before && now !== undefined)
              requestAnimationFrame((end) => resolve({ frames, ms: Math.round(end - timeStamp) }))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        { once: true, capture: true },
      )
    })
  }, event)
  await act()
  return page.evaluate(async () => {
    const { painted } = window as unknown as { painted?: Promise<Paint> }
    return (await painted) ?? { frames: Infinity, ms: Infinity }
  })
}
