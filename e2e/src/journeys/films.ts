import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { chooseFrame } from '../choose-picture.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { pressTabInto } from '../press-tab-to.ts'
import { trimAsVisitor, trimFilm } from '../trim-film.ts'
import { waitFor } from '../wait-for.ts'
import { makeLongFilm, watchAdaptive } from '../watch-adaptive.ts'

/** Films are watched, trimmed, by visitors too, and given another picture. */
export const filmsJourney: Journey = {
  name: 'Films',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const person = await newPerson()
    await beginSession(person.page, 'editor', application.password)
    // Its sizes are made while the other film is watched.
    const long = await createAsset(api, 'Harbour film', 'harbour.mp4', await makeLongFilm())
    const film = await watchFilm(person.page, api, step)
    await chooseFrame(person.page, api, film, step)
    await watchAdaptive(person.page, api, long, step)
    const visitor = await newPerson()
    await trimAsVisitor(visitor.page, api, film, step)
    await step('no page logged an error', async () =>
      assert.deepEqual([...person.errors, ...visitor.errors], []),
    )
  },
}

/** Frames above the time line, by mouse and by keys. */
async function watchFilm(
  page: Page,
  api: Api,
  step: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const query = JSON.stringify({ and: [{ rootnature: 2 }, { status: 6 }] })
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=1&query=${encodeURIComponent(query)}`,
  )
  const film = response.data[0]?.id
  assert.ok(film, 'the library has a film')
  // Made before anybody points: the job may still be at it.
  await waitFor(
    'the frames of the film',
    async () => (await api.fetch(`/wedia/dam/variation/asset/${film}/frames`)).status === 200,
    120_000,
  )
  const player = page.frameLocator('iframe')
  const line = player.getByRole('slider', { name: /^Position in the film/ })
  const peek = player.locator('.peek')
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a film shows its picture with a sign to play, and plays`, async () => {
      await page.goto(`/browse/${film}`)
      await line.waitFor()
      const sign = player.locator('.play')
      await sign.waitFor()
      await waitFor('the poster', () => player.locator('video').evaluate(hasPoster))
      await checkPage(page, 'A film that nobody has played')
      if (hand === mouse) await sign.click()
      else {
        await pressTabInto(page, player.locator('video'))
        await page.keyboard.press('Space')
      }
      await waitFor('the film', () =>
        player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime > 0),
      )
      await sign.waitFor({ state: 'hidden' })
    })
  await step('with a mouse: pointing at the time line shows the frame of that moment', async () => {
    await page.goto(`/browse/${film}`)
    await line.waitFor()
    await waitFor('a frame', async () => {
      const box = await line.boundingBox()
      if (box === null) return false
      await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 2)
      await page.mouse.move(box.x + box.width * 0.755, box.y + box.height / 2)
      return peek.isVisible()
    })
    assert.equal(await peek.getAttribute('data-frame'), '75')
    await checkPage(page, 'A frame above the time line')
  })
  await step('by keyboard alone: the position is moved, with its frame', async () => {
    await page.mouse.move(5, 5)
    await peek.waitFor({ state: 'hidden' })
    await pressTabInto(page, line)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowRight')
    await peek.waitFor()
    assert.match((await line.getAttribute('aria-valuetext')) ?? '', /^\d+:\d\d \/ \d+:\d\d$/)
    assert.ok(Number(await peek.getAttribute('data-frame')) >= 20)
  })
  await trimFilm(page, step)
  return film
}

/** In the page: the picture of a film that is not played is there. */
async function hasPoster({ poster, paused }: HTMLVideoElement): Promise<boolean> {
  const picture = new Image()
  picture.src = poster
  await picture.decode()
  return paused && picture.naturalWidth > 200
}
