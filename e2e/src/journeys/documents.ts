import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { choosePage } from '../choose-picture.ts'
import { findInsideDocument } from '../find-inside-document.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { makePdf } from '../make-pdf.ts'
import { createAsset } from '../create-asset.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { readOffice, rtfLetter } from '../read-office.ts'
import { waitFor } from '../wait-for.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

const report = makePdf(
  Array.from({ length: 40 }, (_, at) =>
    [
      `Chapter ${at + 1} of the harbour report`,
      'Ships come and go with the tide.',
      ...(at % 10 === 1 ? ['The lighthouse keeper writes.'] : []),
    ].join('\n'),
  ),
  { script: 'app.alert("run")' },
)
const page = 'a <b>tag</b>, "quotes" & <script>document.title="run"</script>\n'
const code = `// A comment\nexport const answer = 42\n${'const line = 1\n'.repeat(3000)}export const lighthouse = 1\n`

/** Documents are read, searched, and linked to by page; texts and code by line. Nothing in them is run. */
export const documentsJourney: Journey = {
  name: 'Documents',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const person = await newPerson()
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginSession(person.page, 'editor', application.password)
    const id = await createAsset(api, 'Harbour report', 'report.pdf', report)
    for (const hand of [mouse, keyboard]) await readDocument(person.page, hand, id, step)
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: a document is shared from the page that is read, and opens there`,
        async () => {
          const { page } = person
          await page.goto(`/browse/${id}?page=12`)
          await atPage(page, 12)
          await hand.press(page, page.getByRole('button', { name: 'Share', exact: true }))
          const dialog = page.getByRole('dialog', { name: 'Share “Harbour report”' })
          await hand.press(page, dialog.getByRole('button', { name: 'Create the link' }))
          await dialog.getByRole('checkbox', { name: 'Opens at page 12' }).waitFor()
          await checkPage(page, 'A link to a page of a shared document')
          const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
          assert.match(link, new RegExp(`\\?asset=${id}&page=12$`))
          const { page: visitor, errors } = await newPerson()
          await visitor.goto(link)
          await atPage(visitor, 12)
          await visitor.getByText('Chapter 12 of the harbour report').waitFor()
          await checkPage(visitor, 'A shared document')
          assert.deepEqual(errors, [])
        },
      )
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a word inside a document finds it, and it opens at the word`, async () => {
        await findInsideDocument(person.page, hand, api, { id, name: 'Harbour report', word: 'keeper' })
        await atPage(person.page, 2)
      })
    await step('the link to a page opens at that page', async () => {
      await person.page.goto(`/browse/${id}?page=12`)
      await atPage(person.page, 12)
      await person.page.getByRole('button', { name: 'Copy link to this page' }).click()
      await person.page.getByRole('button', { name: 'Copied' }).waitFor()
      const link = await person.page.evaluate(() => navigator.clipboard.readText())
      assert.match(link, new RegExp(`/browse/${id}\\?page=12$`))
      await person.page.goto('about:blank')
      await person.page.goto(link)
      await atPage(person.page, 12)
      await offersPlaces(person.page, ['On this page'])
    })
    await step('a document looks right on small and large screens', async () => {
      for (const size of sizes) {
        await person.page.setViewportSize(size)
        await person.page.goto(`/browse/${id}?page=2`)
        await atPage(person.page, 2)
        await person.page.getByText('Chapter 2 of the harbour report').waitFor()
        await checkPage(person.page, `A document of ${size.width} px`)
      }
    })
    await step('a damaged document says so over its picture', async () => {
      // The server takes no damaged document: this one is cut off on its way.
      const bytes = /\/variation\b.*\bpages\b/
      await person.page.route(bytes, (route) =>
        route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7\nnothing else' }),
      )
      await person.page.goto(`/browse/${id}`)
      await person.page.getByText('The file is damaged: its pages cannot be read.').waitFor()
      await checkPage(person.page, 'A damaged document')
      await person.page.unroute(bytes)
    })
    await readOddDocuments(person.page, api, step)
    const text = await createAsset(api, 'Notes', 'notes.html', Buffer.from(page))
    await step('markup in a text is text: nothing of it is run', async () => {
      await person.page.goto(`/browse/${text}`)
      await person.page.getByText(page.trim()).waitFor()
      assert.notEqual(await person.page.title(), 'run')
    })
    const script = await createAsset(api, 'Code', 'code.js', Buffer.from(code))
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: code is read by its lines, and searched`, async () => {
        await person.page.goto(`/browse/${script}`)
        await person.page.getByText('export const answer = 42').waitFor()
        await offersPlaces(person.page, [])
        await find(person.page, hand, 'LIGHTHOUSE')
        await person.page.getByText('1 of 1').waitFor()
        await person.page.locator('mark[data-current]').waitFor()
        assert.equal(
          await person.page.locator('[data-number="3003"]').count(),
          1,
          'the line that was found is in sight',
        )
        await checkPage(person.page, 'Code')
        await person.page.keyboard.press('Escape')
        await person.page.locator('mark').first().waitFor({ state: 'detached' })
        if (hand === keyboard) {
          await person.page.keyboard.press('Control+A')
          assert.equal(await copied(person.page), code.trim(), 'all lines, not those in sight alone')
        } else {
          const lines = person.page.getByRole('region', { name: 'Text of Code' })
          await lines.hover()
          await person.page.mouse.wheel(0, -100_000)
          await waitFor('the first lines', () => lines.evaluate((element) => element.scrollTop === 0))
          await dragOver(person.page, person.page.getByText('export const answer = 42'))
          assert.equal(await copied(person.page), 'export const answer = 42')
        }
      })
    await step('a table is shown as one', async () => {
      const table = await createAsset(
        api,
        'Ships',
        'ships.csv',
        Buffer.from('Name;Built;Port\nAurora;1912;"Brest; France"\nCity of Paris;1888;Le Havre\n'),
      )
      await person.page.goto(`/browse/${table}`)
      await person.page.getByRole('columnheader', { name: 'Built' }).waitFor()
      await person.page.getByRole('cell', { name: 'Brest; France' }).waitFor()
      await offersPlaces(person.page, [])
      await checkPage(person.page, 'A table')
    })
    await step('a text of a million lines opens with its beginning', async () => {
      const long = await createAsset(
        api,
        'Million',
        'million.txt',
        Buffer.from('one more line\n'.repeat(1_000_000)),
      )
      await person.page.goto(`/browse/${long}`)
      await person.page.getByText('These are the first').waitFor({ timeout: 60_000 })
      await offersPlaces(person.page, [])
      await person.page.keyboard.press('End')
      await person.page.locator('[data-number="142858"]').waitFor({ state: 'attached' })
      await checkPage(person.page, 'A long text')
    })
    const letter = await createAsset(api, 'Harbour letter', 'letter.rtf', rtfLetter)
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: an Office document is read by its pages, or it is said why not`, () =>
        readOffice(person.page, hand, letter, (isRead) =>
          offersPlaces(person.page, isRead ? ['On this page'] : []),
        ),
      )
    await choosePage(person.page, api, id, (number) => atPage(person.page, number), step)
    await step('no page logged an error', async () => assert.deepEqual(person.errors, []))
  },
}

async function readDocument(
  page: Page,
  hand: Hand,
  id: number,
  step: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await step(
    `${hand.name}: a document opens at its first page, with its text to select and copy`,
    async () => {
      await page.goto(`/browse/${id}`)
      await atPage(page, 1)
      const line = page.getByText('Chapter 1 of the harbour report', { exact: true })
      await line.waitFor()
      if (hand.name === mouse.name) {
        await dragOver(page, line)
        assert.equal(await copied(page), 'Chapter 1 of the harbour report')
        return
      }
      await page.keyboard.press('Control+A')
      const [first, second] = (await copied(page)).split('\n')
      assert.deepEqual(
        [first?.trim(), second?.trim()],
        ['Chapter 1 of the harbour report', 'Ships come and go with the tide.'],
      )
      for (let less = 0; less < ' tide.'.length; less++) await page.keyboard.press('Shift+ArrowLeft')
      assert.match(await copied(page), /Ships come and go with the$/)
      await atPage(page, 1)
    },
  )
  await step(`${hand.name}: pages are turned by keys, number and thumbnail`, async () => {
    await page.keyboard.press('PageDown')
    await atPage(page, 2)
    await page.keyboard.press('End')
    await atPage(page, 40)
    await page.getByText('Chapter 40 of the harbour report').waitFor()
    await page.keyboard.press('Home')
    await atPage(page, 1)
    const thumbnails = page.getByRole('navigation', { name: 'Page thumbnails' })
    if (hand.name === mouse.name)
      await thumbnails.getByRole('button', { name: 'Page 3', exact: true }).click()
    else {
      await pressTabTo(page, thumbnails.getByRole('button', { name: 'Page 1', exact: true }))
      await page.keyboard.press('ArrowDown')
      await atPage(page, 2)
      await page.keyboard.press('ArrowDown')
    }
    await atPage(page, 3)
  })
  await step(`${hand.name}: a word is found on all pages, and gone through`, async () => {
    await page.keyboard.press('Home')
    await atPage(page, 1)
    await find(page, hand, 'lighthouse')
    await page.getByText('1 of 4').waitFor()
    // While it is typed, its beginning is found as often as the whole word.
    const marked = page.locator('.textLayer .highlight.selected')
    await waitFor('the mark on the whole word', async () => (await marked.textContent()) === 'lighthouse')
    assert.equal(await marked.count(), 1)
    await page.keyboard.press('Enter')
    await page.getByText('2 of 4').waitFor()
    await atPage(page, 12)
    const bar = await page.getByRole('button', { name: 'Close (Esc)' }).boundingBox()
    assert.ok(bar && bar.y >= 0, 'the pages scrolled, and nothing around them')
    await page.keyboard.press('Shift+Enter')
    await page.getByText('1 of 4').waitFor()
    await checkPage(page, 'A search in a document')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('submarine')
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.textLayer .highlight').first().waitFor({ state: 'detached' })
  })
  await step(`${hand.name}: pages are made larger, and fitted again`, async () => {
    const width = () =>
      page
        .locator('.pdfViewer .page')
        .first()
        .evaluate((element) => element.clientWidth)
    const fitted = await width()
    if (hand.name === mouse.name) await page.getByRole('button', { name: 'Zoom in' }).click()
    else await page.keyboard.press('+')
    await waitFor('larger pages', async () => (await width()) > fitted * 1.2)
    if (hand.name === mouse.name) await page.getByRole('button', { name: 'Fit to width' }).click()
    else await page.keyboard.press('z')
    await waitFor('fitted pages', async () => Math.abs((await width()) - fitted) < 2)
  })
  await step(`${hand.name}: a page is gone to by its number, and its link copied`, async () => {
    const field = page.getByRole('textbox', { name: 'Page, of 40' })
    await hand.type(page, field, '12')
    await page.keyboard.press('Enter')
    await page.getByText('Chapter 12 of the harbour report').waitFor()
    await atPage(page, 12)
    await hand.press(page, page.getByRole('button', { name: 'Copy link to this page' }))
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.waitForURL(/page=12/)
  })
}

/** With a password, without text, and of very many pages. */
async function readOddDocuments(
  page: Page,
  api: Api,
  step: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await step('a document with a password asks for it', async () => {
    const secret = makePdf(['The secret of the harbour'], { password: 'lantern' })
    await page.goto(`/browse/${await createAsset(api, 'Secret', 'secret.pdf', secret)}`)
    const field = page.getByLabel('Password of the document')
    await field.fill('torch')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong password').waitFor()
    await offersPlaces(page, [])
    await checkPage(page, 'A document with a password')
    await field.fill('lantern')
    await page.keyboard.press('Enter')
    await page.getByText('The secret of the harbour').waitFor()
    assert.equal(await page.getByText('its pages cannot be shown').count(), 0)
  })
  await step('whoever searches a scan reads that it has no text', async () => {
    await page.goto(`/browse/${await createAsset(api, 'Scan', 'scan.pdf', makePdf(['', '', '']))}`)
    await atPage(page, 1)
    await find(page, keyboard, 'harbour')
    await page.getByText('this may be a scan').waitFor()
    await page.getByText('No matches').waitFor()
  })
  await step('of 2,000 pages those in sight are drawn', async () => {
    const pages = Array.from({ length: 2000 }, (_, at) => `Leaf ${at + 1}`)
    await page.goto(`/browse/${await createAsset(api, 'Register', 'register.pdf', makePdf(pages))}`)
    // Keys turn pages from when the first is laid out.
    await page.getByText('Leaf 1', { exact: true }).waitFor()
    await page.keyboard.press('End')
    await page.getByText('Leaf 2000', { exact: true }).waitFor()
    const drawn = await page.locator('.pdfViewer canvas').count()
    assert.ok(drawn < 20, `${drawn} pages are drawn`)
  })
}

async function dragOver(page: Page, line: Locator): Promise<void> {
  const box = await line.boundingBox()
  assert.ok(box)
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + 1, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, middle, { steps: 6 })
  await page.mouse.up()
}

/** What is selected, as it is copied. */
async function copied(page: Page): Promise<string> {
  await page.keyboard.press('Control+C')
  return (await page.evaluate(() => navigator.clipboard.readText())).trim()
}

async function atPage(page: Page, number: number): Promise<void> {
  await waitFor(
    `page ${number}`,
    async () => (await page.getByRole('textbox', { name: /^Page, of / }).inputValue()) === String(number),
  )
}

/** Comments can be about these places and no others: what the file has, as it is shown. */
async function offersPlaces(page: Page, places: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: /^Write a comment/ }).waitFor()
  for (const name of ['Point on the picture', 'On this page', 'At the current time'])
    assert.equal(
      await page.getByRole('button', { name, exact: true }).count(),
      places.includes(name) ? 1 : 0,
      name,
    )
}

async function find(page: Page, hand: Hand, text: string): Promise<void> {
  if (hand.name === mouse.name)
    await page.getByRole('button', { name: 'Find in the document (Ctrl+F)' }).click()
  else await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find in the document' }).waitFor()
  await page.keyboard.type(text)
}
