import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'
import { add, createPage, desk, lineOf, previewOf, publish, windows, write } from '../page-editor.ts'

/**
 * Two people edit one page at once, and each value that both changed is decided before it is saved; then what
 * a working copy changes is compared with what is published.
 */
export const pageChangesJourney: Journey = {
  name: 'Changes of a page',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const { page: second } = await newPerson()
    const name = `Quay ${Date.now()}`
    await step('a page is open in two browsers', async () => {
      await signIn(page, 'admin', application.password)
      await signIn(second, 'admin', application.password)
      await createPage(page, mouse, name, `/p/${name.toLowerCase().replace(' ', '-')}`)
      await add(page, mouse, 'Text')
      await write(page, mouse, 'Ships leave at dawn.')
      await save(page, mouse)
    })
    for (const hand of [keyboard, mouse])
      await step(`what both changed is decided, then saved, ${hand.name}`, async () => {
        const [mine, theirs] = [`Mine, ${hand.name}`, `Theirs, ${hand.name}`]
        await second.goto(new URL(page.url()).pathname)
        await lineOf(second, /^Text/).click()
        await lineOf(page, /^Text/).click()
        await write(page, hand, mine)
        await write(second, mouse, theirs)
        await save(second, mouse)
        await press(page, hand, 'Control+S', page.getByRole('button', { name: 'Save', exact: true }))
        const panel = page.getByRole('region', { name: 'You and someone else changed the same things' })
        await panel.getByText(mine, { exact: true }).waitFor()
        await panel.getByText(theirs, { exact: true }).waitFor()
        if (hand === keyboard) await checkConflicts(page, panel)
        const keep = hand === keyboard ? 'Keep mine: Text' : 'Use all theirs'
        await hand.press(page, panel.getByRole('button', { name: keep }))
        await panel.waitFor({ state: 'detached' })
        if (hand === keyboard) await save(page, hand)
        else await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
        await second.reload()
        await previewOf(second)
          .getByText(hand === keyboard ? mine : theirs, { exact: true })
          .waitFor()
      })
    await step('what a working copy changes is listed beside what is published', async () => {
      await publish(page, mouse)
      await page.getByRole('button', { name: 'Edit working copy' }).click()
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
      await lineOf(page, /^Text/).click()
      await write(page, mouse, 'Fog until noon.')
      await add(page, mouse, 'Columns')
      await save(page, mouse)
      for (const hand of [keyboard, mouse]) {
        await hand.press(page, page.getByRole('link', { name: 'Compare' }))
        const changes = page.getByRole('region', { name: 'Changes' })
        await changes.getByRole('heading', { name: '2 changes' }).waitFor()
        const line = changes.getByRole('button', { name: /^Changed.*Fog until noon/s })
        await hand.press(page, line)
        assert.equal(await line.getAttribute('aria-pressed'), 'true')
        await frameOf(page, 'Before').getByText('Theirs, with a mouse').waitFor()
        await frameOf(page, 'After').getByText('Fog until noon.').waitFor()
        if (hand === keyboard) await checkComparison(page)
        await hand.press(page, page.getByRole('button', { name: 'Close comparison' }))
        await lineOf(page, /^Text/).waitFor()
      }
    })
    // The browser logs the refusal of what somebody else had saved before; nothing else.
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('409')),
        [],
      ),
    )
  },
}

async function press(page: Page, hand: Hand, keys: string, button: Locator): Promise<void> {
  if (hand === keyboard) await page.keyboard.press(keys)
  else await button.click()
}

async function save(page: Page, hand: Hand): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
  await press(page, hand, 'Control+S', page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
}

const frameOf = (page: Page, side: 'Before' | 'After') => page.frameLocator(`iframe[title^="${side}: "]`)

async function checkConflicts(page: Page, panel: Locator): Promise<void> {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await panel.getByRole('button', { name: 'Keep all mine' }).waitFor()
    await checkPage(page, `What two people changed on a page, ${name}`)
  }
  await page.setViewportSize(desk)
}

async function checkComparison(page: Page): Promise<void> {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `Two versions of a page, ${name}`)
    if (name === 'desktop') continue
    await page.getByText('After', { exact: true }).click()
    await frameOf(page, 'After').getByText('Fog until noon.').waitFor()
    await checkPage(page, `Two versions of a page, the later one, ${name}`)
    await page.getByText('Changes', { exact: true }).click()
  }
  await page.setViewportSize(desk)
}
