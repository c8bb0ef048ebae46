import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabInto, pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const srt = (text: string): string => `1\n00:00:00,000 --> 00:10:00,000\n${text}\n`
const chapters = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHarbour & quay\n\n00:01.000 --> 09:00.000\nOpen sea\n'

/**
 * Subtitles and chapters are added to a film, shown by its player in the person's language, gone through by
 * keyboard, replaced and deleted.
 */
export const subtitlesJourney: Journey = {
  name: 'Subtitles',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const query = JSON.stringify({ and: [{ rootnature: 2 }, { status: 6 }] })
    const { response } = await api.call<{ response: { data: { id: number }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=1&query=${encodeURIComponent(query)}`,
    )
    const film = response.data[0]?.id
    assert.ok(film, 'the library has a film')
    const { page, errors } = await newPerson()
    const panel = page.getByRole('dialog')
    const player = page.frameLocator('iframe')
    await step('a file says what it is by its name, and is added', async () => {
      await signIn(page, 'editor', application.password, `/browse/${film}`)
      await page.getByText('No subtitles or chapters yet.').waitFor()
      await add(page, 'film.en.srt', srt('Good <i>morning</i>'), async (dialog) => {
        assert.equal(await dialog.getByRole('combobox', { name: 'Language' }).inputValue(), 'English')
        await checkPage(page, 'Adding subtitles')
      })
      await panel.getByText('Subtitles · 1 line · film.en.srt').waitFor()
    })
    await step('by keyboard alone: the file of another language is added', async () => {
      const open = page.getByRole('button', { name: 'Add subtitles or chapters' })
      await hasFocus(open)
      // Before the key: the browser is asked to give choosers to tests, and a key does not wait for that.
      const choosing = page.waitForEvent('filechooser')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add subtitles or chapters' })
      await dialog.locator('[data-autofocus]:focus').waitFor()
      await page.keyboard.press('Enter')
      const chooser = await choosing
      await chooser.setFiles(fileOf('film.fr.srt', srt('Bonjour')))
      const language = dialog.getByRole('combobox', { name: 'Language' })
      await waitFor('the language by the name', async () => (await language.inputValue()) === 'French')
      await pressTabTo(page, dialog.getByRole('button', { name: 'Add', exact: true }))
      await page.keyboard.press('Enter')
      await panel.getByText('Subtitles · 1 line · film.fr.srt').waitFor()
      await hasFocus(open)
    })
    await step('chapters are added as well', async () => {
      await add(page, 'film.chapters.vtt', chapters)
      await panel.getByText('2 chapters').waitFor()
      await checkPage(page, 'A film with subtitles')
    })
    await step('D1.13 the player shows those in the person’s language, and offers the others', async () => {
      const video = player.locator('video')
      await video.waitFor()
      const shown = () =>
        video.evaluate((element: HTMLVideoElement) =>
          [...element.textTracks].map(({ kind, language, mode }) => `${kind} ${language} ${mode}`),
        )
      assert.deepEqual(await shown(), ['subtitles en showing', 'subtitles fr disabled', 'chapters  hidden'])
      await video.evaluate(async (element: HTMLVideoElement) => {
        const [first] = element.textTracks
        while (!first?.cues?.length) await new Promise((done) => setTimeout(done, 50))
      })
    })
    await step('with a mouse: subtitles are chosen below the film, and turned off', async () => {
      const choice = player.getByRole('combobox', { name: 'Subtitles' })
      const shown = (): Promise<string> =>
        player
          .locator('video')
          .evaluate((video: HTMLVideoElement) =>
            [...video.textTracks]
              .flatMap(({ mode, language }) => (mode === 'showing' ? language : []))
              .join(),
          )
      await waitFor('the choice', async () => (await choice.inputValue()) === '0')
      await choice.selectOption('French')
      await waitFor('the French ones', async () => (await shown()) === 'fr')
      await checkPage(page, 'The subtitles of a film are chosen')
      await choice.selectOption('Subtitles off')
      await waitFor('no subtitles', async () => (await shown()) === '')
      await choice.selectOption('English')
      await waitFor('the English ones', async () => (await shown()) === 'en')
    })
    await step('by keyboard alone: T turns subtitles off and on, in the player and beside it', async () => {
      const isShown = (): Promise<boolean> =>
        player
          .locator('video')
          .evaluate((video: HTMLVideoElement) => [...video.textTracks].some(({ mode }) => mode === 'showing'))
      await page.keyboard.press('t')
      await waitFor('no subtitles', async () => !(await isShown()))
      await pressTabInto(page, player.getByRole('slider', { name: /^Position in the film/ }))
      await page.keyboard.press('t')
      await waitFor('subtitles', isShown)
    })
    await step('a chapter is chosen by keyboard', async () => {
      const list = player.getByRole('combobox', { name: 'Chapters' })
      await list.waitFor()
      assert.deepEqual(await list.locator('option').allTextContents(), [
        '0:00 Harbour & quay',
        '0:01 Open sea',
      ])
      await pressTabInto(page, list)
      await page.keyboard.press('ArrowDown')
      await player.locator('video').evaluate(async (element: HTMLVideoElement) => {
        while (element.currentTime < 0.9) await new Promise((done) => setTimeout(done, 50))
      })
    })
    await step('what is no subtitles is refused with what to do', async () => {
      await page.getByRole('button', { name: 'Add subtitles or chapters' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add subtitles or chapters' })
      await dialog.locator('input[type=file]').setInputFiles(fileOf('notes.srt', 'a text'))
      await dialog.getByRole('button', { name: 'Add' }).click()
      await dialog.getByText('This file cannot be read as subtitles.', { exact: false }).waitFor()
      const field = dialog.getByLabel('File', { exact: false }).and(dialog.locator('[aria-invalid="true"]'))
      await hasFocus(field)
      await checkPage(page, 'A file that is no subtitles')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('subtitles are renamed and deleted by keyboard, after their name was said', async () => {
      await page.getByRole('link', { name: /^Download as WebVTT ?French/ }).focus()
      await pressTabTo(page, page.getByRole('button', { name: 'Edit French' }))
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Edit “French”' })
      await pressTabTo(page, dialog.getByLabel('Label'))
      await page.keyboard.type('Version française')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      const remove = page.getByRole('button', { name: 'Delete Version française' })
      await pressTabTo(page, remove)
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: 'Delete “Version française”?' })
      await checkPage(page, 'Deleting subtitles')
      await pressTabTo(page, question.getByRole('button', { name: 'Delete' }))
      await page.keyboard.press('Enter')
      await remove.waitFor({ state: 'detached' })
      for (const name of ['English', 'Chapters']) {
        await page.getByRole('button', { name: `Delete ${name}` }).click()
        await page
          .getByRole('dialog', { name: /^Delete / })
          .getByRole('button', { name: 'Delete' })
          .click()
        await page.getByRole('button', { name: `Delete ${name}` }).waitFor({ state: 'detached' })
      }
      await page.getByText('No subtitles or chapters yet.').waitFor()
    })
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('422')),
        [],
      ),
    )
  },
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

async function add(
  page: Page,
  name: string,
  text: string,
  look?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Add subtitles or chapters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add subtitles or chapters' })
  await dialog.locator('input[type=file]').setInputFiles(fileOf(name, text))
  await look?.(dialog)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
