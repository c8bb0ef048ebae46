import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { staysOnRow } from '../stays-on-row.ts'

/** The work of an administrator, a section at a time, by keyboard alone. */
export const administrationByKeyboardJourney: Journey = {
  name: 'Administration by keyboard alone',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const api = await openApi(application.url, 'admin', application.password)
    const dialog = page.getByRole('dialog')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const press = (name: string | RegExp): Promise<void> => keyboard.press(page, button(name))
    const choose = async (field: Locator, text: string, option: string | RegExp): Promise<void> => {
      await keyboard.type(page, field, text)
      // Before the words have narrowed the list, the arrow would lead to another.
      await page
        .getByRole('option')
        .first()
        .and(page.getByRole('option', { name: option }))
        .waitFor()
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    }

    await step('a role is made and deleted', async () => {
      await signIn(page, 'admin', application.password, '/administration?section=roles')
      await press('Add a role')
      await keyboard.type(page, dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Press office')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Press office', exact: true }).waitFor()
      await press('Delete the role')
      await press('Delete Press office')
      await page.getByRole('heading', { name: 'Press office', exact: true }).waitFor({ state: 'detached' })
    })
    await step('an application gets a key and a secret, then another secret', async () => {
      await page.goto('/administration?section=applications')
      await press('Add an application')
      await keyboard.type(page, dialog.getByRole('textbox', { name: 'Name', exact: true }), 'Website')
      await choose(dialog.getByRole('combobox', { name: 'Role' }), 'viewer', 'viewer')
      await press('Create')
      await dialog.getByText('This is shown only once.').waitFor()
      await press('I have copied it')
      await dialog.waitFor({ state: 'detached' })
      await press('Website')
      await press('New secret for First key')
      const ask = page.getByRole('dialog', { name: 'Give First key a new secret?' })
      await keyboard.press(page, ask.getByRole('button', { name: 'New secret' }))
      await page.getByText('This is shown only once.').waitFor()
      await press('I have copied it')
      await press('Delete…')
      await press('Delete Website')
      await page.getByText('Website was deleted').waitFor()
    })
    await step('the second factors of a person are removed once the person was named', async () => {
      await page.goto('/administration?section=users')
      await keyboard.type(page, page.getByRole('searchbox', { name: 'Name, username or e-mail' }), 'viewer')
      // Before that, the row is one of the whole list.
      await page.getByText('1 account', { exact: true }).waitFor()
      await press('Viewer')
      await press('Remove second factors')
      const ask = page.getByRole('dialog', { name: 'Remove the second factors of Viewer?' })
      await checkPage(page, 'Removing second factors')
      await keyboard.press(page, ask.getByRole('button', { name: 'Remove', exact: true }))
      await page.getByText('The second factors of Viewer were removed').waitFor()
    })
    await step('the focus stays in the search and on a row while others come', async () => {
      await page.goto('/administration?section=users')
      const search = page.getByRole('searchbox', { name: 'Name, username or e-mail' })
      const viewer = button('Viewer')
      await viewer.waitFor()
      const row = await viewer.locator('xpath=ancestor::tr').getAttribute('data-row')
      assert.notEqual(row, '0', 'the search moves the row')
      await staysOnRow(page, {
        ask: () => keyboard.type(page, search, 'viewer'),
        call: /\/accounts\?.*search=viewer/,
        row: viewer,
        gone: button('Editor'),
      })
      await keyboard.type(page, search, 'nonesuch')
      await page.getByText('No matches', { exact: true }).waitFor()
      await hasFocus(search)
      await press('Show all')
      await viewer.waitFor()
      await hasFocus(search)
    })
    await step('why somebody may do something is asked', async () => {
      await page.goto('/administration?section=access')
      await choose(page.getByRole('combobox', { name: 'Who' }), 'viewer', /viewer/i)
      await page.getByText(/^(Yes, |No, |It depends: )Viewer/).waitFor()
    })
    await step('a field is added and removed', async () => {
      await page.goto('/administration?section=schemas&resource=asset')
      await press('Add a field')
      await keyboard.type(page, dialog.getByRole('textbox', { name: 'Name', exact: true }), 'shelf')
      await keyboard.type(page, dialog.getByRole('textbox', { name: 'Label in English' }), 'Shelf')
      await keyboard.type(page, dialog.getByRole('textbox', { name: 'Label in French' }), 'Rayon')
      await press('Save')
      await page.getByText('“Shelf” was saved').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await press('Remove Shelf')
      await keyboard.press(page, dialog.getByRole('button', { name: 'Remove Shelf' }))
      await page.getByText('“Shelf” was removed').waitFor()
    })
    await step('a profile is added, changed and deleted', async () => {
      await page.goto('/administration?section=profiles')
      await press('Add a profile')
      await keyboard.type(page, dialog.getByLabel('Code'), 'press')
      await keyboard.type(page, dialog.getByLabel('Name in English'), 'For the press')
      await keyboard.type(page, dialog.getByLabel('Name in French'), 'Pour la presse')
      await checkPage(page, 'A new profile')
      await page.keyboard.press('Enter')
      await press('Edit For the press')
      await keyboard.type(page, dialog.getByLabel('Name in English'), 'For newspapers')
      await keyboard.type(page, dialog.getByLabel('Crop ratio'), '4 by 3')
      await dialog.getByText('Enter a ratio such as 16:9').waitFor()
      assert.ok(await button('Save the profile').isDisabled())
      await keyboard.type(page, dialog.getByLabel('Crop ratio'), '4:3')
      await page.keyboard.press('Enter')
      await page.getByText('press · JPEG, 2400 px, sRGB · cropped to 4:3').waitFor()
      await press('Delete For newspapers')
      await press('Delete the profile')
      await page.getByText('“For newspapers” was deleted').waitFor()
      await checkPage(page, 'Download profiles')
    })
    await step('a mail is read and deleted', async () => {
      const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
        name: 'Sent by mail',
      })
      for (const address of ['ana@example.org', 'ben@example.org'])
        await api.call('POST', `/wedia/cart/shareCart/${cart}`, { collaborators: [address] })
      await page.goto('/administration?section=outbox')
      const search = page.getByRole('searchbox', { name: 'Address or subject' })
      await staysOnRow(page, {
        ask: () => keyboard.type(page, search, 'ana@'),
        call: /\/outbox\?.*text=ana/,
        row: button(/“Sent by mail”.*ana@example.org/),
        gone: button(/“Sent by mail”.*ben@example.org/),
      })
      await keyboard.type(page, search, 'nonesuch')
      await page.getByText('No matches', { exact: true }).waitFor()
      await hasFocus(search)
      await press('Show all')
      await hasFocus(search)
      await press(/“Sent by mail”.*ana@example.org/)
      await page.getByLabel('Message text').waitFor()
      await press('Delete the message to ana@example.org')
      await page.getByText('Message deleted').waitFor()
      await api.call('DELETE', `/wedia/cart/deleteCart/${cart}`)
    })
    await step('the library gets a name', async () => {
      await page.goto('/administration?section=branding')
      await keyboard.type(page, page.getByRole('textbox', { name: 'Name' }), 'Harbour Museum')
      await press('Save')
      await page.getByRole('banner').getByText('Harbour Museum').waitFor()
      await api.call('PUT', '/rest/administration/branding', { name: null, colour: null })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
