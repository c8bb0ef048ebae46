import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { hasFocus } from '../has-focus.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { staysOnRow } from '../stays-on-row.ts'

/** What goes wrong in a browser is found by the administrator; by keyboard. */
export const logsJourney: Journey = {
  name: 'Logs',
  async run({ application, newPerson, step }) {
    const editor = await newPerson()
    const { page, errors } = await newPerson()
    const api = await openApi(application.url, 'admin', application.password)
    const messages = page.getByRole('table').getByRole('button')

    await step('an error in a page reaches the server by itself, from whoever was there', async () => {
      await signIn(editor.page, 'editor', application.password)
      const sent = editor.page.waitForRequest((request) => request.url().includes('/packaged/portal/log'), {
        timeout: 25_000,
      })
      await editor.page.evaluate(() => {
        setTimeout(() => {
          throw new Error('The journey broke something')
        })
      })
      assert.equal((await (await sent).response())?.status(), 200)
    })
    await step('a measurement that the browser puts off is no error, and not logged', async () => {
      const { page: calm, errors: logged } = await newPerson()
      await calm.goto('/sign-in')
      await calm.evaluate(
        () =>
          new Promise((resolve) => {
            window.addEventListener('error', resolve, { once: true })
            const grown = document.body.appendChild(document.createElement('div'))
            new ResizeObserver(() => {
              grown.style.width = `${grown.offsetWidth - 1}px`
            }).observe(grown)
          }),
      )
      assert.deepEqual(logged, [])
    })
    await step('the administrator finds it by words, level and time', async () => {
      await api.call('POST', '/packaged/portal/log', {
        TYPE: 'LOGS',
        MESSAGE: JSON.stringify([
          { level: 20, message: 'A warning of the journey' },
          { level: 40, message: 'A detail of the journey', count: 3 },
        ]),
      })
      await signIn(page, 'admin', application.password, '/administration')
      const link = page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name: 'Logs' })
      await pressTabTo(page, link)
      await page.keyboard.press('Enter')
      await messages.filter({ hasText: 'The journey broke something' }).waitFor()
      await checkPage(page, 'Logs')
      await pressTabTo(page, page.getByRole('searchbox', { name: 'Search in messages' }))
      await page.keyboard.type('of the journey')
      await page.getByText('2 messages').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: 'Warning and above' }).click()
      await page.getByText('1 message', { exact: true }).waitFor()
      await messages.filter({ hasText: 'A warning of the journey' }).waitFor()
    })
    await step('a message opens with where it came from, and nothing found says so', async () => {
      await page.getByRole('searchbox', { name: 'Search in messages' }).fill('broke something')
      await messages.filter({ hasText: 'The journey broke something' }).press('Enter')
      await page.getByText(/^Browser: .*Chrome/).waitFor()
      await checkPage(page, 'Logs, a message opened')
      await page.getByRole('searchbox', { name: 'Search in messages' }).fill('nonesuch')
      await page.getByText('No matches').waitFor()
      await checkPage(page, 'Logs, nothing found')
      await page.getByRole('button', { name: 'Show all messages' }).press('Enter')
      await hasFocus(page.getByRole('searchbox', { name: 'Search in messages' }))
      await staysOnRow(page, {
        ask: () => page.keyboard.type('A warning'),
        call: /\/portal\/log\?.*text=A/,
        row: messages.filter({ hasText: 'A warning of the journey' }),
        gone: messages.filter({ hasText: 'A detail of the journey' }),
      })
    })
    await step('nobody else enters', async () => {
      await editor.page.goto('/administration?section=logs')
      await editor.page.getByText('You do not have permission to open Administration').waitFor()
    })
    await step('no page logged an error', async () =>
      assert.deepEqual(
        [...errors, ...editor.errors.filter((error) => !error.includes('The journey broke something'))],
        [],
      ),
    )
  },
}
