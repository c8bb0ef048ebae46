import { gzipSync } from 'node:zlib'
import { newPerson, openBrowser, signIn } from '../../e2e/src/open-browser.ts'
import { waitForCalm } from '../../e2e/src/wait-for-calm.ts'
import { startBenchServer } from './bench-server.ts'
import { dragScrollbar } from './drag-scrollbar.ts'
import { median, type Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'
import { givePictures } from './web-pictures.ts'
import { benchFirstPicture } from './web-first-picture.ts'
import { traceTasks, type PageTasks } from './web-trace.ts'

const assets = 100_000

/**
 * The application in Chromium: script of the first load, the first picture after sign-in, and tasks while
 * someone scrolls through 100,000 assets.
 */
export async function benchWeb(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  const browser = await openBrowser()
  try {
    say(`filling the library to ${assets}`)
    await seedLibrary(server.database, assets)
    await givePictures(server)
    const { page } = await newPerson(browser, server.url)
    const scripts = new Map<string, number>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      void response.body().then(
        (body) => scripts.set(response.url(), gzipSync(body).length),
        () => {},
      )
    })
    await page.goto('/')
    await page.getByRole('textbox').first().waitFor()
    await waitForCalm(page)
    const first = sum(scripts)
    await signIn(page, 'editor', 'bench-password')
    await page.goto('/browse')
    await page
      .getByText(/^100,\d{3} assets/)
      .first()
      .waitFor()
    await waitForCalm(page)
    const browsing = sum(scripts)
    const firstPicture = await benchFirstPicture(browser, server.url)
    say('scrolling')
    const scrolling = await benchScrolling(browser, page)
    return [
      {
        what: 'script of the first load, gzip',
        value: first / 1000,
        limit: 250,
        unit: 'kB',
        wanted: 'at most',
        beside: `with everything up to the browse page ${(browsing / 1000).toFixed(0)} kB`,
      },
      firstPicture,
      ...scrolling,
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const sum = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((total, size) => total + size, 0)

type Browser = Awaited<ReturnType<typeof openBrowser>>
type Page = Awaited<ReturnType<typeof newPerson>>['page']

/** How people move through a long list; each is measured by itself. */
const ways: readonly { readonly name: string; readonly move: (page: Page) => Promise<void> }[] = [
  { name: 'flings and jumps', move: (page) => wheel(page, (step) => (step % 20 === 19 ? 20_000 : 600)) },
  { name: 'reading', move: (page) => wheel(page, () => 150) },
  { name: 'dragging the scrollbar', move: dragScrollbar },
  { name: 'the keyboard', move: pressKeys },
]
const rounds = 3

/** The longest task of every way, in the wall and in the table: the median of several rounds. */
async function benchScrolling(browser: Browser, page: Page): Promise<Figure[]> {
  const found: (PageTasks & { readonly name: string })[] = []
  for (const view of ['wall', 'table']) {
    for (const { name, move } of ways) {
      const tasks: PageTasks[] = []
      for (let round = 0; round < rounds; round++) {
        await openList(page, view)
        tasks.push(await traceTasks(browser, () => move(page)))
      }
      found.push({
        name: `${view}, ${name}`,
        longestMs: median(tasks.map(({ longestMs }) => longestMs)),
        longestCpuMs: median(tasks.map(({ longestCpuMs }) => longestCpuMs)),
        count: median(tasks.map(({ count }) => count)),
      })
    }
  }
  const summary = found
    .map(
      ({ name, longestMs, longestCpuMs }) => `${name} ${longestMs.toFixed(0)} (${longestCpuMs.toFixed(0)})`,
    )
    .join('; ')
  return [
    {
      what: `longest task while scrolling ${assets.toLocaleString('en')} assets`,
      value: Math.max(...found.map(({ longestMs }) => longestMs)),
      limit: 50,
      unit: 'ms',
      wanted: 'at most',
      beside: `medians of ${rounds}, and of processor time: ${summary}`,
    },
  ]
}

async function openList(page: Page, view: string): Promise<void> {
  await page.goto(view === 'table' ? '/browse?view=list' : '/browse')
  await page.locator('[data-index="0"]').waitFor()
  await waitForCalm(page)
  await page.mouse.move(800, 500)
}

async function wheel(page: Page, pxAt: (step: number) => number): Promise<void> {
  for (let step = 0; step < 100; step++) {
    await page.mouse.wheel(0, pxAt(step))
    await page.waitForTimeout(50)
  }
}

async function pressKeys(page: Page): Promise<void> {
  await page.locator('[data-index="0"] a').focus()
  for (let step = 0; step < 50; step++) {
    await page.keyboard.press(step % 10 === 9 ? 'End' : 'PageDown')
    await page.waitForTimeout(80)
  }
}
