import { newPerson, openBrowser, signIn } from '../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../e2e/src/wait-for-calm.ts'
import { startBenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { seedItems } from './seed-items.ts'
import { traceTasks } from './web-trace.ts'

const items = 100_000
const rounds = 3

/** The table of an import of 100,000 items in Chromium: tasks while someone scrolls through it. */
export async function benchImportTable(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  const browser = await openBrowser()
  try {
    const created = await server.call('POST', '/rest/massimport/job', { json: { name: 'Table' } })
    const { response } = (await created.json()) as { response: { data: { id: number } } }
    say(`filling an import with ${items} items`)
    await seedItems(server, response.data.id, items)
    const { page } = await newPerson(browser, server.url)
    // Nothing is behind these items that could be decoded.
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"/>'
    await page.route('**/wedia/dam/variation**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    )
    await signIn(page, 'editor', 'bench-password')
    const tasks: { longestMs: number; longestCpuMs: number }[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(`/import?job=${response.data.id}`)
      await page.locator('[data-row="0"]').waitFor()
      await waitForCalm(page)
      await page.mouse.move(800, 500)
      say(`scrolling, round ${round + 1} of ${rounds}`)
      tasks.push(
        await traceTasks(browser, async () => {
          for (let step = 0; step < 150; step++) {
            await page.mouse.wheel(0, step % 20 === 19 ? 20_000 : 600)
            await page.waitForTimeout(50)
          }
        }),
      )
    }
    const reached = await page.locator('[data-row]').last().getAttribute('data-row')
    return [
      {
        what: `longest task while scrolling an import of ${items.toLocaleString('en')} items`,
        value: median(tasks.map(({ longestMs }) => longestMs)),
        limit: 50,
        unit: 'ms',
        wanted: 'at most',
        beside: `median of ${rounds}; of processor time ${median(tasks.map(({ longestCpuMs }) => longestCpuMs)).toFixed(0)}; as far as row ${reached}`,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
