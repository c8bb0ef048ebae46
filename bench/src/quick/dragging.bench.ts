import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { newPerson, openBrowser, signIn } from '../../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../../e2e/src/wait-for-calm.ts'
import { dragScrollbar } from '../drag-scrollbar.ts'
import { traceTasks } from '../web-trace.ts'
import { alternatePair } from './alternate.ts'
import type { QuickLibrary } from './quick-library.ts'
import { worstOf, ratioOf, type QuickRow, type RatioRow } from './ratio-row.ts'

const runs = 3

/**
 * The longest task while somebody drags the scrollbar through drafts of the library, in the wall and in the
 * table, beside an empty virtual list of as many rows. The view that is further from the goal is reported.
 */
export async function benchDragging(library: QuickLibrary): Promise<QuickRow[]> {
  const browser = await openBrowser()
  const empty = await serveEmptyList()
  try {
    const { page } = await newPerson(browser, library.url)
    await signIn(page, 'editor', 'bench-password')
    const { page: bare } = await newPerson(
      browser,
      `http://127.0.0.1:${(empty.address() as AddressInfo).port}`,
    )
    const count = Math.round(library.assets / 10)
    const rows: RatioRow[] = []
    for (const view of ['grid', 'list']) {
      const times = await alternatePair(
        async () => {
          await page.bringToFront()
          await page.goto(`/browse?view=${view}&is.status=1`)
          await page.locator('[data-index="0"]').waitFor()
          await waitForCalm(page)
          return (await traceTasks(browser, () => dragScrollbar(page))).longestMs
        },
        async () => {
          await bare.bringToFront()
          await bare.goto(`/?rows=${count}`)
          await bare.locator('[data-index="0"]').waitFor()
          return (await traceTasks(browser, () => dragScrollbar(bare))).longestMs
        },
        { runs, warmUp: 1 },
      )
      rows.push({
        id: 'dragging',
        what: `longest task, dragging through 100,000 assets; furthest: ${view === 'grid' ? 'the wall' : 'the table'}`,
        ...times,
        beside: 'an empty virtual list of as many rows',
        goal: { atMost: 1.5 },
      })
    }
    for (const row of rows) library.say(`${row.what}: ${ratioOf(row).toFixed(2)} ×`)
    return [worstOf(rows)].filter((row) => row !== undefined)
  } finally {
    empty.close()
    await browser.close()
  }
}

async function serveEmptyList(): Promise<Server> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'empty-list.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ minify: true, format: 'esm' })
  await bundle.close()
  const script = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
  const server = createServer((request, reply) => {
    const isScript = request.url === '/list.js'
    reply.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    reply.end(
      isScript
        ? script
        : '<!doctype html><title>Empty</title><body><script type="module" src="/list.js"></script>',
    )
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return server
}
