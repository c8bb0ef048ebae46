import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'

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
    await signIn(author.page, 'contributor', application.password)
    await signIn(reviewer.page, 'editor', application.password)
    for (const hand of [mouse, keyboard]) await playBy(hand, api, author.page, reviewer.page, step)
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
    await checkPage(author, 'Submitting for review')
    await hand.press(author, dialog.getByRole('button', { name: 'Submit', exact: true }))
    await author.getByText('Waiting for Editor').waitFor()
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
  await step(`${hand.name}: one key rejects with a reason, which the author reads`, async () => {
    await reviewer.locator('body').press('r')
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
