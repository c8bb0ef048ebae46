import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { signIn } from '../open-browser.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]
const address = '/administration?section=system'
const isRead = (url: URL): boolean => url.pathname.endsWith('/rest/administration/system')

/** How the system runs, as it is at the moment; with the mouse and by keyboard. */
export const systemJourney: Journey = {
  name: 'System status',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    await signIn(page, 'admin', application.password)
    const servers = page.getByRole('table', { name: 'Servers' })

    await step('an administrator reads how the system runs, at every width, light and dark', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const size of windows) {
          await page.setViewportSize(size)
          await page.goto(address)
          await servers.getByText('This server').waitFor()
          assert.equal(await servers.getByRole('row').count(), 2)
          await page.getByRole('table', { name: 'Caches' }).getByText('small_blobs').waitFor()
          await checkPage(page, `System status of ${size.width} px, ${colorScheme}`)
        }
      }
      await page.emulateMedia({ colorScheme: 'light' })
    })
    for (const hand of [mouse, keyboard]) {
      await step(`${hand.name}: the section is among those of the system`, async () => {
        await page.goto('/administration?section=storage')
        await hand.press(page, page.getByRole('link', { name: 'System status' }))
        await servers.waitFor()
      })
    }
    await step('it is read again without a reload; while it cannot be, that is said', async () => {
      await page.goto(address)
      await servers.waitFor()
      await page.waitForResponse((answer) => isRead(new URL(answer.url())))
      await page.route(isRead, (route) => route.abort())
      await page.getByText('Not updated: the server does not answer.').waitFor()
      assert.equal(await servers.getByText('This server').count(), 1)
      await page.unroute(isRead)
      await page.getByText('Not updated: the server does not answer.').waitFor({ state: 'detached' })
    })
    await step('who administers nothing has no such page', async () => {
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password, address)
      await other.page.getByRole('heading', { name: 'Administration' }).waitFor()
      assert.equal(await other.page.getByRole('table').count(), 0)
    })
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('ERR_FAILED')),
        [],
      ),
    )
  },
}
