import type { Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import { keyboard, type Hand } from './hands.ts'

/** Three pages that LibreOffice draws, where it is. */
export const rtfLetter = Buffer.from(
  `{\\rtf1\\ansi ${[1, 2, 3].map((number) => `Leaf ${number} of the harbour letter\\par`).join('\\page ')}}`,
)

/** Reads the letter by its pages, or why the server has none, where LibreOffice is missing. */
export async function readOffice(
  page: Page,
  hand: Hand,
  id: number,
  look: (isRead: boolean) => Promise<void>,
): Promise<void> {
  await page.goto(`/browse/${id}`)
  const missing = page.getByText('LibreOffice is not installed on this server')
  const leaf = page.getByText('Leaf 1 of the harbour letter')
  await leaf.or(missing).first().waitFor({ timeout: 60_000 })
  if (await leaf.isVisible()) {
    if (hand === keyboard) await page.keyboard.press('Control+f')
    else await page.getByRole('button', { name: 'Find in the document (Ctrl+F)' }).click()
    await page.getByRole('textbox', { name: 'Find in the document' }).waitFor()
    await page.keyboard.type('leaf 3')
    await page.getByText('1 of 1').waitFor()
    await page.getByText('Leaf 3 of the harbour letter').waitFor()
  }
  await look(await leaf.isVisible())
  await checkPage(
    page,
    `An Office document, ${(await leaf.isVisible()) ? 'by its pages' : 'without LibreOffice'}`,
  )
}
