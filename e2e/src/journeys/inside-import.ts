import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import { createJob, listItems, upload, waitForItems } from '../imports.ts'
import type { Journey, Stage } from '../journey.ts'
import { makePdf } from '../make-pdf.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pickDay, typeTime } from '../pick-day.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { drawNumber } from '../samples.ts'
import { waitForCalm } from '../wait-for-calm.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 820, height: 1112 },
  { width: 1440, height: 900 },
]
const names = ['dune one.jpg', 'dune two.jpg', 'reef.jpg']

/** Inside an import: words and problems, changes with undo, two people at one file, moves. */
export const insideImportJourney: Journey = {
  name: 'Inside an import',
  async run(stage) {
    const api = await openApi(stage.application.url, 'editor', stage.application.password)
    const jobs = [await createJob(api, 'Inside an import'), await createJob(api, 'Beside that import')]
    try {
      await fill(api, jobs[0] ?? 0)
      await play(stage, api, jobs)
    } finally {
      for (const job of jobs) await api.call('DELETE', `/rest/massimport/job/${job}`).catch(() => undefined)
    }
  },
}

/** Three pictures, a damaged one, and one that says to be another kind of file. */
async function fill(api: Api, job: number): Promise<void> {
  const files = await Promise.all(
    [...names, 'odd.png'].map(async (name, at) => ({
      name,
      bytes: new Uint8Array(await drawNumber(5200 + at)),
    })),
  )
  const damaged = { name: 'damaged.jpg', bytes: new TextEncoder().encode('This is no picture.') }
  await upload(api, job, [...files, damaged])
  await waitForItems(api, job, 5)
}

const row = (page: Page, text: string): Locator => page.locator('tr[data-row]').filter({ hasText: text })

async function shows(page: Page, ...texts: readonly string[]): Promise<void> {
  await waitFor(
    `${texts.length} files`,
    async () => (await page.locator('tr[data-row]').count()) === texts.length,
  )
  for (const text of texts) await row(page, text).waitFor()
}

async function describe(page: Page, field: string, text: string): Promise<void> {
  const input = page.getByRole('textbox', { name: field, exact: true })
  await input.fill(text)
  await input.press('Control+Enter')
}

async function play(
  { application, newPerson, step }: Stage,
  api: Api,
  jobs: readonly number[],
): Promise<void> {
  const { page, errors } = await newPerson()
  const [job = 0, beside = 0] = jobs
  await beginSession(page, 'editor', application.password)
  const dialog = page.getByRole('dialog')

  await step('files are found by state, by problem and by words, which are completed', async () => {
    for (const size of windows) {
      await page.setViewportSize(size)
      await page.goto(`/import?job=${job}`)
      await row(page, 'damaged.jpg').waitFor()
      await checkPage(page, `Inside an import of ${size.width} px`)
    }
    await page.getByText('Damaged 1', { exact: true }).click()
    await shows(page, 'damaged.jpg')
    await page.goto(`/import?job=${job}`)
    await shows(page, ...names, 'odd.png', 'damaged.jpg')
    await page.getByLabel('Problem').first().click()
    await page.getByRole('option', { name: /extension does not match/ }).click()
    await shows(page, 'odd.png', 'damaged.jpg')
    await page.goto(`/import?job=${job}`)
    const search = page
      .getByRole('searchbox', { name: 'Search in this import' })
      .or(page.getByLabel('Search in this import'))
    await search.first().pressSequentially('dun')
    await page.getByRole('option', { name: 'dune', exact: true }).click()
    await shows(page, 'dune one', 'dune two')
    await page.waitForURL((url) => url.searchParams.get('q') === 'dune')
    await checkPage(page, 'A search inside an import')
    await search.first().fill('nonesuch')
    await page.getByText('No matching files.').waitFor()
    await checkPage(page, 'A search without results inside an import')
    await page.getByRole('button', { name: 'Show all files' }).click()
    await shows(page, ...names, 'odd.png', 'damaged.jpg')
  })
  await step('a description is undone with one click, or from the list of changes', async () => {
    await page.goto(`/import?job=${job}`)
    await row(page, 'reef').click()
    await describe(page, 'City', 'Brest')
    await page.getByText('Description saved').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await waitForCity(api, job, 'reef', null)
    await describe(page, 'City', 'Quimper')
    await waitForCity(api, job, 'reef', 'Quimper')
    await page.getByRole('button', { name: 'Changes' }).click()
    await dialog.getByText('reef.jpg: City', { exact: true }).first().waitFor()
    await checkPage(page, 'The changes of an import')
    await dialog.getByRole('button', { name: 'Undo' }).first().click()
    await waitForCity(api, job, 'reef', null)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The first Esc closes the list of changes, the second clears the selection.
    await page.getByRole('heading', { name: '1 file', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Select one or more files to describe them.').waitFor()
  })
  await step('Esc leaves a field, and then clears the selection', async () => {
    const heading = page.getByRole('heading', { name: '1 file', exact: true })
    const city = page.getByRole('textbox', { name: 'City', exact: true })
    const keywords = page.getByLabel('Keywords', { exact: true }).and(page.locator('input'))
    for (const field of [city, keywords]) {
      await row(page, 'reef').click()
      await heading.waitFor()
      await field.click()
      // What is typed goes first, or the list that is open.
      if (field === city) await field.fill('Bre')
      await page.keyboard.press('Escape')
      await hasFocus(field)
      await page.keyboard.press('Escape')
      await heading.waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Select one or more files to describe them.').waitFor()
    }
    await waitForCity(api, job, 'reef', null)
  })
  const other = await newPerson()
  await beginSession(other.page, 'admin', application.password)
  await step('whoever selects a file sees who else is editing it', async () => {
    await other.page.goto(`/import?job=${job}`)
    await row(other.page, 'reef').click()
    await waitFor('the lease of the other', async () => {
      const [reef] = (await listItems(api, job)).filter(({ filename }) => filename === 'reef.jpg')
      return (reef as { $lockedby?: { name: string } | null } | undefined)?.$lockedby
    })
  })
  await step('of two values of one field, the person chooses which to keep', async () => {
    await page.goto(`/import?job=${job}`)
    await row(page, 'reef').click()
    await page.getByText(/is editing this file\./).waitFor()
    const credit = page.getByRole('textbox', { name: 'Credit', exact: true })
    await credit.fill('Mine')
    await describe(other.page, 'Credit', 'Theirs')
    await other.page.getByText('Description saved').waitFor()
    await credit.press('Enter')
    await dialog.getByText('Theirs', { exact: true }).first().waitFor()
    await checkPage(page, 'Two values of one field')
    await dialog.getByRole('radiogroup').getByText('Mine', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Keep these values' }).click()
    await dialog.waitFor({ state: 'detached' })
    await waitForValue(api, job, 'reef', 'credit', 'Mine')
  })
  await step('what a change failed with is listed by file, and leads to these files', async () => {
    const ids = (await listItems(api, job)).map(({ id }) => id)
    const whole = await edit(api, job, ids.slice(0, 2), { country: 'France' })
    // The other changes one of the values: taken back it can be no more.
    await edit(await openApi(application.url, 'admin', application.password), job, ids.slice(0, 1), {
      country: 'Italy',
    })
    await api.call('POST', `/rest/massimport/job/${job}/changes/${whole}/undo`, {})
    await page.reload()
    await page.getByRole('button', { name: 'Changes' }).click()
    await dialog.getByRole('button', { name: 'Show details' }).first().click()
    await dialog
      .getByText(/dune one/)
      .first()
      .waitFor()
    await checkPage(page, 'What a change failed with')
    await dialog.getByRole('button', { name: 'Show this file' }).first().click()
    await shows(page, 'dune one')
    await page.getByText('1 file from one change').waitFor()
  })
  await step('files are inspected again, and moved to another import and back', async () => {
    await page.goto(`/import?job=${job}`)
    await row(page, 'damaged.jpg').click()
    await page.getByRole('button', { name: 'Process again' }).click()
    await hasFocus(page.getByRole('complementary', { name: 'Selected files' }))
    await waitFor('the damaged file once more', async () =>
      (await row(page, 'damaged.jpg').textContent())?.includes('Damaged'),
    )
    await page.getByRole('button', { name: 'Move to another import' }).click()
    await dialog.getByLabel('Move to').first().fill('Beside')
    await page.getByRole('option', { name: 'Beside that import' }).first().click()
    await checkPage(page, 'Files are moved to another import')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await waitFor('the moved file', async () => (await listItems(api, beside)).length === 1)
    const moved = page.getByRole('alert').filter({ hasText: 'moved to' })
    await moved.getByRole('button', { name: 'Undo' }).click()
    await waitFor('the file back', async () => (await listItems(api, beside)).length === 0)
    await row(page, 'damaged.jpg').waitFor()
  })
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a day is saved as it is picked, its time as the field is left`, () =>
      dateOne(hand, page, api, job),
    )
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: a keyword that one of four files has is shown as of one of four`, () =>
      describeOneOfFour(hand, page, job),
    )
  for (const hand of [mouse, keyboard])
    await step(`${hand.name}: in a narrow window a file is processed again, and the focus is not lost`, () =>
      processInSheet(hand, page, api, job),
    )
  await step('by keyboard alone: damage, and what is worth checking, are listed apart', () =>
    findDamage(page, api, job),
  )
  await step('by keyboard alone: files are found, described, undone and moved', () =>
    playByKeyboard(page, api, [job, beside]),
  )
  await step('in French, on a phone', async () => {
    await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
    try {
      const phone = await newPerson({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
      await signIn(phone.page, 'editor', application.password, `/import?job=${job}`)
      await row(phone.page, 'reef').waitFor()
      await phone.page.getByRole('button', { name: 'Modifications' }).click()
      await phone.page.getByRole('dialog').waitFor()
      await checkPage(phone.page, 'The changes of an import in French on a phone')
    } finally {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    }
  })
  // The browser logs the refusal of the value that somebody else had changed; nothing else.
  await step('no page logged an error', async () =>
    assert.deepEqual(
      errors.filter((error) => !error.includes('409')),
      [],
    ),
  )
}

async function dateOne(hand: Hand, page: Page, api: Api, job: number): Promise<void> {
  const name = hand === mouse ? 'reef' : 'dune one'
  await page.goto(`/import?job=${job}`)
  await hand.turn(page, row(page, name).getByRole('checkbox'))
  await hand.press(page, page.getByRole('button', { name: 'Show more' }))
  const field = page.getByRole('group', { name: 'Taken on' })
  const day = await pickDay(page, hand, field.getByRole('button', { name: /^Taken on/ }))
  await waitForValue(api, job, name, 'takenat', day.toISOString())
  await typeTime(page, hand, field.getByLabel('Hours'), '1508')
  await page.keyboard.press('Tab')
  day.setHours(15, 8)
  await waitForValue(api, job, name, 'takenat', day.toISOString())
}

/** One file gets a keyword, then all of them are selected. */
async function describeOneOfFour(hand: Hand, page: Page, job: number): Promise<void> {
  const keywords = page.getByRole('combobox', { name: 'Keywords' })
  await page.goto(`/import?job=${job}`)
  await hand.turn(page, row(page, hand === mouse ? 'reef' : 'dune one').getByRole('checkbox'))
  const word = hand === mouse ? 'harbour' : 'night'
  await hand.type(page, keywords, word)
  const option = page.getByRole('option', { name: word, exact: true })
  await option.waitFor()
  if (hand === mouse) await option.click()
  else await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByText('Description saved').waitFor()
  await page.goto(`/import?job=${job}`)
  await hand.press(page, page.getByRole('button', { name: 'Select all 4' }))
  await page.getByText(`${word} (1 of 4)`).waitFor()
  await checkPage(page, 'A keyword of one of several files')
}

/** The buttons of the sheet go while the file is processed, and it is selected still once it is. */
async function processInSheet(hand: Hand, page: Page, api: Api, job: number): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/import?job=${job}`)
  await row(page, 'damaged.jpg').waitFor()
  // Who else edits a file comes after the rows, and moves those below it: a click beside a box turns nothing.
  await waitForCalm(page)
  await hand.turn(page, row(page, 'damaged.jpg').getByRole('checkbox'))
  const show = page.getByRole('button', { name: 'Show 1 file' })
  await hand.press(page, show)
  const sheet = page.getByRole('dialog', { name: 'Selected files' })
  const again = sheet.getByRole('button', { name: 'Process again' })
  await again.waitFor()
  await checkPage(page, 'A damaged file in the sheet of a phone')
  await Promise.all([page.waitForResponse(/\/workflow\b/), hand.press(page, again)])
  await sheet.waitFor({ state: 'detached' })
  await waitForItems(api, job, 1)
  await row(page, 'damaged.jpg').getByText('Damaged', { exact: true }).waitFor()
  await show.waitFor()
  assert.equal(await sheet.count(), 0, 'the sheet does not open by itself')
  await waitFor('a focus', () =>
    page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Nothing but keys from here on. The page shows the import. */
async function playByKeyboard(page: Page, api: Api, [job, beside]: readonly [number, number]): Promise<void> {
  const { keyboard: keys } = page
  const dialog = page.getByRole('dialog')
  await keyboard.type(page, page.getByLabel('Search in this import').first(), 'ree')
  await page.getByRole('option', { name: 'reef', exact: true }).waitFor()
  for (const key of ['ArrowDown', 'Enter']) await keys.press(key)
  await shows(page, 'reef')
  await pressTabTo(page, row(page, 'reef').getByRole('checkbox'))
  await keys.press('Space')
  await keyboard.type(page, page.getByRole('textbox', { name: 'City', exact: true }), 'Lorient')
  await keys.press('Control+Enter')
  await waitForCity(api, job, 'reef', 'Lorient')
  await pressTabTo(page, page.getByRole('button', { name: 'Changes' }), 'Shift+Tab')
  await keys.press('Enter')
  await keyboard.press(page, dialog.getByRole('button', { name: 'Undo' }).first())
  await waitForCity(api, job, 'reef', null)
  await keys.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await hasFocus(page.getByRole('button', { name: 'Changes' }))
  await keyboard.press(page, page.getByRole('button', { name: 'Move to another import' }))
  await keyboard.type(page, dialog.getByLabel('Move to').first(), 'Beside')
  await page.getByRole('option', { name: 'Beside that import' }).first().waitFor()
  for (const key of ['ArrowDown', 'Enter']) await keys.press(key)
  await keyboard.press(page, dialog.getByRole('button', { name: 'Move', exact: true }))
  await waitFor('the moved file', async () => (await listItems(api, beside)).length === 1)
  await dialog.waitFor({ state: 'detached' })
  await keyboard.press(page, page.getByRole('button', { name: 'Undo' }).last())
  await waitFor('the file back', async () => (await listItems(api, beside)).length === 0)
}

/** Damaged files, and what is worth checking, are groups of their own; each is found by keys. */
async function findDamage(page: Page, api: Api, backTo: number): Promise<void> {
  const job = await createJob(api, 'Damage')
  const whole = makePdf(['The harbour report'])
  await upload(api, job, [
    { name: 'dune.jpg', bytes: new Uint8Array(await drawNumber(5210)) },
    { name: 'odd.png', bytes: new Uint8Array(await drawNumber(5211)) },
    { name: 'cut.pdf', bytes: new Uint8Array(whole.subarray(0, whole.length / 2)) },
  ])
  await waitForItems(api, job, 3)
  await page.goto(`/import?job=${job}`)
  await shows(page, 'dune.jpg', 'odd.png', 'cut.pdf')
  const states = page.getByRole('radiogroup', { name: 'Show' })
  await pressTabTo(page, states.getByRole('radio', { checked: true }))
  const choose = async (key: string, ...names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await page.keyboard.press(key)
      await states.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' })
    }
  }
  await choose('ArrowRight', 'To publish 2', 'Damaged 1')
  await shows(page, 'cut.pdf')
  await choose('ArrowLeft', 'To publish 2', 'All 3')
  await shows(page, 'dune.jpg', 'odd.png', 'cut.pdf')
  await pressTabTo(page, page.getByRole('combobox', { name: 'Problem' }))
  await page.keyboard.press('ArrowDown')
  for (const group of ['Damaged files', 'Worth checking'])
    await page.getByText(group, { exact: true }).waitFor()
  await checkPage(page, 'Problems of an import by their kind')
  await page.keyboard.press('Enter')
  await shows(page, 'cut.pdf')
  await page.goto(`/import?job=${backTo}`)
  await row(page, 'damaged.jpg').waitFor()
  await api.call('DELETE', `/rest/massimport/job/${job}`)
}

/** Changes items as a program does; answers the command. */
async function edit(api: Api, job: number, ids: readonly number[], data: object): Promise<string> {
  const { response } = await api.call<{ response: { $action: { commands: string[] } } }>(
    'PUT',
    `/rest/massimport/job/${job}`,
    { metadata: { ids, data } },
  )
  return response.$action.commands[0] ?? ''
}

async function waitForCity(api: Api, job: number, file: string, city: string | null): Promise<void> {
  await waitForValue(api, job, file, 'city', city)
}

async function waitForValue(
  api: Api,
  job: number,
  file: string,
  field: string,
  value: string | null,
): Promise<void> {
  await waitFor(`${field} ${String(value)}`, async () => {
    const item = (await listItems(api, job)).find(({ filename }) => filename.startsWith(file))
    const metadata = (item as { $assetmetadata?: Record<string, unknown> } | undefined)?.$assetmetadata
    return metadata !== undefined && (metadata[field] ?? null) === value
  })
}
