import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'
import { dayText, pickDay, typeTime } from '../pick-day.ts'
import {
  add,
  choose,
  createPage,
  desk,
  lineOf,
  linesOf,
  previewOf,
  publish,
  windows,
  write,
} from '../page-editor.ts'

/**
 * An editor builds a page, by keyboard alone and with a mouse, publishes it, changes it in a working copy and
 * publishes again; a visitor in another browser reads each.
 */
export const pagesJourney: Journey = {
  name: 'Pages on screen',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const foreign: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(application.url) && !/^(data|blob|about):/.test(url)) foreign.push(url)
    })
    const { page: visitor } = await newPerson({ javaScriptEnabled: false })
    await signIn(page, 'admin', application.password)
    for (const hand of [keyboard, mouse]) {
      const name = `Harbour ${hand.name} ${Date.now()}`
      const address = `/p/${name.toLowerCase().replaceAll(' ', '-')}`
      await step(`a page is made and built, ${hand.name}`, async () => {
        await createPage(page, hand, name, address)
        await add(page, hand, 'Text')
        await write(page, hand, 'Ships leave at dawn.')
        await add(page, hand, 'Image')
        await hand.press(page, page.getByRole('button', { name: 'Choose an asset' }))
        const picker = page.getByRole('dialog', { name: 'Choose an asset' })
        await hand.press(page, picker.getByRole('listitem').first().getByRole('button'))
        await hand.type(page, page.getByLabel('Caption'), 'The old quay')
        await previewOf(page).getByText('The old quay').waitFor()
        await previewOf(page).locator('img').waitFor()
      })
      await step(`what stands there moves, and a move is undone and made again, ${hand.name}`, async () => {
        assert.deepEqual(await linesOf(page), ['Text', 'Image'])
        await hand.press(page, page.getByRole('button', { name: 'Move up' }))
        assert.deepEqual(await linesOf(page), ['Image', 'Text'])
        await hand.press(page, page.getByRole('button', { name: 'Undo', exact: true }))
        assert.deepEqual(await linesOf(page), ['Text', 'Image'])
        await hand.press(page, page.getByRole('button', { name: 'Redo', exact: true }))
        assert.deepEqual(await linesOf(page), ['Image', 'Text'])
      })
      await step(`columns take in what stands behind them, ${hand.name}`, async () => {
        await hand.press(page, lineOf(page, /^Page$/))
        await add(page, hand, 'Columns')
        await hand.press(page, lineOf(page, /^Column 2$/))
        await add(page, hand, 'Call to action')
        await hand.type(page, page.getByLabel('Button label'), 'All harbours')
        const link = page.getByRole('group', { name: 'Link' })
        await hand.type(page, link.getByLabel('Address'), '/p/harbours')
        await previewOf(page).getByRole('link', { name: 'All harbours' }).waitFor()
        await choose(page, hand, link.getByRole('button', { name: 'Choose what to link to' }), 'Page')
        const picker = page.getByRole('dialog', { name: 'Page' })
        await hand.type(page, picker.getByRole('searchbox'), name)
        if (hand === mouse) await checkPage(page, 'Choosing the page that a link leads to')
        await hand.press(page, picker.getByRole('listitem').getByRole('button', { name }))
        await link.getByText(name).waitFor()
        await hasFocus(link.getByRole('button', { name: 'Choose another' }))
        if (hand === mouse) await checkPage(page, 'Page editor with a link')
        await hand.press(page, page.getByRole('button', { name: 'Move out' }))
        assert.deepEqual(await linesOf(page), ['Image', 'Text', 'Columns', 'Call to action'])
        await hand.press(page, page.getByRole('button', { name: 'Move into the component above' }))
        assert.equal((await linesOf(page)).length, 4)
      })
      await step(`it is scheduled, which the list shows and takes back, ${hand.name}`, async () => {
        const dialog = page.getByRole('dialog', { name: `Schedule “${name}”` })
        await hand.press(page, page.getByRole('button', { name: 'Schedule', exact: true }))
        const day = dayText(await pickDay(page, hand, dialog.getByRole('button', { name: /^Publish on/ })))
        const published = dialog.getByRole('group', { name: 'Publish on', exact: true })
        await typeTime(page, hand, published.getByLabel('Hours'), '1330')
        await dialog.getByText('including later changes').waitFor()
        if (hand === mouse) await checkSchedule(page)
        await hand.press(page, dialog.getByRole('button', { name: 'Save' }))
        await dialog.waitFor({ state: 'detached' })
        await page.getByText(`Publishes ${day}, 13:30`).waitFor()
        if (hand === keyboard) await page.keyboard.press('Control+S')
        else await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
        const editor = page.url()
        await page.goto('/pages')
        const row = page.getByRole('listitem').filter({ hasText: name })
        await row.getByText(`Publishes ${day}`).waitFor()
        if (hand === mouse) await checkPage(page, 'Pages, one of them scheduled')
        await choose(page, hand, page.getByRole('button', { name: `Actions for ${name}` }), 'Schedule')
        await hand.press(page, dialog.getByRole('button', { name: 'Cancel scheduled publishing' }))
        await hand.press(page, dialog.getByRole('button', { name: 'Save' }))
        await row.getByText(/Publishes/).waitFor({ state: 'detached' })
        await hasFocus(page.getByRole('button', { name: `Actions for ${name}` }))
        await page.goto(editor)
        await lineOf(page, /^Page$/).waitFor()
      })
      await step(`it is saved, opened to everybody and published, ${hand.name}`, async () => {
        await hand.press(page, lineOf(page, /^Page$/))
        await hand.turn(page, page.getByRole('switch', { name: 'Public' }))
        await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
        if (hand === keyboard) await page.keyboard.press('Control+S')
        else await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
        assert.equal((await visitor.goto(address))?.status(), 404)
        await publish(page, hand)
        await visitor.goto(address)
        await visitor.getByRole('heading', { level: 1, name }).waitFor()
        await visitor.getByText('Ships leave at dawn.').waitFor()
        await visitor.getByText('The old quay').waitFor()
        const link = visitor.getByRole('link', { name: 'All harbours' })
        assert.equal(await link.getAttribute('href'), address)
      })
      await step(
        `a change is read by visitors once its working copy is published, ${hand.name}`,
        async () => {
          await hand.press(page, page.getByRole('button', { name: 'Edit working copy' }))
          await hand.press(page, lineOf(page, /^Text/))
          await write(page, hand, 'Fog until noon.')
          await previewOf(page).getByText('Fog until noon.').waitFor()
          await visitor.reload()
          await visitor.getByText('Ships leave at dawn.').waitFor()
          await publish(page, hand)
          await visitor.reload()
          await visitor.getByText('Fog until noon.').waitFor()
          assert.equal(await visitor.getByText('Ships leave at dawn.').count(), 0)
        },
      )
    }
    await step('the list and the editor are accessible at every width, light and dark', async () => {
      for (const { name, ...size } of windows) {
        await page.setViewportSize(size)
        await page.goto('/pages')
        await page.getByRole('list').getByText('Published').first().waitFor()
        await checkPage(page, `Pages, ${name}`)
      }
      await page.setViewportSize(desk)
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Harbour by keyboard/ })
        .click()
      await page.getByRole('button', { name: 'Add component' }).waitFor()
      const editor = page.url()
      for (const { name, ...size } of windows) {
        await page.setViewportSize(size)
        await page.goto(editor)
        await page.getByRole('button', { name: 'Add component' }).waitFor()
        await checkPage(page, `Page editor, ${name}`)
        await lineOf(page, /^Image/).click()
        if (name !== 'desktop') await page.getByText('Settings', { exact: true }).click()
        await page.getByLabel('Caption').waitFor()
        await checkPage(page, `Page editor with an image, ${name}`)
        if (name === 'desktop') continue
        await page.getByText('Preview', { exact: true }).click()
        await previewOf(page).locator('img').waitFor()
        await checkPage(page, `Page editor with its preview, ${name}`)
      }
      await page.setViewportSize(desk)
      await lineOf(page, /^Text/).click()
      await page.getByRole('textbox', { name: 'Text' }).waitFor()
      await checkPage(page, 'Page editor with a text')
    })
    await step('a page is taken back and deleted from the list', async () => {
      await page.goto('/pages')
      await actOn(page, /^Actions for Harbour with a mouse/, 'Unpublish')
      await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await visitor.reload()
      await visitor.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await actOn(page, /^Actions for Harbour with a mouse/, 'Delete')
      await page.getByText('one earlier version').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page
        .getByRole('button', { name: /^Actions for Harbour with a mouse/ })
        .waitFor({ state: 'detached' })
    })
    await step('nothing came from another host, and no page logged an error', async () => {
      assert.deepEqual(foreign, [])
      assert.deepEqual(errors, [])
    })
  },
}

async function checkSchedule(page: Page): Promise<void> {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `When a page is published, ${name}`)
  }
  await page.setViewportSize(desk)
}

async function actOn(page: Page, menu: RegExp, act: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}
