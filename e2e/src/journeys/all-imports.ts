import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { createJob, upload, waitForItems } from '../imports.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressArrowTo } from '../press-arrow-to.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1112 },
  { width: 1440, height: 900 },
]
const all = '/administration?section=imports'
const mark = 'Overview'

const row = (page: Page, name: string): Locator =>
  page
    .locator('tr[data-index]')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^${name}( Archived)?$`) }) })

/** The imports of all people: found, ordered, opened, renamed, handed on, archived, put together, deleted. */
export const allImportsJourney: Journey = {
  name: 'All imports',
  async run(stage) {
    const { url, password } = stage.application
    const editor = await openApi(url, 'editor', password)
    const admin = await openApi(url, 'admin', password)
    const jobs: number[] = []
    try {
      for (const name of ['harbour', 'pier', 'quay', 'lighthouse'])
        jobs.push(await createJob(editor, `${mark} ${name}`))
      jobs.push(await createJob(await openApi(url, 'contributor', password), `${mark} by another`))
      const bytes = new TextEncoder().encode('a text of an import')
      await upload(editor, jobs[0] ?? 0, [{ name: 'harbour.txt', bytes }])
      await waitForItems(editor, jobs[0] ?? 0, 1)
      await play(stage, admin)
    } finally {
      for (const job of jobs) await admin.call('DELETE', `/rest/massimport/job/${job}`).catch(() => undefined)
    }
  },
}

/** Goes down the list by the arrows, from its first row. */
async function walkTo(page: Page, link: Locator): Promise<void> {
  await page.locator('tr[data-index="0"] a').first().focus()
  await page.keyboard.press('Home')
  await waitFor('the focus on the row', async () => {
    if (await link.evaluate((node) => node === document.activeElement)) return true
    await page.keyboard.press('ArrowDown')
    return false
  })
}

/** Takes an item of the menu of an import. */
async function act(page: Page, hand: Hand, name: string, item: string): Promise<void> {
  if (hand === keyboard) await walkTo(page, row(page, name).getByRole('link').first())
  await hand.press(page, row(page, name).getByRole('button', { name: `More for ${name}` }))
  const choice = page.getByRole('menuitem', { name: item, exact: true })
  await choice.waitFor()
  if (hand === mouse) return choice.click()
  await pressArrowTo(page, choice)
  await page.keyboard.press('Enter')
}

/** Takes back what was done last; a notification is not near in the order of Tab. */
async function undo(page: Page, hand: Hand): Promise<void> {
  const button = page.getByRole('button', { name: 'Undo' }).last()
  if (hand === mouse) return button.click()
  await button.focus()
  await page.keyboard.press('Enter')
}

async function find(page: Page, words: string): Promise<void> {
  await page.goto(`${all}&q=${encodeURIComponent(words)}`)
  await page.locator('tr[data-index="0"]').waitFor()
}

/** Takes a choice that is found by typing. */
async function pick(page: Page, field: Locator, choice: string): Promise<void> {
  await field.first().fill(choice)
  await page.getByRole('option', { name: choice }).first().click()
}

async function play({ application, newPerson, step }: Stage, api: Api): Promise<void> {
  const { page, errors } = await newPerson()
  await signIn(page, 'admin', application.password)
  const dialog = page.getByRole('dialog')
  const ownerOf = async (name: string): Promise<string> =>
    (await row(page, name).locator('td[data-column="jobowner"]').textContent()) ?? ''

  await step('an administrator sees the imports of everybody, with owner, state and size', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await find(page, mark)
      await row(page, `${mark} by another`).waitFor()
      await checkPage(page, `All imports of ${size.width} px`)
    }
    assert.notEqual(await ownerOf(`${mark} by another`), await ownerOf(`${mark} pier`))
    const harbour = row(page, `${mark} harbour`)
    assert.equal(await harbour.locator('td[data-column="count"]').textContent(), '1')
    assert.equal(await harbour.locator('td[data-column="status"]').textContent(), 'Ready to publish')
  })
  await step('they are found by words, by owner and by state, and put in order', async () => {
    await page.goto(all)
    await page.locator('tr[data-index="0"]').waitFor()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill(mark)
    await page.getByText('5 imports', { exact: true }).waitFor()
    await pick(page, page.getByLabel('Owner', { exact: true }), 'Contributor')
    await page.getByText('1 import', { exact: true }).waitFor()
    await page.goto(`${all}&q=${mark}&state=empty`)
    await page.getByText('4 imports', { exact: true }).waitFor()
    await page.goto(`${all}&q=${mark}&order=name+asc`)
    await row(page, `${mark} quay`).waitFor()
    assert.deepEqual(
      await page.locator('tr[data-index] td[data-column="name"]').allTextContents(),
      ['by another', 'harbour', 'lighthouse', 'pier', 'quay'].map((name) => `${mark} ${name}`),
    )
  })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: an import is renamed, archived, restored and handed on`, async () => {
      const [from, to] = hand === mouse ? ['pier', 'mole'] : ['quay', 'wharf']
      await find(page, mark)
      await act(page, hand, `${mark} ${from}`, 'Rename')
      await hand.type(page, dialog.getByRole('textbox', { name: 'Name' }), `${mark} ${to}`)
      await page.keyboard.press('Enter')
      await row(page, `${mark} ${to}`).waitFor()
      await act(page, hand, `${mark} ${to}`, 'Archive')
      await row(page, `${mark} ${to}`).waitFor({ state: 'detached' })
      await undo(page, hand)
      await row(page, `${mark} ${to}`).waitFor()
      await act(page, hand, `${mark} ${to}`, 'Archive')
      await row(page, `${mark} ${to}`).waitFor({ state: 'detached' })
      await page.goto(`${all}&q=${mark}&archived=archived`)
      await row(page, `${mark} ${to}`).getByText('Archived').waitFor()
      await act(page, hand, `${mark} ${to}`, 'Restore')
      await find(page, mark)
      await act(page, hand, `${mark} ${to}`, 'Transfer ownership')
      await pick(page, dialog.getByLabel('New owner'), 'Contributor')
      if (hand === mouse) await checkPage(page, 'An import is handed on')
      await hand.press(page, dialog.getByRole('button', { name: 'Transfer ownership' }))
      await waitFor('the new owner', async () => (await ownerOf(`${mark} ${to}`)) === 'Contributor')
    })
  await step('one is put under another, and taken out again', async () => {
    const [parent, child] = [`${mark} harbour`, `${mark} lighthouse`]
    await find(page, mark)
    await act(page, mouse, child, 'Group under another import')
    await pick(page, dialog.getByLabel('Import', { exact: true }), parent)
    await dialog.getByRole('button', { name: 'Group', exact: true }).click()
    await waitFor('the import under it', async () =>
      (await row(page, parent).locator('td[data-column="subjobs"]').textContent())?.includes(child),
    )
    await act(page, mouse, parent, 'Ungroup imports')
    await dialog.getByRole('checkbox', { name: child }).click()
    await checkPage(page, 'Imports grouped under another one')
    await dialog.getByRole('button', { name: 'Ungroup', exact: true }).click()
    await waitFor(
      'nothing under it',
      async () => (await row(page, parent).locator('td[data-column="subjobs"]').textContent()) === '',
    )
  })
  await step('one is opened, and Back is where one was', async () => {
    await find(page, mark)
    await page.getByRole('link', { name: `${mark} harbour`, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: `${mark} harbour` }).waitFor()
    await page.goBack()
    await row(page, `${mark} harbour`).waitFor()
  })
  await step('several are deleted together, after how many files go with them', async () => {
    await find(page, mark)
    await page.locator('tr[data-index="0"] a').first().focus()
    await page.keyboard.press('Control+a')
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Delete 5 imports' })
      .click()
    await dialog.getByText('One unpublished file is also deleted.').waitFor()
    await checkPage(page, 'Imports are deleted')
    await dialog.getByRole('button', { name: 'Delete 5 imports' }).click()
    await page.getByText('No matches').waitFor()
  })
  await step('in French, on a phone', async () => {
    await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
    try {
      const other = await newPerson({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
      await signIn(other.page, 'admin', application.password, `${all}&archived=all`)
      await other.page.getByRole('heading', { level: 1, name: 'Tous les imports' }).waitFor()
      await checkPage(other.page, 'All imports in French on a phone')
    } finally {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    }
  })
  await step('whoever imports sees their own, in no administration', async () => {
    const other = await newPerson()
    await signIn(other.page, 'editor', application.password, all)
    await other.page.getByText('You do not have permission to open Administration').waitFor()
  })
  await step('no page logged an error', async () => assert.deepEqual(errors, []))
}
