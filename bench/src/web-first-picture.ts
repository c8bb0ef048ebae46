import { newPerson, type openBrowser } from '../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../e2e/src/wait-for-calm.ts'
import { median, type Figure } from './figure.ts'

const rounds = 5

/**
 * From Enter in the form of sign-in to the first picture on the screen, in a browser that has nothing of the
 * application but that page.
 */
export async function benchFirstPicture(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  url: string,
): Promise<Figure> {
  const timesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { context, page } = await newPerson(browser, url)
    await page.goto('/browse')
    await page.getByLabel(/^username/i).fill('editor')
    await page.getByLabel(/^password/i).fill('bench-password')
    await waitForCalm(page)
    const shown = page.evaluate(timeToPicture)
    await page.keyboard.press('Enter')
    timesMs.push(await shown)
    await context.close()
  }
  return {
    what: 'first picture after sign-in',
    value: median(timesMs),
    limit: 1000,
    unit: 'ms',
    wanted: 'at most',
    beside: `median of ${rounds}: ${timesMs.map((timeMs) => timeMs.toFixed(0)).join(', ')} ms`,
  }
}

/** In the page. */
function timeToPicture(): Promise<number> {
  return new Promise((done) => {
    let from = 0
    addEventListener('keydown', ({ timeStamp }) => (from = timeStamp), { once: true, capture: true })
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[data-index] img[data-loaded]') === null) return
      observer.disconnect()
      requestAnimationFrame((atMs) => done(atMs - from))
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-loaded'] })
  })
}
