import { newPerson, openBrowser, signIn } from '../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../e2e/src/wait-for-calm.ts'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'

const assets = 100
const rounds = 20

/**
 * How long a person waits for the new count of the list after they ticked a value of a facet, from the click
 * in the page to the frame that shows it; beside it, of the same run, when the list was asked for, what the
 * server's answer took, what drawing the count took after that, and when the pictures of the list were there.
 */
export async function benchFacetTick(): Promise<Figure[]> {
  const server = await startBenchServer()
  const browser = await openBrowser()
  try {
    await seedLibrary(server.database, assets)
    const { page } = await newPerson(browser, server.url)
    await signIn(page, 'editor', 'bench-password')
    await page.goto('/browse?view=grid')
    const box = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first()
    await box.waitFor()
    await waitForCalm(page)
    const total = await page.getByRole('heading', { level: 1 }).textContent()
    const times: { shownMs: number; listMs: number; askedMs: number; answerMs: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const counted = page.evaluate(untilNewCount)
      const answering = page.waitForResponse((response) =>
        /\/rest\/dam\/data\/asset\?.*max=100\b/.test(response.url()),
      )
      await box.click()
      const [{ shownMs, listMs, clickedAtMs }, response] = await Promise.all([counted, answering])
      await response.finished()
      const { startTime, responseEnd } = response.request().timing()
      times.push({ shownMs, listMs, askedMs: startTime - clickedAtMs, answerMs: responseEnd })
      await waitForCalm(page)
    }
    const of = (part: (time: (typeof times)[number]) => number): string => median(times.map(part)).toFixed(0)
    return [
      {
        what: 'facet tick to new count',
        value: median(times.map(({ shownMs }) => shownMs)),
        limit: 200,
        unit: 'ms',
        wanted: 'at most',
        beside:
          `median of ${rounds} on ${total}; asked for after ${of(({ askedMs }) => askedMs)} ms, answered in ${of(({ answerMs }) => answerMs)} ms, ` +
          `drawn in ${of(({ shownMs, askedMs, answerMs }) => shownMs - askedMs - answerMs)} ms, ` +
          `the list itself drawn after ${of(({ listMs }) => listMs)} ms`,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/**
 * Runs in the page: milliseconds from the next click to the frame with another heading and to the one with
 * the list that belongs to it, and when the click was, milliseconds since 1970.
 */
function untilNewCount(): Promise<{ shownMs: number; listMs: number; clickedAtMs: number }> {
  const heading = document.querySelector('h1')
  const before = heading?.textContent
  return new Promise((resolve) => {
    document.addEventListener(
      'click',
      (click) => {
        let shownMs: number | undefined
        const sinceClick = (): number => performance.now() - click.timeStamp
        const observer = new MutationObserver(() => {
          if (heading?.textContent === before) return
          if (shownMs === undefined) requestAnimationFrame(() => (shownMs ??= sinceClick()))
          if (document.querySelector('#results [aria-busy="true"]') !== null) return
          observer.disconnect()
          requestAnimationFrame(() => {
            const listMs = sinceClick()
            resolve({
              shownMs: shownMs ?? listMs,
              listMs,
              clickedAtMs: performance.timeOrigin + click.timeStamp,
            })
          })
        })
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
      },
      { capture: true, once: true },
    )
  })
}
