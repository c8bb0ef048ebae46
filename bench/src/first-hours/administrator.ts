import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { waitFor } from '../../../e2e/src/wait-for.ts'
import { signInByForm, type FirstHour } from './first-hour.ts'

/** Starts with an empty library: people, roles, a download profile, the look, a backup, the system. */
export const administratorFirstHour: FirstHour = {
  name: 'Administrator',
  demo: false,
  async run({ application, enter, step }) {
    const page = await enter()
    const dialog = page.getByRole('dialog')
    const section = (name: string) =>
      page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name, exact: true })
    let password = ''
    await step(page, 'I sign in and see where to begin', async () => {
      await signInByForm(page, 'admin', application.password)
      await page.getByText('The library is empty.').waitFor()
      await page.getByRole('heading', { name: 'First steps' }).waitFor()
    })
    await step(page, 'I make a role for the press office, like that of editors', async () => {
      await page.getByRole('link', { name: /^People and roles/ }).click()
      await section('Roles').click()
      await page.getByRole('button', { name: 'Add a role' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('press')
      await dialog.getByRole('combobox', { name: 'Copy permissions from' }).click()
      await page.getByRole('option', { name: 'Editor', exact: true }).click()
      await dialog.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { level: 1, name: 'press' }).waitFor()
    })
    await step(page, 'I make an account with it, and copy its password', async () => {
      await section('Users').click()
      await page.getByRole('button', { name: 'Add a user' }).click()
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Lindqvist')
      await dialog.getByRole('textbox', { name: 'Username' }).fill('nora')
      await dialog.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'press', exact: true }).click()
      await dialog.getByRole('button', { name: 'Create' }).click()
      await dialog.getByText('This is shown only once.').waitFor()
      password = (await dialog.locator('code').last().textContent()) ?? ''
      await dialog.getByRole('button', { name: 'I have copied it' }).click()
    })
    await step(page, 'I offer downloads for slides', async () => {
      await section('Download profiles').click()
      await page.getByRole('button', { name: 'Add a profile' }).click()
      await dialog.getByRole('textbox', { name: 'Name in English' }).fill('For slides')
      await dialog.getByRole('textbox', { name: 'Longest side, pixels' }).fill('1920')
      await dialog.getByRole('button', { name: 'Save the profile' }).click()
      await page.getByText('For slides').first().waitFor()
    })
    await step(page, 'I give it our name and colour', async () => {
      await section('Appearance').click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Museum')
      await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#0b6e4f')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('banner').getByText('Harbour Museum').waitFor()
    })
    await step(page, 'I make a backup, and check it', async () => {
      const place = await mkdtemp(join(tmpdir(), 'cartouche-backup-'))
      const program = resolve(import.meta.dirname, '../../../server/src/start/backup.ts')
      const env = { ...process.env, CARTOUCHE_DATA: application.dataFolder }
      const { stdout } = await promisify(execFile)(process.execPath, [program, place, '--check'], { env })
      assert.match(stdout, /\S/)
      await rm(place, { recursive: true })
    })
    await step(page, 'I look how the system does', async () => {
      await section('System status').click()
      await page.getByRole('table', { name: 'Servers' }).getByText('This server').waitFor()
      await section('Storage').click()
      await page.getByText('No files yet.').waitFor()
      await section('Outbox').click()
      await page.getByText('No mail server is configured.').waitFor()
    })
    const other = await enter()
    await step(other, 'Nora signs in, and chooses a password of her own', async () => {
      await other.goto('/')
      await other.getByLabel('Username').fill('nora')
      await other.getByLabel('Password', { exact: true }).fill(password)
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      const field = other.getByLabel(/^New password/)
      await waitFor(
        'the form or the library',
        async () => (await field.isVisible()) || (await other.getByRole('banner').isVisible()),
      )
      if (await field.isVisible()) {
        await field.fill('a-longer-password-of-hers')
        await other.getByLabel(/^Confirm new password/).fill('a-longer-password-of-hers')
        await other.keyboard.press('Enter')
      }
      await other.getByRole('banner').getByText('Harbour Museum').waitFor()
    })
  },
}
