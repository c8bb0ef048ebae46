import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressArrowTo } from '../press-arrow-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1112 },
  { width: 1440, height: 900 },
]
const keywords = '/administration?section=data&resource=assetkeyword'

const row = (page: Page, name: string): Locator =>
  page.locator('tr[data-index]').filter({ has: page.getByRole('link', { name, exact: true }) })

/** Takes an item of the menu that is open: by keyboard, as menus are walked, by the arrows. */
async function choose(page: Page, hand: Hand, item: Locator): Promise<void> {
  if (hand === mouse) return item.click()
  await item.waitFor()
  await pressArrowTo(page, item)
  await page.keyboard.press('Enter')
}

/** Lists of any resource: found, ordered, opened, made and deleted, with the mouse and by keyboard. */
export const recordsJourney: Journey = {
  name: 'Records',
  async run(stage) {
    const api = await openApi(stage.application.url, 'admin', stage.application.password)
    try {
      await play(stage, api)
    } finally {
      // How the lists were left is how every other journey of this person would find them.
      await api.call('DELETE', '/json/userpref/vue-app/habits')
    }
  },
}

/** Puts keywords below one of them, which cannot stand below itself, and takes it back. */
async function changeTogether(page: Page, api: Api, hand: Hand): Promise<void> {
  const word = hand === mouse ? 'Mousing' : 'Typing'
  for (const name of [`${word} one`, `${word} two`, `${word} three`])
    await api.call('POST', '/rest/dam/data/assetkeyword', { json: { name } })
  await page.goto(keywords)
  await page.locator('tr[data-index="0"]').waitFor()
  await hand.press(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await take(page, page.getByLabel('Field', { exact: true }), 'Name')
  const text = page.getByRole('textbox', { name: 'Name', exact: true })
  await hand.type(page, text, word)
  if (hand === mouse) await checkPage(page, 'A filter of records')
  await hand.press(page, page.getByRole('button', { name: 'Add filter' }))
  await page.waitForURL((url) => url.searchParams.get('has.name') === word)
  await page.getByText('3 records', { exact: true }).waitFor()
  await page.locator('tr[data-index="0"] a').first().focus()
  await page.keyboard.press('Control+a')
  await hand.press(page, page.getByRole('button', { name: 'Edit 3', exact: true }))
  const panel = page.getByRole('dialog', { name: 'Edit 3 records' })
  await take(page, panel.getByLabel('Another field'), 'Parent')
  await panel
    .getByRole('textbox', { name: 'Parent' })
    .or(panel.getByLabel('Parent'))
    .first()
    .fill(`${word} one`)
  await page.getByRole('option', { name: `${word} one`, exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await hand.press(page, panel.getByRole('button', { name: 'Change 3 records' }))
  await panel.getByText('2 records changed').waitFor()
  await panel.getByText('1 record could not be changed').waitFor()
  if (hand === mouse) await checkPage(page, 'Records changed together')
  await hand.press(page, panel.getByRole('button', { name: 'Undo' }))
  await page.getByText('2 records were restored').waitFor()
  await panel.waitFor({ state: 'detached' })
  await hasFocus(page.getByRole('button', { name: 'Edit 3', exact: true }))
  await hand.press(page, page.getByRole('button', { name: /^Clear the selection/ }))
  await hand.press(page, page.getByRole('button', { name: /^Remove Name contains/ }))
  await page.waitForURL((url) => !url.searchParams.has('has.name'))
}

/** Takes a choice of a list that is searched by typing. */
async function take(page: Page, field: Locator, choice: string): Promise<void> {
  await field.first().fill(choice)
  await page.getByRole('option', { name: choice, exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function play({ application, newPerson, step }: Stage, api: Api): Promise<void> {
  const { page, errors } = await newPerson()
  await beginSession(page, 'admin', application.password)
  const dialog = page.getByRole('dialog')

  await step('every resource that an administrator may see has a list, its name first', async () => {
    await page.goto('/administration?section=data')
    const resources = page.getByRole('navigation', { name: 'Resources' })
    for (const name of ['Assets', 'Keywords', 'Collections', 'Users', 'Roles', 'Schemas'])
      await resources.getByRole('link', { name, exact: true }).waitFor()
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto('/administration?section=data&resource=asset')
      await page.locator('tr[data-index="0"]').waitFor()
      assert.equal(await page.locator('th[data-column]').first().getAttribute('data-column'), 'name')
      await checkPage(page, `Records of ${size.width} px`)
    }
  })
  for (const hand of [mouse, keyboard]) {
    const name = `Records ${hand.name}`
    await step(`${hand.name}: a record is made, found, changed and deleted`, async () => {
      await page.goto(keywords)
      await page.locator('tr[data-index="0"]').waitFor()
      await hand.press(page, page.getByRole('button', { name: 'Add', exact: true }))
      await dialog.getByRole('textbox', { name: 'Name in English', exact: true }).waitFor()
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await hand.type(page, page.getByRole('searchbox', { name: 'Find in Keywords' }), name)
      await page.waitForURL((url) => url.searchParams.get('q') === name)
      await page.getByText('1 record', { exact: true }).waitFor()
      const inFrench = dialog.getByRole('textbox', { name: 'Name in French' })
      const openForm = async (): Promise<string> => {
        await hand.press(page, page.getByRole('link', { name, exact: true }))
        return inFrench.inputValue()
      }
      await openForm()
      await hand.type(page, inFrench, `${name} fr`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await openForm(), `${name} fr`, 'Escape loses nothing')
      await hand.press(page, dialog.getByRole('button', { name: 'Cancel' }))
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await openForm(), '', 'Cancel forgets what was typed')
      await hand.type(page, inFrench, `${name} fr`)
      if (hand === mouse) await checkPage(page, 'The form of a record')
      await hand.press(page, dialog.getByRole('button', { name: 'Save' }))
      await dialog.waitFor({ state: 'detached' })
      await hand.press(page, row(page, name).getByRole('button', { name: `More for ${name}` }))
      await choose(page, hand, page.getByRole('menuitem', { name: 'Delete…' }))
      await hand.press(page, dialog.getByRole('button', { name: `Delete ${name}` }))
      await page.getByText('No matches').waitFor()
    })
    await step(`${hand.name}: the order and the columns are those that a person chooses`, async () => {
      await page.goto(keywords)
      await page.locator('tr[data-index="0"]').waitFor()
      const names = async (): Promise<(string | null)[]> =>
        page.locator('tr[data-index] td[data-column="name"]').allTextContents()
      await hand.press(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'))
      await page.waitForURL((url) => url.searchParams.get('order') === 'name desc')
      await waitFor('the last names first', async () => {
        const [first = '', second = ''] = await names()
        return String(first).localeCompare(String(second)) >= 0
      })
      await hand.press(page, page.getByRole('button', { name: 'Choose columns' }))
      await hand.turn(page, page.getByRole('checkbox', { name: 'Owner' }))
      await page.keyboard.press('Escape')
      await page.locator('th[data-column="owner"]').waitFor()
      await page.reload()
      await page.locator('th[data-column="owner"]').waitFor()
      await hand.press(page, page.getByRole('button', { name: 'Choose columns' }))
      await hand.press(page, page.getByRole('button', { name: 'Reset columns' }))
      await page.keyboard.press('Escape')
      await page.locator('th[data-column="owner"]').waitFor({ state: 'detached' })
    })
  }
  for (const hand of [mouse, keyboard])
    await step(
      `${hand.name}: filtered records are changed together, with what failed and a way back`,
      async () => {
        await changeTogether(page, api, hand)
      },
    )
  await step('what a record links to leads to its own record, and Back to the list', async () => {
    await page.goto('/administration?section=data&resource=user')
    await row(page, 'Editor').getByRole('link', { name: 'editor', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('resource') === 'role')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await page.goBack()
    await row(page, 'Editor').waitFor()
  })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: what the list shows is saved as a table, all of it`, async () => {
      await page.goto(`${keywords}&has.name=${hand === mouse ? 'Mousing' : 'Typing'}&order=name+asc`)
      await page.getByText('3 records', { exact: true }).waitFor()
      const saving = page.waitForEvent('download')
      await hand.press(page, page.getByRole('button', { name: 'Export', exact: true }))
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'Keywords.csv')
      const [head = '', ...lines] = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n')
      assert.match(head, /^\uFEFFName,ID,/)
      assert.deepEqual(
        lines.map((line) => line.split(' ')[1]?.split(',')[0]),
        ['one', 'three', 'two'],
      )
    })
  await step('a table is tried, reported by line, and imported once it is confirmed', async () => {
    await page.goto(`${keywords}&has.name=Mousing&order=name+asc`)
    await page.getByText('3 records', { exact: true }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const table = await readFile(await (await saving).path(), 'utf8')
    const give = (text: string): Promise<void> =>
      page
        .getByLabel('CSV file to import')
        .setInputFiles({ name: 'Keywords.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await give(table)
    await dialog.getByText('Nothing new · none changed · 3 unchanged').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const [head = ''] = table.trimEnd().split('\r\n')
    const columns = head.replace('\uFEFF', '').split(',')
    const line = (cells: Record<string, string>): string =>
      `${columns.map((column) => cells[column] ?? '').join(',')}\r\n`
    await give(
      table.replace('Mousing one', 'Mousing first') +
        line({ Name: 'Mousing four' }) +
        line({ Name: 'Mousing five', Parent: 'Nowhere at all' }) +
        line({ ID: '987654321', Name: 'Mousing six' }),
    )
    await dialog.getByText('1 new record · 1 changed · 2 unchanged').waitFor()
    await dialog.getByText('Line 6: Parent: “Nowhere at all” does not exist').waitFor()
    await dialog.getByText('Line 7: No record has the ID “987654321”').waitFor()
    await checkPage(page, 'A table before it is imported')
    await page.getByText('3 records', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Import 2 records' }).press('Enter')
    await dialog.getByText('1 record added, 1 changed').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('4 records', { exact: true }).waitFor()
    for (const name of ['Mousing first', 'Mousing four', 'Mousing two'])
      await page.getByRole('link', { name, exact: true }).waitFor()
  })
  await step('a long list comes page by page while it is scrolled', async () => {
    const made = Array.from({ length: 130 }, (_, at) => `Scrolled ${String(at).padStart(3, '0')}`)
    for (const name of made) await api.call('POST', '/rest/dam/data/assetkeyword', { json: { name } })
    await page.goto(`${keywords}&q=Scrolled`)
    await page.getByText('130 records', { exact: true }).waitFor()
    await page.locator('tr[data-index="0"] a').first().focus()
    await waitFor('the last record', async () => {
      await page.keyboard.press('End')
      return (await page.locator('tr[data-index="129"]').count()) === 1
    })
  })
  await step('in French, on a phone', async () => {
    await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
    try {
      const other = await newPerson({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
      await signIn(other.page, 'admin', application.password, keywords)
      await other.page.getByRole('button', { name: 'Filtrer', exact: true }).waitFor()
      await other.page.locator('tr[data-index="0"]').waitFor()
      await checkPage(other.page, 'Records in French on a phone')
    } finally {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    }
  })
  // The parent that no keyword can have is refused, and logged; nothing else is.
  await step('no page logged an error', async () =>
    assert.deepEqual(
      errors.filter((error) => !error.includes('cannot be its own parent')),
      [],
    ),
  )
}
