import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage, checkPlainPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import {
  add,
  addLanguage,
  choose,
  createPage,
  desk,
  dragIn,
  dragTo,
  lineOf,
  linesOf,
  previewOf,
  publish,
  translate,
  windows,
  write,
} from '../page-editor.ts'
import { drawNumber } from '../samples.ts'
import { withApplication } from '../start-application.ts'
import { waitFor } from '../wait-for.ts'

/** What is recalled is gone from a page within that time. */
const recallWithinMs = 10_000

/**
 * An editor begins with nothing: a picture is imported, a page is built of it in two languages, published,
 * changed, compared and rolled back, by keyboard alone and with a mouse; visitors read it in both.
 */
export const pageFromEmptyLibraryJourney: Journey = {
  name: 'A page from an empty library',
  async run({ newPerson, step }) {
    await withApplication({}, async (application) => {
      const baseURL = application.url
      const { page, errors } = await newPerson({ baseURL })
      const { page: visitor } = await newPerson({ baseURL, javaScriptEnabled: false })
      const { page: french } = await newPerson({ baseURL, javaScriptEnabled: false, locale: 'fr-FR' })
      const { page: checker } = await newPerson({ baseURL })
      await signIn(page, 'admin', application.password)
      for (const [index, hand] of [keyboard, mouse].entries()) {
        const name = `Harbour ${index + 1}`
        const address = `/p/harbour-${index + 1}`
        await step(`a picture is imported and published, ${hand.name}`, () =>
          importPicture(page, hand, index),
        )
        await step(`a page is built of it, ${hand.name}`, async () => {
          await createPage(page, hand, name, address)
          await add(page, hand, 'Text')
          await write(page, hand, 'Ships leave at dawn.')
          if (hand === keyboard) await add(page, hand, 'Image')
          else {
            await dragIn(page, 'Image', lineOf(page, /^Text/), 'before')
            assert.deepEqual(await linesOf(page), ['Image', 'Text'])
            await dragTo(page, lineOf(page, /^Image/), lineOf(page, /^Text/), 'after')
            assert.deepEqual(await linesOf(page), ['Text', 'Image'])
          }
          await hand.press(page, page.getByRole('button', { name: 'Choose an asset' }))
          const picker = page.getByRole('dialog', { name: 'Choose an asset' })
          await hand.press(page, picker.getByRole('button', { name: `Quay ${index}` }))
          await hand.type(page, page.getByLabel('Caption'), 'The old quay')
          await previewOf(page).locator('img').waitFor()
          await hand.press(page, lineOf(page, /^Page$/))
          await hand.turn(page, page.getByRole('switch', { name: 'Public' }))
        })
        await step(`it is translated side by side, ${hand.name}`, async () => {
          await addLanguage(page, hand, 'French')
          if (hand === mouse) await checkTranslation(page)
          await hand.press(page, page.getByRole('button', { name: 'Side by side' }))
          await page.getByText('3 of 3 texts have no translation.').waitFor()
          await translate(page, hand, 'Title', `Port ${index + 1}`)
          await page.getByText('2 of 3 texts have no translation.').waitFor()
          if (hand === mouse) await checkSideBySide(page)
          await translate(page, hand, 'Text', 'Les bateaux partent.')
          await translate(page, hand, 'Caption', 'Le vieux quai')
          await page.getByText('Everything is translated.').waitFor()
          await hand.press(page, page.getByRole('button', { name: 'Undo', exact: true }))
          await page.getByText('1 of 3 texts has no translation.').waitFor()
          await hand.press(page, page.getByRole('button', { name: 'Redo', exact: true }))
          await hand.press(page, page.getByRole('button', { name: 'Side by side' }))
          await previewOf(page)
            .getByRole('heading', { level: 1, name: `Port ${index + 1}` })
            .waitFor()
          await previewOf(page).getByText('Les bateaux partent.').waitFor()
        })
        await step(`published, it is read in both languages, ${hand.name}`, async () => {
          assert.equal((await visitor.goto(address))?.status(), 404)
          await publish(page, hand)
          await visitor.goto(address)
          await reads(visitor, 'en', [name, 'Ships leave at dawn.', 'The old quay'])
          await seesPicture(visitor)
          await french.goto(address)
          await reads(french, 'fr', [`Port ${index + 1}`, 'Les bateaux partent.', 'Le vieux quai'])
          await french
            .getByRole('navigation', { name: 'Langues' })
            .getByRole('link', { name: 'English' })
            .click()
          await reads(french, 'en', ['Ships leave at dawn.'])
          await french.getByRole('link', { name: 'Français' }).click()
          await reads(french, 'fr', ['Les bateaux partent.'])
          if (hand === mouse) await checkPublished(checker, address)
        })
        await step(`a change is not seen before it is published; it is compared, ${hand.name}`, async () => {
          await hand.press(page, page.getByRole('button', { name: 'Edit working copy' }))
          await page.getByRole('button', { name: 'Publish', exact: true }).waitFor()
          await hand.press(page, lineOf(page, /^Text/))
          await write(page, hand, 'Fog until noon.')
          await choose(page, hand, page.getByRole('button', { name: /^Language of the page/ }), 'French')
          await write(page, hand, 'Brume jusqu’à midi.')
          await previewOf(page).getByText('Brume jusqu’à midi.').waitFor()
          await save(page, hand)
          await visitor.reload()
          await reads(visitor, 'en', ['Ships leave at dawn.'])
          await hand.press(page, page.getByRole('link', { name: 'Compare' }))
          const changes = page.getByRole('region', { name: 'Changes' })
          await changes.getByRole('heading', { name: '2 changes' }).waitFor()
          await changes.getByText('Text (French)').waitFor()
          if (hand === mouse) await checkPage(page, 'Two versions of a page in two languages')
          await hand.press(page, page.getByRole('button', { name: 'Close comparison' }))
          await publish(page, hand)
          await visitor.reload()
          await reads(visitor, 'en', ['Fog until noon.'])
          await french.reload()
          await reads(french, 'fr', ['Brume jusqu’à midi.'])
        })
        await step(`rolled back, visitors read what was before, ${hand.name}`, async () => {
          await choose(page, hand, page.getByRole('button', { name: 'Versions' }), `Version 1: ${name}`)
          await hand.press(page, page.getByRole('button', { name: 'Restore this version' }))
          await publish(page, hand)
          await visitor.reload()
          await reads(visitor, 'en', ['Ships leave at dawn.'])
          await french.reload()
          await reads(french, 'fr', ['Les bateaux partent.'])
        })
      }
      await step(
        'its asset recalled, visitors see it no more within seconds, and no broken picture',
        async () => {
          const api = await openApi(application.url, 'admin', application.password)
          const file = (await visitor.locator('img').getAttribute('src')) ?? ''
          const asset = Number(/page-files\/\d+\/(\d+)\//.exec(file)?.[1])
          await api.call('PATCH', `/json/workflow/asset/${asset}?action=unpublish`, {})
          await waitFor(
            'the picture to be gone',
            async () => {
              await visitor.reload()
              return (await visitor.locator('img').count()) === 0
            },
            recallWithinMs,
          )
          assert.equal((await visitor.request.get(file)).status(), 404)
          await reads(visitor, 'en', ['Ships leave at dawn.'])
        },
      )
      await step('no page logged an error', async () => assert.deepEqual(errors, []))
    })
  },
}

async function importPicture(page: Page, hand: Hand, index: number): Promise<void> {
  await page.goto('/import')
  const choosing = page.waitForEvent('filechooser')
  await hand.press(page, page.getByRole('button', { name: 'Choose files' }).first())
  const buffer = await drawNumber(700 + index * 40)
  await (await choosing).setFiles({ name: `Quay ${index}.jpg`, mimeType: 'image/jpeg', buffer })
  await hand.press(page, page.getByRole('button', { name: 'Publish 1 file' }))
  await page.getByText('1 file added to the library.').waitFor()
}

async function save(page: Page, hand: Hand): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor()
  if (hand === keyboard) await page.keyboard.press('Control+S')
  else await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
}

/** A page as a visitor reads it: its language, and these texts. */
async function reads(visitor: Page, language: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await visitor.getByText(text, { exact: true }).first().waitFor()
  assert.equal(await visitor.locator('html').getAttribute('lang'), language)
}

async function seesPicture(visitor: Page): Promise<void> {
  const file = await visitor.locator('img').getAttribute('src')
  assert.equal((await visitor.request.get(file ?? '')).status(), 200)
}

async function checkTranslation(page: Page): Promise<void> {
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    if (name !== 'desktop') await page.getByText('Settings', { exact: true }).click()
    await page.getByRole('group', { name: 'Title' }).getByRole('textbox').waitFor()
    await checkPage(page, `Page editor in another language, ${name}`)
  }
  await page.setViewportSize(desk)
}

async function checkSideBySide(page: Page): Promise<void> {
  // Every field says which language is written in it, rich text as well.
  for (const name of ['Title', 'Text', 'Caption'])
    await page.getByRole('group', { name, exact: true }).getByText('French', { exact: true }).waitFor()
  for (const { name, ...size } of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `A page side by side with its translation, ${name}`)
  }
  await page.setViewportSize(desk)
}

async function checkPublished(checker: Page, address: string): Promise<void> {
  for (const { name, ...size } of windows) {
    await checker.setViewportSize(size)
    await checker.goto(`${address}?lang=fr`)
    await checkPlainPage(checker, `A published page in two languages, ${name}`)
  }
}
