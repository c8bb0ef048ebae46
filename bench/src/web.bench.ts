import { gzipSync } from 'node:zlib'
import { newPerson, openBrowser, signIn } from '../../e2e/src/open-browser.ts'
import { startBenchServer } from './bench-server.ts'
import type { Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'

const assets = 100_000

/** The application in Chromium: script of the first load, and tasks while someone scrolls through 100,000 assets. */
export async function benchWeb(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  const browser = await openBrowser()
  try {
    say(`filling the library to ${assets}`)
    await seedLibrary(server.database, assets)
    const { page } = await newPerson(browser, server.url)
    const scripts = new Map<string, number>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      void response.body().then((body) => scripts.set(response.url(), gzipSync(body).length), () => {})
    })
    await page.goto('/')
    await page.getByRole('textbox').first().waitFor()
    await page.waitForLoadState('networkidle')
    const first = sum(scripts)
    await signIn(page, 'editor', 'bench-password')
    await page.goto('/browse')
    await page.getByText('100,000').first().waitFor()
    await page.waitForLoadState('networkidle')
    const browsing = sum(scripts)
    say('scrolling')
    const longest = await scroll(page)
    return [
      { what: 'script of the first load, gzip', value: first / 1000, limit: 250, unit: 'kB', wanted: 'at most', beside: `with everything up to the browse page ${(browsing / 1000).toFixed(0)} kB` },
      { what: 'longest task while scrolling 100,000 assets', value: longest, limit: 50, unit: 'ms', wanted: 'at most' },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const sum = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((total, size) => total + size, 0)

/** Wheels for ten seconds, with jumps; answers the longest task in milliseconds. 0: none reached the browser's threshold of 50. */
async function scroll(page: Awaited<ReturnType<typeof newPerson>>['page']): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { longTasks: seen })
    new PerformanceObserver((list) => seen.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
  })
  await page.mouse.move(800, 500)
  for (let step = 0; step < 200; step++) {
    await page.mouse.wheel(0, step % 40 === 39 ? 20_000 : 600)
    await page.waitForTimeout(50)
  }
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks)
  return Math.max(0, ...tasks)
}
