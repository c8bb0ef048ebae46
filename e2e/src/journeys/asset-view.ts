import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { makeZip } from '../make-zip.ts'
import { openApi } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { drawNumber } from '../samples.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** What stands where in the view of an asset, and what its files are called. */
export const assetViewJourney: Journey = {
  name: 'Asset view',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { page, errors } = await newPerson()
    await beginSession(page, 'editor', application.password)
    const picture = await createAsset(api, 'In its view', 'view.jpg', await drawNumber(9301))
    const letter = await createAsset(api, 'Harbour note', 'note.docx', makeWordDocument('Fog until noon'))
    const film = await createAsset(api, 'Harbour clip', 'harbour.mov', await makeMov())
    for (const hand of [mouse, keyboard]) {
      await step(`${hand.name}: actions come first, then what the asset is, then its files`, () =>
        readFromTop(page, hand, picture),
      )
      await step(
        `${hand.name}: a document of Word and a film of QuickTime are called what people call them`,
        async () => {
          await checkFileType(page, hand, letter, 'Word document')
          await checkFileType(page, hand, film, 'MOV')
        },
      )
    }
    await step('one of several has arrows to the others; the only one of a list has none', async () => {
      const dialog = page.getByRole('dialog')
      await page.goto('/browse')
      await page.locator('[data-index] a').first().click()
      await dialog.getByRole('button', { name: /^Next asset/ }).waitFor()
      await page.goto('/browse?q=%22Harbour+note%22')
      await page.getByText('1 asset', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Harbour note' }).click()
      await dialog.getByRole('heading', { name: 'Harbour note' }).first().waitFor()
      await dialog.getByRole('button', { name: 'Share', exact: true }).waitFor()
      assert.equal(await dialog.getByRole('button', { name: /^(Previous|Next) asset/ }).count(), 0)
      await checkPage(page, 'The only asset of a list')
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

/** Actions are in the window, above the description; the files are folded below it, and unfolded by hand. */
async function readFromTop(page: Page, hand: Hand, id: number): Promise<void> {
  await page.goto(`/browse/${id}`)
  const dialog = page.getByRole('dialog', { name: 'In its view' })
  const share = dialog.getByRole('button', { name: 'Share', exact: true })
  const description = dialog.getByRole('heading', { name: 'Description', exact: true })
  const fold = dialog.getByRole('button', { name: 'Files', exact: true })
  for (const part of [share, description, fold]) await part.waitFor()
  for (const size of windows) {
    await page.setViewportSize(size)
    const tops = await Promise.all([share, description, fold].map((part) => part.boundingBox()))
    const [first = -1, second = -1, third = -1] = tops.map((box) => box?.y ?? -1)
    assert.ok(first < second && second < third, `${size.width} px: ${first}, ${second}, ${third}`)
    assert.ok(first + 30 < size.height, `actions stand at ${first} px of ${size.height}`)
  }
  assert.equal(await fold.getAttribute('aria-expanded'), 'false')
  if (hand === keyboard) {
    await pressTabTo(page, share)
    await pressTabTo(page, dialog.getByRole('button', { name: 'Edit Description' }))
  }
  await hand.press(page, fold)
  const original = dialog.getByRole('link', { name: /Original/ }).first()
  await original.waitFor()
  if (hand === keyboard) await pressTabTo(page, original)
  for (const size of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `The files of an asset at ${size.width} px`)
  }
  if (hand === keyboard) await pressTabTo(page, fold, 'Shift+Tab')
  await hand.press(page, fold)
  await original.waitFor({ state: 'detached' })
}

/** Among its files, an original is called by a word that people have for it. */
async function checkFileType(page: Page, hand: Hand, id: number, type: string): Promise<void> {
  await page.goto(`/browse/${id}`)
  const dialog = page.getByRole('dialog')
  await hand.press(page, dialog.getByRole('button', { name: 'Files', exact: true }))
  await dialog
    .getByRole('link', { name: /Original/ })
    .filter({ hasText: type })
    .waitFor()
  assert.equal(await dialog.getByText(/VND\.|QUICKTIME/).count(), 0)
  for (const size of windows) {
    await page.setViewportSize(size)
    await checkPage(page, `The files of a ${type} at ${size.width} px`)
  }
}

const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const openXml = 'http://schemas.openxmlformats.org'
const parts = {
  '[Content_Types].xml': `<Types xmlns="${openXml}/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/word/document.xml" ContentType="${office}.document.main+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${openXml}/package/2006/relationships">
    <Relationship Id="r1" Type="${openXml}/officeDocument/2006/relationships/officeDocument"
      Target="word/document.xml"/></Relationships>`,
}

/** A document of Word with one line. */
function makeWordDocument(line: string): Buffer {
  const document = `<w:document xmlns:w="${openXml}/wordprocessingml/2006/main">
    <w:body><w:p><w:r><w:t>${line}</w:t></w:r></w:p></w:body></w:document>`
  const entries = Object.entries({ ...parts, 'word/document.xml': document })
  return Buffer.from(
    makeZip(
      entries.map(([name, text]) => ({
        name,
        bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
      })),
    ),
  )
}

/** A film in the container of QuickTime. */
async function makeMov(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-journey-film-'))
  try {
    const path = join(folder, 'film.mov')
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
    const input = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=12:d=2']
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...input, ...encoding, '-y', path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
