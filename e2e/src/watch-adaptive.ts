import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { checkPage } from './check-page.ts'
import type { Stage } from './journey.ts'
import type { Api } from './open-api.ts'
import { pressTabInto } from './press-tab-to.ts'
import { waitFor } from './wait-for.ts'

const run = promisify(execFile)

/** A film that is long and large enough to be there in two sizes. */
export async function makeLongFilm(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-journey-film-'))
  try {
    const path = join(folder, 'film.mp4')
    const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=960x540:r=12:d=24', '-f', 'lavfi', '-i', 'sine=220:d=24']
    const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    await run('ffmpeg', ['-v', 'error', ...inputs, ...encoding, '-y', path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A film follows the line, keeps to the size that somebody chose, and plays as one file where that fails. */
export async function watchAdaptive(page: Page, api: Api, film: number, step: Stage['step']): Promise<void> {
  await waitFor(
    'the sizes of the film',
    async () => (await api.fetch(`/wedia/dam/variation/asset/${film}/film.m3u8`)).status === 200,
    120_000,
  )
  const player = page.frameLocator('iframe')
  const video = player.locator('video')
  const quality = player.getByRole('combobox', { name: 'Quality' })
  const state = (): Promise<{ source: string; seconds: number; isPaused: boolean }> =>
    video.evaluate((one: HTMLVideoElement) => ({
      source: one.currentSrc,
      seconds: one.currentTime,
      isPaused: one.paused,
    }))
  const asked = new Set<string>()
  const note = (request: { url(): string }): void => {
    // The page before may still be loading another film.
    const [, id, name] = /\/(\d+)\/(film[-.\w]+|proxy)(?:\?|$)/.exec(request.url()) ?? []
    if (name !== undefined && Number(id) === film) asked.add(name)
  }
  await step('a long film plays in sizes, and never as the one file', async () => {
    page.on('request', note)
    await page.goto(`/browse/${film}`)
    await quality.waitFor()
    await player.locator('.play').click()
    await waitFor('the film', async () => (await state()).seconds > 1)
    assert.match((await state()).source, /^blob:/)
    assert.ok(asked.has('film.m3u8') && !asked.has('proxy'), `asked for ${[...asked].join(', ')}`)
    await waitFor('its size', async () => /^Auto \(\d+p\)/.test(await quality.innerText()))
  })
  await step('by keyboard alone: a quality is chosen, and the film plays on in it', async () => {
    await pressTabInto(page, player.getByRole('slider', { name: /^Position in the film/ }))
    await page.keyboard.press('Tab')
    assert.ok(await quality.evaluate((one) => one === document.activeElement), 'it follows the time line')
    for (const lines of ['540', '360']) {
      await page.keyboard.press('ArrowDown')
      await waitFor(
        `a film of ${lines} lines`,
        async () => (await player.locator('main').getAttribute('data-lines')) === lines,
      )
      assert.equal(await quality.inputValue(), lines)
    }
    const before = (await state()).seconds
    await waitFor('the film to go on', async () => (await state()).seconds > before + 0.5)
    assert.ok(asked.has('film-540.mp4') && asked.has('film-360.mp4'))
    await checkPage(page, 'The quality of a video')
  })
  await step('with a mouse: another quality is chosen', async () => {
    await quality.selectOption('540')
    await waitFor(
      'a film of 540 lines',
      async () => (await player.locator('main').getAttribute('data-lines')) === '540',
    )
  })
  await step('full screen shows what stands below the film, and is left by the same key', async () => {
    const full = player.getByRole('button', { name: /^Full screen/ })
    const isFull = (): Promise<string | null> => full.getAttribute('aria-pressed')
    await full.click()
    await waitFor('full screen', async () => (await isFull()) === 'true')
    assert.ok(await quality.isVisible(), 'the quality is there')
    await page.keyboard.press('f')
    await waitFor('the page', async () => (await isFull()) === 'false')
  })
  await step('where its sizes cannot be read the film plays as one file, from the same moment', async () => {
    await page.route(/film-\d+\.mp4/, (route) => route.fulfill({ status: 404 }))
    // What is loaded already is played on: another size is not.
    await video.evaluate((one: HTMLVideoElement) => {
      one.currentTime = 12
    })
    await quality.selectOption('540')
    await waitFor('the one file', async () => (await state()).source.endsWith('/proxy'), 60_000)
    await waitFor('the moment', async () => (await state()).seconds > 12)
    assert.equal(await quality.count(), 0)
    await page.unroute(/film-\d+\.mp4/)
    page.off('request', note)
  })
}
