import type { newPerson } from '../../e2e/src/open-browser.ts'

/** Scrolls up and down the whole of what is there, as a hand on the thumb does it. */
export async function dragScrollbar(page: Awaited<ReturnType<typeof newPerson>>['page']): Promise<void> {
  const scroller = page
    .locator('[data-index]')
    .first()
    .locator('xpath=ancestor::*[@aria-label="Assets"]/.. | ancestor::*[@id="scroller"]')
    .last()
  for (let step = 0; step < 60; step++) {
    await scroller.evaluate(
      (element, share) => element.scrollTo({ top: share * element.scrollHeight }),
      Math.abs(Math.sin(step / 6)),
    )
    await page.waitForTimeout(50)
  }
}
