import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import type { Hand } from './hands.ts'
import type { Api } from './open-api.ts'
import { waitFor } from './wait-for.ts'

/** A word inside a document finds it in the library, and it opens at the page with the word. */
export async function findInsideDocument(
  page: Page,
  hand: Hand,
  api: Api,
  { id, name, word }: { readonly id: number; readonly name: string; readonly word: string },
): Promise<void> {
  await waitFor('the words of the document', async () => {
    const path = `/wedia/dam/documentwords/asset/${id}`
    return (await api.call<{ state: string }>('GET', path)).state === 'read'
  })
  await page.goto('/browse')
  await hand.type(page, page.getByRole('banner').getByLabel('Search', { exact: true }), word)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === word)
  const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
  await tiles.filter({ hasText: 'Found in its text' }).getByRole('link', { name }).first().waitFor()
  await checkPage(page, 'An asset that was found by its document')
  await page.goto(`/browse?view=list&q=${word}`)
  await page.getByRole('row', { name }).getByText('Found in its text').first().waitFor()
  await checkPage(page, 'A row that was found by its document')
  await page.goto(`/browse?view=list&q=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).first().waitFor()
  assert.equal(await page.getByText('Found in its text').count(), 0, 'the name alone finds it')
  await page.goto(`/browse?q=${word}`)
  await hand.press(page, tiles.getByRole('link', { name: new RegExp(name) }).first())
  await page.waitForURL(new RegExp(`/browse/${id}\\?q=${word}`))
  await page.getByText('1 of 4').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Find in the document' }).inputValue(), word)
  await page.getByText(`Found inside the document: ${word}`).waitFor()
  await checkPage(page, 'A document that was found by a word inside')
}
