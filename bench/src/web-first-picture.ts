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
    const time = await page.evaluateHandle(() => ({ untilPicture: undefined as Promise<number> | undefined }))
    await time.evaluate(watch)
    await page.keyboard.press('Enter')
    timesMs.push((await time.evaluate(({ untilPicture }) => untilPicture)) ?? Number.NaN)
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

/** In the page: measures from the next key on. */
function watch(time: { untilPicture: Promise<number> | undefined }): void {
  let from = Number.NaN
  addEventListener('keydown', ({ timeStamp }) => (from = timeStamp), { once: true, capture: true })
  time.untilPicture = new Promise((done) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[data-index] img[data-loaded]') === null) return
      observer.disconnect()
      requestAnimationFrame((atMs) => done(atMs - from))
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-loaded'] })
  })
}
