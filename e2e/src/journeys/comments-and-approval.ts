import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** Two people at what one submits: they comment on it, and one decides; by mouse and by keyboard. */
export const commentsAndApprovalJourney: Journey = {
  name: 'Comments and approval',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'contributor', application.password)
    const [author, reviewer] = [await newPerson(), await newPerson()]
    await beginSession(author.page, 'contributor', application.password)
    await signIn(reviewer.page, 'editor', application.password)
    for (const hand of [mouse, keyboard]) await playBy(hand, api, author.page, reviewer.page, step)
    await step(
      'on a page that is slow, Tab leads on from the parts of a day, and nothing takes it back',
      () => tabPastDay(author.page, api),
    )
    const film = await publishedFilm(api)
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a moment of a film is commented on, and leads back to it`, () =>
        commentOnMoment(hand, reviewer.page, api, film),
      )
    await step('many are decided at once from the wall of their request, at every width', async () => {
      const ids = await createDrafts(api, 'Wall', 5)
      await api.call('POST', '/rest/reviews', { assets: ids, note: 'For the autumn campaign' })
      const { page } = reviewer
      await page.goto('/todo')
      const request = page.locator('section').filter({ hasText: 'For the autumn campaign' })
      for (const window of windows) {
        await page.setViewportSize(window)
        await checkPage(page, `To review at ${window.width} px`)
      }
      await request.getByRole('checkbox', { name: 'Select Wall 1' }).check()
      await request.getByRole('checkbox', { name: 'Select Wall 3' }).click({ modifiers: ['Shift'] })
      assert.ok(await request.getByRole('checkbox', { name: 'Select Wall 2' }).isChecked())
      await request.getByRole('button', { name: 'Reject 3 selected' }).click()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Three of them are blurred')
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await request.getByRole('button', { name: 'Approve all (2)' }).waitFor()
      await request.getByRole('button', { name: 'Approve with a note' }).click()
      await page.getByRole('textbox', { name: 'Note to the author' }).fill('Fit for the cover')
      await checkPage(page, 'Approving with a note')
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await request.waitFor({ state: 'detached' })
      await author.page.goto('/todo?tab=mine')
      await author.page.getByText('Three of them are blurred').first().waitFor()
      await author.page.getByText('Fit for the cover').first().waitFor()
      for (const window of windows) {
        await author.page.setViewportSize(window)
        await checkPage(author.page, `Own submissions at ${window.width} px`)
      }
    })
    await step('in French, on a phone', async () => {
      const french = await newPerson({ locale: 'fr-FR', viewport: windows[0] })
      await signIn(french.page, 'editor', application.password, '/todo?tab=threads')
      await checkPage(french.page, 'Threads in French')
    })
    assert.deepEqual([...author.errors, ...reviewer.errors], [])
  },
}

type Step = (name: string, work: () => Promise<void>) => Promise<void>

async function playBy(hand: Hand, api: Api, author: Page, reviewer: Page, step: Step): Promise<void> {
  const name = `Poster ${hand.name}`
  const [id = 0] = await createDrafts(api, name, 1)
  await step(`${hand.name}: an asset is submitted to a named person, with a note`, async () => {
    await author.goto(`/browse/${id}`)
    await hand.press(author, author.getByRole('button', { name: 'Submit', exact: true }))
    const dialog = author.getByRole('dialog', { name: /^Submit/ })
    await hand.type(author, dialog.getByRole('combobox', { name: 'Reviewers', exact: true }), 'Editor')
    await author.getByRole('option', { name: 'Editor' }).waitFor()
    await author.keyboard.press('ArrowDown')
    await author.keyboard.press('Enter')
    await hand.type(author, dialog.getByRole('textbox', { name: 'Note to the reviewers' }), 'For Friday')
    await dialog.getByLabel('Deadline').fill(`${new Date().getFullYear() + 1}-06-12`)
    await checkPage(author, 'Submitting for review')
    await hand.press(author, dialog.getByRole('button', { name: 'Submit', exact: true }))
    await author.getByText('Waiting for Editor').waitFor()
    await author.getByText(/^Due .*12/).waitFor()
  })
  await step(`${hand.name}: who is asked finds it under “To do”, and opens it`, async () => {
    await reviewer.goto('/todo')
    await hand.press(reviewer, reviewer.getByRole('button', { name: `${name} 1`, exact: true }))
    await reviewer.getByRole('button', { name: 'Approve A', exact: true }).waitFor()
  })
  await step(`${hand.name}: a comment on a place of the picture is there for both at once`, async () => {
    await reviewer.getByRole('button', { name: 'Point on the picture' }).waitFor()
    await reviewer.keyboard.press('k')
    const layer = reviewer.getByRole('button', { name: /^Place of the comment/ })
    await layer.waitFor()
    if (hand === mouse) await layer.click({ position: { x: 60, y: 80 } })
    else {
      for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await reviewer.keyboard.press(key)
    }
    const field = reviewer.getByRole('combobox', { name: /^Write a comment/ })
    await hand.type(reviewer, field, 'The logo is too small @Contr')
    await reviewer.getByRole('option', { name: 'Contributor' }).waitFor()
    await reviewer.keyboard.press('Enter')
    await reviewer.keyboard.press('Control+Enter')
    for (const page of [reviewer, author]) {
      await page.getByText('The logo is too small').waitFor()
      await page.getByRole('button', { name: /^Comment 1 by/ }).waitFor()
    }
    for (const window of windows) {
      await reviewer.setViewportSize(window)
      await checkPage(reviewer, `A comment on a picture at ${window.width} px`)
    }
  })
  await step(`${hand.name}: a reply and a resolved thread are seen by the other`, async () => {
    await hand.press(author, author.getByRole('button', { name: 'Reply', exact: true }))
    await hand.type(author, author.getByRole('combobox', { name: 'Write a reply' }), 'It is larger now')
    await author.keyboard.press('Control+Enter')
    await reviewer.getByText('It is larger now').waitFor()
    await hand.press(reviewer, reviewer.getByRole('button', { name: 'Resolve' }))
    await author.getByText('The logo is too small').waitFor({ state: 'detached' })
  })
  await step(`${hand.name}: a region is commented on, and seen by the other`, async () => {
    await hand.press(reviewer, reviewer.getByRole('button', { name: 'Point on the picture' }))
    const layer = reviewer.getByRole('button', { name: /^Place of the comment/ })
    await layer.waitFor()
    if (hand === mouse) await drawRegion(reviewer, layer)
    else {
      const right = Array.from({ length: 4 }, () => 'ArrowRight')
      for (const key of [' ', ...right, 'ArrowDown', 'ArrowDown']) await reviewer.keyboard.press(key)
      await checkPage(reviewer, 'A region that is drawn by keys')
      await reviewer.keyboard.press('Enter')
    }
    await layer.waitFor({ state: 'detached' })
    const field = reviewer.getByRole('combobox', { name: /^Write a comment/ })
    await hand.type(reviewer, field, 'Brighter here')
    await reviewer.keyboard.press('Control+Enter')
    await author.getByText('Brighter here').waitFor()
    const { comments } = await api.call<Written>('GET', `/wedia/dam/comments/asset/${id}`)
    const place = comments.find(({ text }) => text === 'Brighter here')?.place
    assert.ok(place && place.width > 0.05 && place.height > 0.03, JSON.stringify(place))
  })
  await step(`${hand.name}: one key rejects with a reason, which the author reads`, async () => {
    // What is typed into the field is a comment.
    await reviewer.keyboard.press('Tab')
    await reviewer.keyboard.press('r')
    const dialog = reviewer.getByRole('dialog', { name: /^Reject/ })
    await dialog.getByRole('textbox', { name: 'Reason' }).waitFor()
    await checkPage(reviewer, 'Rejecting with a reason')
    await reviewer.keyboard.type('The logo is too small')
    await reviewer.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await author.getByText('Rejected', { exact: true }).first().waitFor()
    await author.reload()
    await author.getByText('The logo is too small').first().waitFor()
    await checkPage(author, 'A rejected asset')
  })
}

async function tabPastDay(page: Page, api: Api): Promise<void> {
  const [id = 0] = await createDrafts(api, 'Slowly', 1)
  await page.goto(`/browse/${id}`)
  await keyboard.press(page, page.getByRole('button', { name: 'Submit', exact: true }))
  const dialog = page.getByRole('dialog', { name: /^Submit/ })
  await hasFocus(dialog.getByRole('combobox', { name: 'Reviewers', exact: true }))
  await page.evaluate(slowDown)
  await dialog.getByLabel('Deadline').focus()
  const submit = dialog.getByRole('button', { name: 'Submit', exact: true })
  await pressTabTo(page, submit)
  // After all that the page wanted to do later.
  await page.evaluate(() => new Promise((done) => void setTimeout(done)))
  await hasFocus(submit)
  await page.keyboard.press('Enter')
  await page.getByText('Waiting for anyone').waitFor()
}

/** In the page: what is to be done at once is done half a second later, as where there is much else to do. */
function slowDown(): void {
  const { setTimeout } = window
  window.setTimeout = ((work: () => void, delayMs = 0, ...given: []) =>
    setTimeout(work, Math.max(delayMs, 500), ...given)) as typeof window.setTimeout
}

async function publishedFilm(api: Api): Promise<number> {
  const query = encodeURIComponent('{"and":[{"rootnature":2},{"status":6}]}')
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=1&query=${query}`,
  )
  assert.ok(response.data[0], 'the library has a film')
  return response.data[0].id
}

async function commentOnMoment(hand: Hand, page: Page, api: Api, film: number): Promise<void> {
  const text = `Cut here, ${hand.name}`
  const line = page.frameLocator('iframe').getByRole('slider', { name: /^Position in the film/ })
  await page.goto(`/browse/${film}`)
  await line.waitFor()
  await line.focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('PageUp')
  const isThere = (video: HTMLVideoElement): boolean => !video.seeking && video.currentTime > 1
  await waitFor('the moment', () => page.frameLocator('iframe').locator('video').evaluate(isThere))
  await hand.press(page, page.getByRole('button', { name: 'At the current time' }))
  await checkPage(page, 'A comment on a moment of a film')
  await hand.type(page, page.getByRole('combobox', { name: /^Write a comment/ }), text)
  await page.keyboard.press('Control+Enter')
  const thread = page.getByRole('listitem').filter({ hasText: text })
  await thread.waitFor()
  // It is shown before it is written.
  const { place } = await waitFor('the comment', async () => {
    const { comments } = await api.call<Written>('GET', `/wedia/dam/comments/asset/${film}`)
    return comments.find((one) => one.text === text)
  })
  const timeMs = place?.timeMs ?? 0
  assert.ok(timeMs > 500, `the moment is ${timeMs} ms`)
  await line.focus()
  await page.keyboard.press('Home')
  await waitFor('the beginning', async () => (await line.getAttribute('aria-valuetext'))?.startsWith('0:00'))
  await hand.press(page, thread.getByRole('button', { name: /^0:\d\d/ }))
  await waitFor(
    'the moment again',
    async () => !(await line.getAttribute('aria-valuetext'))?.startsWith('0:00'),
  )
}

interface Written {
  readonly comments: readonly {
    readonly text: string
    readonly place: { readonly width: number; readonly height: number; readonly timeMs?: number } | null
  }[]
}

async function drawRegion(page: Page, layer: Locator): Promise<void> {
  const box = await layer.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 })
  await page.mouse.up()
}

async function createDrafts(api: Api, name: string, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const colour = { r: 40 * number, g: 90, b: 140 }
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('json', JSON.stringify({ name: `${name} ${number}`, binary: 'cid:binary' }))
    form.append('binary', new File([new Uint8Array(bytes)], `${name}-${number}.jpg`))
    const answer = await api.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
    ids.push(((await answer.json()) as { response: { data: { id: number } } }).response.data.id)
  }
  return ids
}
