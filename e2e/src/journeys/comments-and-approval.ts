import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { dayText, pickDay, typeTime } from '../pick-day.ts'
import { pressTabInto, pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

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
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a date is picked in the calendar, its time typed, and never by half`, () =>
        changeDate(hand, author.page, api),
      )
    const film = await publishedFilm(api)
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a moment of a film is commented on, and leads back to it`, () =>
        commentOnMoment(hand, reviewer.page, api, film),
      )
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: many are decided at once from the wall of their request, at every width`,
        () => decideMany(hand, api, author.page, reviewer.page),
      )
    await step('who may not read comments sees none, and is given none', async () => {
      await author.page.goto(`/browse/${film}`)
      await author.page.getByText('Cut here, with a mouse').waitFor()
      const viewer = await newPerson()
      await signIn(viewer.page, 'viewer', application.password, `/browse/${film}`)
      await viewer.page.getByRole('dialog').getByRole('heading', { level: 1 }).waitFor()
      await waitForCalm(viewer.page)
      assert.equal(await viewer.page.getByRole('heading', { name: /^Comments/ }).count(), 0)
      assert.equal(await viewer.page.getByText('Cut here').count(), 0)
      const viewerApi = await openApi(application.url, 'viewer', application.password)
      assert.equal((await viewerApi.fetch(`/wedia/dam/comments/asset/${film}`)).status, 403)
      assert.deepEqual(viewer.errors, [])
      await viewer.context.close()
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
  await step(
    `${hand.name}: an asset is submitted to a named person, with a note and a deadline`,
    async () => {
      await author.goto(`/browse/${id}`)
      await hand.press(author, author.getByRole('button', { name: 'Submit', exact: true }))
      const dialog = author.getByRole('dialog', { name: /^Submit/ })
      await hand.type(author, dialog.getByRole('combobox', { name: 'Reviewers', exact: true }), 'Editor')
      const option = author.getByRole('option', { name: 'Editor' })
      await option.waitFor()
      if (hand === mouse) await option.click()
      else for (const key of ['ArrowDown', 'Enter']) await author.keyboard.press(key)
      await hand.type(author, dialog.getByRole('textbox', { name: 'Note to the reviewers' }), 'For Friday')
      const day = await pickDay(author, hand, dialog.getByRole('button', { name: 'Deadline' }))
      await checkPage(author, 'Submitting for review')
      await hand.press(author, dialog.getByRole('button', { name: 'Submit', exact: true }))
      await author.getByText('Waiting for Editor').waitFor()
      await author.getByText(`Due ${dayText(day)}`).waitFor()
    },
  )
  await step(`${hand.name}: who is asked finds it under “To do”, counted there, and opens it`, async () => {
    await reviewer.goto('/todo')
    const tile = reviewer.getByRole('button', { name: `${name} 1`, exact: true })
    await tile.waitFor()
    await countsAs(reviewer, 'To review', () => reviewer.getByRole('checkbox', { name: /^Select / }).count())
    await hand.press(reviewer, tile)
    await reviewer.getByRole('button', { name: 'Approve A', exact: true }).waitFor()
  })
  await step(
    `${hand.name}: an asset is commented on as a whole, and whoever is mentioned is notified`,
    async () => {
      await writeComment(hand, reviewer, 'Nearly there')
      await author.getByText('Nearly there').waitFor()
      await author.goto('/todo?tab=threads')
      const row = author.getByRole('listitem').filter({ hasText: 'Nearly there' }).filter({ hasText: name })
      await row.getByText('You are mentioned').waitFor()
      await hand.press(author, row.getByRole('link', { name: `${name} 1` }))
      await author.getByRole('dialog').getByText('Nearly there').waitFor()
    },
  )
  await step(`${hand.name}: a comment on a place of the picture is there for both at once`, async () => {
    const point = reviewer.getByRole('button', { name: 'Point on the picture' })
    if (hand === mouse) await point.click()
    else {
      // What is typed into the field is a comment.
      await reviewer.keyboard.press('Tab')
      await reviewer.keyboard.press('k')
    }
    const layer = reviewer.getByRole('button', { name: /^Place of the comment/ })
    await layer.waitFor()
    if (hand === mouse) await layer.click({ position: { x: 60, y: 80 } })
    else {
      for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await reviewer.keyboard.press(key)
    }
    await writeComment(hand, reviewer, 'The logo is too small')
    for (const page of [reviewer, author]) {
      await page.getByText('The logo is too small').waitFor()
      await page.getByRole('button', { name: /^Comment 1 by/ }).waitFor()
    }
    for (const window of windows) {
      await reviewer.setViewportSize(window)
      await checkPage(reviewer, `A comment on a picture at ${window.width} px`)
    }
  })
  const threadOf = (page: Page): Locator =>
    page.getByRole('listitem').filter({ hasText: 'The logo is too small' })
  await step(`${hand.name}: a reply and a resolved thread are seen by the other`, async () => {
    await hand.press(author, threadOf(author).getByRole('button', { name: 'Reply', exact: true }))
    await hand.type(author, author.getByRole('combobox', { name: 'Write a reply' }), 'It is larger now')
    if (hand === mouse) await threadOf(author).getByRole('button', { name: 'Reply', exact: true }).click()
    else await author.keyboard.press('Control+Enter')
    await reviewer.getByText('It is larger now').waitFor()
    await hand.press(reviewer, threadOf(reviewer).getByRole('button', { name: 'Resolve' }))
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
    await sendComment(hand, reviewer)
    await author.getByText('Brighter here').waitFor()
    const { comments } = await api.call<Written>('GET', `/wedia/dam/comments/asset/${id}`)
    const place = comments.find(({ text }) => text === 'Brighter here')?.place
    assert.ok(place && place.width > 0.05 && place.height > 0.03, JSON.stringify(place))
  })
  await step(`${hand.name}: a rejection has a reason, which the author reads and finds counted`, async () => {
    if (hand === mouse) await reviewer.getByRole('button', { name: 'Reject R', exact: true }).click()
    else {
      // What is typed into the field is a comment.
      await reviewer.keyboard.press('Tab')
      await reviewer.keyboard.press('r')
    }
    const dialog = reviewer.getByRole('dialog', { name: /^Reject/ })
    await hasFocus(dialog.getByRole('textbox', { name: 'Reason' }))
    await checkPage(reviewer, 'Rejecting with a reason')
    await reviewer.keyboard.type('The logo is too small')
    if (hand === mouse) await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    else await reviewer.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await author.getByText('Rejected', { exact: true }).first().waitFor()
    await author.reload()
    await author.getByText('The logo is too small').first().waitFor()
    await checkPage(author, 'A rejected asset')
    await author.goto('/todo?tab=mine')
    const rejected = author.getByRole('listitem').getByText('Rejected', { exact: true })
    await rejected.first().waitFor()
    await countsAs(author, 'Submitted by me', () => rejected.count())
  })
  await step(`${hand.name}: a new version is submitted again by itself, compared, and approved`, () =>
    decideAgain(hand, author, reviewer, { id, name: `${name} 1` }),
  )
}

/** A comment that names the contributor, chosen from the list. */
async function writeComment(hand: Hand, page: Page, text: string): Promise<void> {
  await hand.type(page, page.getByRole('combobox', { name: /^Write a comment/ }), `${text} @Contr`)
  const option = page.getByRole('option', { name: 'Contributor' })
  await option.waitFor()
  if (hand === mouse) await option.click()
  else await page.keyboard.press('Enter')
  await sendComment(hand, page)
}

async function sendComment(hand: Hand, page: Page): Promise<void> {
  if (hand === mouse) await page.getByRole('button', { name: 'Comment', exact: true }).click()
  else await page.keyboard.press('Control+Enter')
}

/** What a tab of “To do” lists is its number; the entry of the navigation has those of all together. */
async function countsAs(page: Page, tab: string, listed: () => Promise<number>): Promise<void> {
  const numbers = async (): Promise<ReadonlyMap<string, number>> =>
    new Map(
      (await page.getByRole('tab').allInnerTexts()).map((text) => [
        text.replace(/\s*\d+$/, ''),
        Number(/\d+$/.exec(text)?.[0] ?? 0),
      ]),
    )
  await waitFor(`the number of “${tab}”`, async () => (await numbers()).get(tab) === (await listed()))
  await waitFor('the number of all', async () => {
    const sum = [...(await numbers()).values()].reduce((all, one) => all + one, 0)
    return (await page.locator('#todo-count-rail').textContent()) === `${sum} to do`
  })
}

/** The author replaces what was rejected; the reviewer compares both files and approves. */
async function decideAgain(
  hand: Hand,
  author: Page,
  reviewer: Page,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  await author.goto(`/browse/${id}`)
  await hand.press(author, author.getByRole('button', { name: 'Replace file' }).first())
  const dialog = author.getByRole('dialog', { name: `Replace the file of “${name}”` })
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'orange' } })
    .jpeg()
    .toBuffer()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'larger.jpg', mimeType: 'image/jpeg', buffer })
  await hand.type(author, dialog.getByRole('textbox', { name: 'Note' }), 'A larger logo')
  await hand.press(author, dialog.getByRole('button', { name: 'Replace file' }))
  await author.getByText('File replaced. A new decision is needed.').waitFor()
  await reviewer.goto('/todo')
  await reviewer.getByRole('listitem').filter({ hasText: name }).getByText('New version').waitFor()
  await checkPage(reviewer, 'A new version to review')
  await hand.press(reviewer, reviewer.getByRole('button', { name, exact: true }))
  const view = reviewer.getByRole('dialog', { name, exact: true })
  await view.getByText('A larger logo').waitFor()
  await checkPage(reviewer, 'A new version of what was rejected')
  await hand.press(reviewer, view.getByRole('button', { name: 'Versions (2)' }))
  const list = reviewer.getByRole('dialog', { name: `Versions of “${name}”` })
  await hand.press(reviewer, list.getByRole('button', { name: 'Compare version 1 with the current file' }))
  await reviewer.getByRole('dialog', { name: 'Compare versions' }).getByRole('img').first().waitFor()
  for (const closed of ['Compare versions', `Versions of “${name}”`]) {
    await reviewer.keyboard.press('Escape')
    await reviewer.getByRole('dialog', { name: closed }).waitFor({ state: 'detached' })
  }
  if (hand === mouse) await reviewer.getByRole('button', { name: 'Approve A', exact: true }).click()
  else await reviewer.keyboard.press('a')
  await author.getByText('Approved', { exact: true }).first().waitFor()
}

/** The day is picked in the calendar, the time typed beside it; a part of one is not saved. */
async function changeDate(hand: Hand, page: Page, api: Api): Promise<void> {
  const [draft] = await createDrafts(api, `Dated ${hand.name}`, 1)
  await page.goto(`/browse/${draft}`)
  await hand.press(page, page.getByRole('button', { name: /Edit Taken on$/ }))
  const field = page.getByRole('group', { name: 'Taken on' })
  const hours = field.getByLabel('Hours')
  const day = await pickDay(page, hand, field.getByRole('button', { name: /^Taken on/ }))
  await typeTime(page, hand, hours, '15')
  await page.keyboard.press('Delete')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await hand.press(page, save)
  await page.getByText('Enter a time as well.').waitFor()
  if (hand === mouse) await checkPage(page, 'A date of an asset')
  await typeTime(page, hand, hours, '1508')
  await hand.press(page, save)
  await page.getByText(`${dayText(day)}, 15:08`).waitFor()
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
  if (hand === mouse) await clickAt(line, 0.3)
  else {
    await pressTabInto(page, line)
    for (let times = 0; times < 3; times++) await page.keyboard.press('PageUp')
  }
  const isThere = (video: HTMLVideoElement): boolean => !video.seeking && video.currentTime > 1
  await waitFor('the moment', () => page.frameLocator('iframe').locator('video').evaluate(isThere))
  await hand.press(page, page.getByRole('button', { name: 'At the current time' }))
  await checkPage(page, 'A comment on a moment of a film')
  await hand.type(page, page.getByRole('combobox', { name: /^Write a comment/ }), text)
  await sendComment(hand, page)
  const thread = page.getByRole('listitem').filter({ hasText: text })
  await thread.waitFor()
  // It is shown before it is written.
  const { place } = await waitFor('the comment', async () => {
    const { comments } = await api.call<Written>('GET', `/wedia/dam/comments/asset/${film}`)
    return comments.find((one) => one.text === text)
  })
  const timeMs = place?.timeMs ?? 0
  assert.ok(timeMs > 500, `the moment is ${timeMs} ms`)
  if (hand === mouse) await clickAt(line, 0)
  else {
    await pressTabInto(page, line, 'Shift+Tab')
    await page.keyboard.press('Home')
  }
  await waitFor('the beginning', async () => (await line.getAttribute('aria-valuetext'))?.startsWith('0:00'))
  await hand.press(page, thread.getByRole('button', { name: /^0:\d\d/ }))
  await waitFor(
    'the moment again',
    async () => !(await line.getAttribute('aria-valuetext'))?.startsWith('0:00'),
  )
}

/** At a share of its width. */
async function clickAt(line: Locator, share: number): Promise<void> {
  const box = await line.boundingBox()
  assert.ok(box)
  await line.click({ position: { x: 2 + share * (box.width - 4), y: box.height / 2 } })
}

async function decideMany(hand: Hand, api: Api, author: Page, reviewer: Page): Promise<void> {
  const title = `Wall ${hand.name}`
  const note = `For the autumn campaign ${hand.name}`
  await api.call('POST', '/rest/reviews', { assets: await createDrafts(api, title, 5), note })
  await reviewer.goto('/todo')
  const request = reviewer.locator('section').filter({ hasText: note })
  const boxOf = (number: number): Locator =>
    request.getByRole('checkbox', { name: `Select ${title} ${number}` })
  for (const window of windows) {
    await reviewer.setViewportSize(window)
    await checkPage(reviewer, `To review at ${window.width} px`)
  }
  await hand.turn(reviewer, boxOf(1))
  if (hand === mouse) await boxOf(3).click({ modifiers: ['Shift'] })
  else {
    await pressTabTo(reviewer, boxOf(3))
    await reviewer.keyboard.press('Shift+Space')
  }
  await waitFor('the one between', () => boxOf(2).isChecked())
  await hand.press(reviewer, request.getByRole('button', { name: 'Reject 3 selected' }))
  const reason = `Three of them are blurred ${hand.name}`
  await hand.type(reviewer, reviewer.getByRole('textbox', { name: 'Reason' }), reason)
  await hand.press(
    reviewer,
    reviewer.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }),
  )
  await request.getByRole('button', { name: 'Approve all (2)' }).waitFor()
  await hand.press(reviewer, request.getByRole('button', { name: 'Approve with a note' }))
  const remark = `Fit for the cover ${hand.name}`
  await hand.type(reviewer, reviewer.getByRole('textbox', { name: 'Note to the author' }), remark)
  await checkPage(reviewer, 'Approving with a note')
  await hand.press(
    reviewer,
    reviewer.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }),
  )
  await request.waitFor({ state: 'detached' })
  await author.goto('/todo?tab=mine')
  await author.getByText(reason).first().waitFor()
  await author.getByText(remark).first().waitFor()
  for (const window of windows) {
    await author.setViewportSize(window)
    await checkPage(author, `Own submissions at ${window.width} px`)
  }
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
