import { readFile } from 'node:fs/promises'
import assert from 'node:assert/strict'
import { signInByForm, type FirstHour } from './first-hour.ts'

/** Adds a field and keywords, finds and describes what has none, keeps that search, exports a table. */
export const librarianFirstHour: FirstHour = {
  name: 'Librarian',
  demo: true,
  async run({ application, enter, step }) {
    const page = await enter()
    const dialog = page.getByRole('dialog')
    const heading = page.getByRole('heading', { level: 1 })
    await step(page, 'I sign in', () => signInByForm(page, 'admin', application.password))
    await step(page, 'I add a field for the shelf mark', async () => {
      await page.getByRole('link', { name: 'Administration' }).first().click()
      await page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name: 'Resources and fields' })
        .click()
      await page.getByRole('button', { name: 'Add a field' }).click()
      await dialog.getByRole('textbox', { name: 'Label in English' }).fill('Shelf mark')
      await dialog.getByRole('textbox', { name: 'Label in French' }).fill('Cote')
      await dialog.getByRole('switch', { name: 'Facet' }).click({ force: true })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('“Shelf mark” was saved').waitFor()
    })
    await step(page, 'I add a keyword and one below it', async () => {
      await page.getByRole('link', { name: 'Keywords & collections' }).first().click()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Name in English', exact: true }).fill('Ships')
      await page.keyboard.press('Enter')
      await page.getByRole('treeitem', { name: 'Ships', exact: true }).waitFor()
      await page.getByRole('button', { name: 'More for Ships' }).click()
      await page.getByRole('menuitem', { name: 'Add below', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Name in English', exact: true }).fill('Ferries')
      await page.keyboard.press('Enter')
      await page.getByRole('treeitem', { name: 'Ferries', exact: true }).waitFor()
    })
    await step(page, 'I find what has no keyword', async () => {
      await page.getByRole('link', { name: 'Browse' }).first().click()
      await page.getByRole('checkbox', { name: 'Without keywords' }).click()
      await page.getByRole('list', { name: 'Active filters' }).getByText('Without keywords').waitFor()
      await heading.getByText(/^\d+ assets?$/).waitFor()
    })
    await step(page, 'I keep that search', async () => {
      await page.getByRole('button', { name: 'Save search' }).click()
      await page.getByRole('menuitem', { name: 'Save this search…' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('To describe')
      await dialog.getByRole('button', { name: 'Save the search' }).click()
      await page.getByRole('region', { name: 'Saved search' }).getByText('To describe').waitFor()
    })
    await step(page, 'I describe all of it at once', async () => {
      await page.getByRole('button', { name: /^Actions for all/ }).click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
      await dialog.getByRole('combobox', { name: 'Keywords' }).fill('Ferries')
      await page.getByRole('option', { name: 'Ferries', exact: true }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: /^Change \d+ assets?$/ }).click()
      await page.getByText(/^\d+ assets? changed$/).waitFor()
      await dialog.waitFor({ state: 'detached' })
    })
    await step(page, 'My search finds nothing that is left to describe', async () => {
      await page.getByRole('link', { name: 'Searches' }).first().click()
      await page.getByRole('link', { name: 'To describe' }).first().click()
      await page.getByText('No matches').waitFor()
    })
    await step(page, 'I export the list as a table', async () => {
      await page.getByRole('link', { name: 'Administration' }).first().click()
      await page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name: 'Records' })
        .click()
      await page
        .getByRole('navigation', { name: 'Resources' })
        .getByRole('link', { name: 'Assets', exact: true })
        .click()
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const table = await readFile(await (await saving).path(), 'utf8')
      assert.match(table, /Ferries/)
    })
  },
}
