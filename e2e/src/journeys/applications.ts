import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { checkPage } from '../check-page.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 834, height: 1112 },
  { name: 'wide', width: 1440, height: 900 },
]

interface Made {
  readonly id: number
  readonly key: string
  readonly secret: string
}

/** The keys of an application, its limits, and what it called. */
export const applicationsJourney: Journey = {
  name: 'Applications',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    const made = await api.call<Made>('POST', '/rest/administration/applications', {
      name: 'Online shop',
      role: 5,
    })
    const path = `/administration?section=applications&account=${made.id}`
    const card = (name: string) => page.getByRole('group', { name, exact: true })
    await beginSession(page, 'admin', application.password)

    await step('a key is added by keyboard, and its secret is shown once', async () => {
      await page.goto(path)
      await card('First key').getByText('never used').waitFor()
      await pressTabTo(page, page.getByRole('button', { name: 'Add a key' }))
      await page.keyboard.press('Enter')
      const asked = page.getByRole('dialog', { name: 'Add a key' })
      await hasFocus(asked.getByRole('textbox', { name: 'Name' }))
      await page.keyboard.press('Enter')
      await asked.getByText('Required').waitFor()
      await page.keyboard.type('Warehouse')
      await checkPage(page, 'Adding a key')
      await page.keyboard.press('Enter')
      await page.getByText('This is shown only once.').waitFor()
      await pressTabTo(page, page.getByRole('button', { name: 'I have copied it' }))
      await page.keyboard.press('Enter')
      await card('Warehouse').waitFor()
      await hasFocus(page.getByRole('button', { name: 'Add a key' }))
    })

    await step('a key gets an expiry date, is given another secret, and is revoked', async () => {
      await page.getByRole('button', { name: 'Edit Warehouse' }).click()
      const asked = page.getByRole('dialog', { name: 'Edit the key' })
      await asked.getByRole('button', { name: 'Expires' }).click()
      const soon = new Date(Date.now() + 3 * 86_400_000)
      const month = soon.toLocaleDateString('en', { month: 'long' })
      await page
        .getByRole('button', { name: `${soon.getDate()} ${month} ${soon.getFullYear()}`, exact: true })
        .click()
      await asked.getByRole('button', { name: 'Save' }).click()
      await card('Warehouse').getByText('Expires soon').waitFor()
      await page.getByRole('button', { name: 'New secret for Warehouse' }).click()
      await page
        .getByRole('dialog', { name: 'Give Warehouse a new secret?' })
        .getByRole('button', { name: 'New secret' })
        .click()
      await page.getByRole('button', { name: 'I have copied it' }).click()
      await page.getByText('Replaced', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Revoke Warehouse (previous secret)' }).click()
      await checkPage(page, 'Revoking a key')
      await page
        .getByRole('dialog', { name: 'Revoke “Warehouse (previous secret)”?' })
        .getByRole('button', { name: 'Revoke' })
        .click()
      await page.getByText('Replaced', { exact: true }).waitFor({ state: 'detached' })
    })

    await step('keys that expire soon are said over the applications, and beside their link', async () => {
      await api.call('POST', `/rest/administration/applications/${made.id}/keys`, {
        name: 'Old till',
        expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
      })
      for (const { name, width, height } of windows) {
        await page.setViewportSize({ width, height })
        await page.goto('/administration?section=applications')
        await page
          .getByRole('alert')
          .getByRole('link', { name: /^Online shop: Old till/ })
          .waitFor()
        await checkPage(page, `Keys that expire soon, ${name}`)
        await page.goto(path)
        await card('Old till').waitFor()
        await checkPage(page, `Keys of an application, ${name}`)
      }
      await page
        .getByRole('link', { name: /Applications.*1 application key expires soon/ })
        .first()
        .waitFor()
    })

    await step('calls beyond a limit are refused, and counted', async () => {
      await page.goto(path)
      await page.getByRole('textbox', { name: 'Calls per day' }).fill('4')
      await page
        .locator('form', { has: page.getByRole('textbox', { name: 'Calls per day' }) })
        .getByRole('button', { name: 'Save' })
        .click()
      await page.getByText('“Online shop” was saved').waitFor()
      const { accessToken } = await api.call<{ accessToken: string }>('POST', '/rest/signin', {
        application: 'Online shop',
        login: made.key,
        password: made.secret,
      })
      const statuses: number[] = []
      for (const asked of [
        '/json/whoami',
        '/json/whoami',
        '/rest/administration/storage',
        '/json/whoami',
        '/json/whoami',
      ])
        statuses.push(
          (await fetch(`${application.url}${asked}`, { headers: { authorization: `Bearer ${accessToken}` } }))
            .status,
        )
      assert.deepEqual(statuses, [200, 200, 403, 200, 429])
    })

    await step('what it called stands in a chart, in tables and in a file', async () => {
      await waitFor('the calls to be counted', async () => {
        const { calls } = await api.call<{ calls: readonly { readonly count: number }[] }>(
          'GET',
          `/rest/administration/applications/${made.id}/usage`,
        )
        return calls.reduce((sum, { count }) => sum + count, 0) === 5
      })
      await page.getByRole('link', { name: 'Calls in the last 30 days' }).click()
      await page.getByRole('heading', { name: 'Calls by Online shop, last 30 days' }).waitFor()
      await page.getByRole('row', { name: /^whoami 4 1 1/ }).waitFor()
      for (const { name, width, height } of windows) {
        await page.setViewportSize({ width, height })
        await page.locator('figure svg').first().waitFor()
        await checkPage(page, `Calls of an application, ${name}`)
      }
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: /By call/ }).click()
      const text = await readFile(await (await saving).path(), 'utf8')
      assert.match(text, /whoami,4,1,1,/)
      await page.getByText('Table', { exact: true }).click()
      await page.getByRole('table', { name: 'By day' }).waitFor()
      await checkPage(page, 'Calls of an application by day')
    })

    await step('an application that has called nothing says so, and one that is not there too', async () => {
      const quiet = await api.call<Made>('POST', '/rest/administration/applications', {
        name: 'Quiet',
        role: 5,
      })
      await page.goto(`/administration?section=applications&id=${quiet.id}`)
      await page.getByText('No calls in the last 30 days.').waitFor()
      await checkPage(page, 'No calls of an application')
      await page.goto('/administration?section=applications&id=999999')
      await page
        .getByText(/not exist|not found|no longer/i)
        .first()
        .waitFor()
    })

    await step('in French, on a phone', async () => {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      try {
        const other = await newPerson({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
        await signIn(other.page, 'admin', application.password, path)
        await other.page.getByText('Première clé').waitFor()
        await checkPage(other.page, 'Keys of an application in French on a phone')
        await other.page.goto(`/administration?section=applications&id=${made.id}`)
        await other.page.getByRole('row', { name: /^whoami/ }).waitFor()
        await checkPage(other.page, 'Calls of an application in French on a phone')
      } finally {
        await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
      }
    })
    assert.deepEqual(errors, [])
  },
}
