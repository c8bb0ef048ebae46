import assert from 'node:assert/strict'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse } from '../hands.ts'
import { createJob, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { drawNumber } from '../samples.ts'

/** What a person is notified of while they look at something else; mostly by keyboard. */
export const notificationsJourney: Journey = {
  name: 'Notifications',
  async run({ application, newPerson, step }) {
    const { page, errors, context } = await newPerson()
    const api = await openApi(application.url, 'contributor', application.password)
    const bell = page.getByRole('button', { name: /^Notifications: / })
    const list = page.getByRole('dialog', { name: 'Notifications' })
    const importOne = async (name: string): Promise<void> => {
      const job = await createJob(api, name)
      const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#336688' } })
        .png()
        .toBuffer()
      await upload(api, job, [{ name: `${name}.png`, bytes: new Uint8Array(bytes) }])
      await waitForItems(api, job, 1)
    }

    // Other journeys notify this person, too.
    const earlier = await api.call<{ response: { data: { key: string }[] } }>(
      'GET',
      '/rest/usernotif?max=200',
    )
    for (const { key } of earlier.response.data) await api.call('DELETE', `/rest/usernotif/${key}`)

    await step('whoever has no notification reads what there will be', async () => {
      await signIn(page, 'contributor', application.password)
      await pressTabTo(page, bell)
      assert.equal(await bell.getAttribute('aria-label'), 'Notifications: none unread')
      await page.keyboard.press('Enter')
      await list.getByText('Nothing yet.').waitFor()
      await checkPage(page, 'The bell without notifications')
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
    })
    await step(
      'what happens elsewhere is counted at once, in every tab, and announced to screen readers',
      async () => {
        const other = await context.newPage()
        await other.goto('/carts')
        await other.getByRole('button', { name: 'Notifications: none unread' }).waitFor()
        await importOne('Harbour')
        await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor({ timeout: 15_000 })
        await other.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor({ timeout: 15_000 })
        await page
          .getByRole('status')
          .filter({ hasText: '1 new notification' })
          .waitFor({ state: 'attached' })
        await other.close()
      },
    )
    await step(
      'the list is open while more comes, and what is chosen is opened and read, by keyboard',
      async () => {
        await bell.focus()
        await page.keyboard.press('Enter')
        await list.getByRole('link', { name: /Import “Harbour”/ }).waitFor()
        await importOne('Lighthouse')
        await list
          .getByRole('link', { name: /Import “Lighthouse” is done: 1 file/ })
          .waitFor({ timeout: 15_000 })
        await checkPage(page, 'The bell with notifications')
        await pressTabTo(page, list.getByRole('link', { name: /Harbour/ }))
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/import\?job=\d+/)
        await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
      },
    )
    await step('all are marked read, one is deleted, and it stays so', async () => {
      await bell.click()
      await list.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByRole('button', { name: 'Notifications: none unread' }).waitFor()
      await list.getByRole('button', { name: /^Delete “Import “Lighthouse”/ }).click()
      await list.getByRole('link', { name: /Lighthouse/ }).waitFor({ state: 'detached' })
      await page.reload()
      await bell.click()
      await list.getByRole('link', { name: /Harbour/ }).waitFor()
      assert.equal(await list.getByRole('link').count(), 1)
    })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: whoever may approve is notified of a submission, and led to it`, async () => {
        const name = `Submitted, ${hand.name}`
        const asset = await createAsset(
          api,
          name,
          'submitted.jpg',
          await drawNumber(hand === mouse ? 9401 : 9402),
        )
        const editor = await openApi(application.url, 'editor', application.password)
        const { response } = await editor.call<{ response: { data: { id: number } } }>('GET', '/json/whoami')
        await api.call('POST', '/rest/reviews', {
          assets: [asset],
          reviewers: [response.data.id],
          note: 'For Friday',
        })
        const reviewer = await newPerson()
        await signIn(reviewer.page, 'editor', application.password)
        await hand.press(reviewer.page, reviewer.page.getByRole('button', { name: /^Notifications: [1-9]/ }))
        const submission = reviewer.page
          .getByRole('dialog', { name: 'Notifications' })
          .getByRole('link', { name: `Contributor asks for your approval of “${name}”` })
        await submission.waitFor()
        await checkPage(reviewer.page, 'The bell with a submission')
        await hand.press(reviewer.page, submission)
        await reviewer.page.waitForURL(/\/todo\?request=\d+/)
        await reviewer.page.getByRole('button', { name, exact: true }).waitFor()
        await reviewer.context.close()
      })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
