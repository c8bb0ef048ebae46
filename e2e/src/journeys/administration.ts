import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { hasFocus } from '../has-focus.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { staysOnRow } from '../stays-on-row.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/**
 * An administrator makes a person, gives a role rights with a rule, asks why, and reads what was done; by
 * keyboard where it counts.
 */
export const administrationJourney: Journey = {
  name: 'Users, roles and audit',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const api = await openApi(application.url, 'admin', application.password)
    const dialog = page.getByRole('dialog')
    const section = (name: string) =>
      page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name, exact: true })

    await step('a user is made by keyboard, with a password that is shown once', async () => {
      await signIn(page, 'admin', application.password, '/administration?section=users')
      await page.getByRole('button', { name: 'Editor', exact: true }).waitFor()
      await checkPage(page, 'Users')
      await pressTabTo(page, page.getByRole('button', { name: 'Add a user' }))
      await page.keyboard.press('Enter')
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
      await page.keyboard.type('Nora Lindqvist')
      await page.keyboard.press('Tab')
      await page.keyboard.type('nora')
      await page.keyboard.press('Tab')
      await page.keyboard.type('nora@example.org')
      await pressTabTo(
        page,
        dialog.getByRole('combobox', { name: 'Role' }).or(dialog.getByRole('textbox', { name: 'Role' })),
      )
      await page.keyboard.type('contrib')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog
        .getByRole('list', { name: 'Permissions of this role' })
        .getByText(/^Assets?\s.*view/)
        .waitFor()
      for (const width of [390, 834, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await checkPage(page, `A new user, ${width} px`)
      }
      await pressTabTo(page, dialog.getByRole('button', { name: 'Create' }))
      await page.keyboard.press('Enter')
      await dialog.getByText('This is shown only once.').waitFor()
      await checkPage(page, 'A password shown once')
      const password = (await dialog.locator('code').last().textContent()) ?? ''
      assert.match(password, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      await pressTabTo(page, dialog.getByRole('button', { name: 'I have copied it' }))
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('a person is found, opened with the arrow keys, and disabled after being named', async () => {
      await page.getByRole('searchbox', { name: 'Name, username or e-mail' }).fill('nora@')
      const row = page.getByRole('button', { name: 'Nora Lindqvist' })
      await page.getByText('1 account', { exact: true }).waitFor()
      await pressTabTo(page, row)
      await page.keyboard.press('Enter')
      await dialog.getByText('Invited').waitFor()
      await checkPage(page, 'A user')
      await dialog.getByRole('button', { name: 'Disable' }).press('Enter')
      await page.getByText('Disable Nora Lindqvist?').waitFor()
      await page
        .getByRole('dialog', { name: 'Disable Nora Lindqvist?' })
        .getByRole('button', { name: 'Disable', exact: true })
        .press('Enter')
      await dialog.getByText('Disabled').waitFor()
      await page.keyboard.press('Escape')
    })
    await step('why she cannot see an asset is explained, condition by condition', async () => {
      const { response } = await api
        .call<{ response: { data: { id: number }[] } }>('POST', '/rest/dam/data/asset', {
          json: { name: 'A secret draft' },
        })
        .then((made) => ({
          response: { data: [(made as unknown as { response: { data: { id: number } } }).response.data] },
        }))
      const viewer = (
        await api.call<{ accounts: { id: number }[] }>('GET', '/rest/administration/accounts?search=viewer')
      ).accounts[0]?.id
      await page.goto(
        `/administration?section=access&account=${viewer}&resource=asset&id=${response.data[0]?.id}`,
      )
      await page.getByText('No, Viewer cannot.').waitFor()
      await page.getByText('all are true').waitFor()
      await page.getByText('“Status” is Published').first().waitFor()
      await checkPage(page, 'Why')
    })
    await step('a role gets a right with a rule, and the answer changes', async () => {
      await section('Roles').click()
      await page
        .getByRole('navigation', { name: 'Roles' })
        .getByRole('link', { name: /^Viewer/ })
        .click()
      await page.getByRole('heading', { name: 'Viewer' }).waitFor()
      await checkPage(page, 'A role')
      const add = page
        .getByRole('combobox', { name: 'Add a permission…' })
        .or(page.getByRole('textbox', { name: 'Add a permission…' }))
      await add.fill('Asset')
      await page.getByRole('option', { name: 'Asset', exact: true }).click()
      const card = page.getByRole('region', { name: 'Asset' }).last()
      await card.getByRole('switch').press('Space')
      await card.getByRole('button', { name: 'Add a condition' }).click()
      const field = card
        .getByRole('combobox', { name: 'Field' })
        .or(card.getByRole('textbox', { name: 'Field' }))
      await field.fill('name')
      await page.getByRole('option', { name: 'Name name', exact: true }).first().click()
      await card.getByRole('textbox', { name: 'Value' }).fill('A secret draft')
      await checkPage(page, 'A rule')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('“viewer” was saved').waitFor()
      const viewer = await openApi(application.url, 'viewer', application.password)
      const found = await viewer.call<{ response: { data: { name: string }[] } }>(
        'GET',
        `/rest/dam/data/asset?query=${encodeURIComponent('{"name":"A secret draft"}')}`,
      )
      assert.deepEqual(
        found.response.data.map(({ name }) => name),
        ['A secret draft'],
      )
    })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: sections stand in groups, roles have names, rules are words`, async () => {
        await page.goto('/administration')
        for (const [group, name] of [
          ['People', 'Users'],
          ['Library', 'Picture presets'],
          ['System', 'Audit log'],
        ] as const)
          await page
            .getByRole('list', { name: group, exact: true })
            .getByRole('link', { name, exact: true })
            .waitFor()
        await hand.press(page, section('Roles'))
        const roles = page.getByRole('navigation', { name: 'Roles' })
        for (const name of ['Administrator', 'Contributor', 'Editor', 'Viewer'])
          await roles.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor()
        await hand.press(page, roles.getByRole('link', { name: /^Viewer/ }))
        await page.getByRole('heading', { name: 'Viewer' }).waitFor()
        await waitForCalm(page)
        assert.doesNotMatch(await page.getByRole('main').innerText(), /\$(now|me)\b/)
        // It stands before what has the focus now.
        if (hand === keyboard) await pressTabTo(page, section('Access check'), 'Shift+Tab')
        await hand.press(page, section('Access check'))
        await page.getByRole('heading', { name: 'Access check', exact: true }).waitFor()
        assert.doesNotMatch(await page.getByRole('main').innerText(), /\$(now|me)\b/)
      })
    await step('applications are listed', async () => {
      await section('Applications').click()
      await page.getByRole('button', { name: 'portal', exact: true }).waitFor()
      await checkPage(page, 'Applications')
    })
    await step('all of it stands in the audit log', async () => {
      await section('Audit log').click()
      await page.getByRole('button', { name: /^Permissions changed: viewer/ }).press('Enter')
      await page.getByText('A secret draft').first().waitFor()
      await page.getByText('User disabled: Nora Lindqvist').waitFor()
      await checkPage(page, 'Audit log')
      const actions = page.getByRole('combobox', { name: 'Action' })
      await staysOnRow(page, {
        ask: async () => {
          await actions.fill('Permissions')
          await page.getByRole('option', { name: /^Permissions changed/ }).waitFor()
          for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
        },
        call: /\/audit\?.*kind=role.grants/,
        row: page.getByRole('button', { name: /^Permissions changed: viewer/ }).first(),
        gone: page.getByText('User disabled: Nora Lindqvist'),
      })
    })
    await step('D1.14 a name and a colour come with the page, and can be read', async () => {
      await section('Appearance').click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Musée du Port')
      await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffd000')
      await checkPage(page, 'Appearance')
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
      await page.waitForFunction(() => document.title.includes('Musée du Port'))
      await page.getByRole('banner').getByText('Musée du Port').waitFor()
      await checkPage(page, 'A page in yellow')
      await api.call('PUT', '/rest/administration/branding', { name: null, colour: null })
    })
    await step('a phone has room for it', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      for (const name of ['users', 'roles', 'access', 'audit']) {
        await page.goto(`/administration?section=${name}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await checkPage(page, `${name} on a phone`)
      }
    })
    await step('there, a drawer leads to the other sections, by keyboard', async () => {
      await pressTabTo(page, page.getByRole('button', { name: 'Administration sections: Audit log' }))
      await page.keyboard.press('Enter')
      // It begins at the section that is open.
      await hasFocus(section('Audit log'))
      await checkPage(page, 'The sections on a phone')
      await pressTabTo(page, section('Storage'), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('section') === 'storage')
      await dialog.waitFor({ state: 'detached' })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}
