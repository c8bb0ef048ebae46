import assert from 'node:assert/strict'
import type { FileChooser, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { createJob, listItems, sha256 } from '../imports.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession, signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { drawNumber } from '../samples.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/** More imports than one page of their list holds. */
const manyImports = 30

interface ImportedAsset {
  readonly id: number
  readonly name: string
  readonly metadata: { readonly problems?: readonly { readonly code: string }[] }
}
interface Found {
  readonly response: { readonly total: number; readonly data: readonly ImportedAsset[] }
}

/**
 * What a person chooses at an import: files that the library has, files that cannot be decoded, nothing at
 * all; and the list of many imports.
 */
export const importChoicesJourney: Journey = {
  name: 'Import choices',
  async run(stage) {
    const api = await openApi(stage.application.url, 'editor', stage.application.password)
    const jobs: number[] = []
    try {
      for (const hand of [mouse, keyboard]) await importFiles(stage, api, hand, jobs)
      for (const hand of [mouse, keyboard]) await listImports(stage, api, hand, jobs)
    } finally {
      for (const job of jobs) await removeImport(api, job)
    }
  },
}

async function importFiles(
  { application, newPerson, step }: Stage,
  api: Api,
  hand: Hand,
  jobs: number[],
): Promise<void> {
  const { page, errors } = await newPerson()
  const first = hand === mouse ? 3100 : 3200
  const [known, fresh, later] = await Promise.all(
    [first, first + 1, first + 2].map(async (number) => ({
      name: `choice-${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawNumber(number),
    })),
  )
  assert.ok(known && fresh && later)
  await signIn(page, 'editor', application.password)
  await step(`${hand.name}: View in Browse shows the assets of this import, and no others`, async () => {
    const job = await chooseFiles(page, hand, [known, fresh], jobs)
    await hand.press(page, page.getByRole('button', { name: 'Publish 2 files' }))
    await page.getByText('2 files added to the library.').waitFor()
    await showsImport(page, hand, api, job, 2)
  })
  await step(`${hand.name}: a file that the library has is skipped`, async () => {
    const job = await chooseFiles(page, hand, [known, later], jobs)
    await page.getByText('1 file already in the library').waitFor()
    await checkPage(page, 'An import with a duplicate')
    await hand.press(page, page.getByRole('button', { name: 'Publish 1 file' }))
    await page.getByText('1 file added to the library.').waitFor()
    assert.deepEqual(
      (await listItems(api, job)).filter(({ asset }) => asset !== null).map(({ filename }) => filename),
      [later.name],
    )
  })
  await step(`${hand.name}: unless it is chosen to be imported anyway`, async () => {
    const job = jobs.at(-1) ?? 0
    const choice = page.getByRole('row').filter({ hasText: known.name }).getByRole('radiogroup')
    if (hand === mouse) await choice.locator('label').filter({ hasText: 'Import anyway' }).click()
    else {
      await pressTabTo(page, choice.getByRole('radio', { name: 'Skip' }))
      await page.keyboard.press('ArrowRight')
    }
    await hand.press(page, page.getByRole('button', { name: 'Publish 1 file' }))
    await page.getByText('2 files added to the library.').waitFor()
    await showsImport(page, hand, api, job, 2)
  })
  await step(
    `${hand.name}: a file that cannot be decoded is imported anyway, with its original and the reason`,
    async () => {
      const broken = {
        name: `broken-${first}.jpg`,
        mimeType: 'image/jpeg',
        buffer: Buffer.from(`This is no picture, ${hand.name}.`),
      }
      const job = await chooseFiles(page, hand, [broken], jobs)
      await hand.press(page, page.getByRole('button', { name: new RegExp(`^Import broken-${first}`) }))
      await page.getByText('1 file added to the library.').waitFor()
      const [asset] = (await find(api, job)).response.data
      assert.ok(asset && (asset.metadata.problems ?? []).length > 0, 'the reason is kept')
      const original = await api.fetch(`/wedia/dam/variation?object=asset&id=${asset.id}&variation=original`)
      assert.equal(sha256(new Uint8Array(await original.arrayBuffer())), sha256(broken.buffer))
      await hand.press(page, page.getByRole('link', { name: /^Open the asset/ }))
      await page.getByRole('dialog').getByRole('alert').waitFor()
      await checkPage(page, 'An asset that could not be decoded')
    },
  )
  await step(`${hand.name}: no page logged an error`, async () => assert.deepEqual(errors, []))
}

async function listImports(
  { application, newPerson, step }: Stage,
  api: Api,
  hand: Hand,
  jobs: number[],
): Promise<void> {
  const { page, errors } = await newPerson()
  await beginSession(page, 'editor', application.password)
  const rows = page.getByRole('button', { name: /^More for / })
  await step(`${hand.name}: choosing no file does nothing`, async () => {
    const before = await countJobs(api)
    await page.goto('/import')
    const chooser = await openChooser(page, hand)
    await chooser.setFiles([])
    await waitForCalm(page)
    assert.equal(new URL(page.url()).searchParams.get('job'), null)
    assert.equal(await countJobs(api), before)
  })
  await step(`${hand.name}: more imports than a page holds are reached, down to the first`, async () => {
    for (let number = await countJobs(api); number < manyImports; number++)
      jobs.push(await createJob(api, `Import choices ${number}`))
    const all = await countJobs(api)
    assert.ok(all >= manyImports)
    await page.goto('/import')
    await rows.first().waitFor()
    for (let shown = await rows.count(); shown < all; shown = await rows.count()) {
      const more = page.getByRole('button', { name: 'Show more' })
      // It is the last of the page: from the front every row comes before it.
      if (hand === keyboard) await pressTabTo(page, more, 'Shift+Tab')
      await hand.press(page, more)
      await waitFor('more imports', async () => (await rows.count()) > shown)
    }
    assert.equal(await rows.count(), all)
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    await checkPage(page, 'Many imports')
  })
  await step(`${hand.name}: no list logged an error`, async () => assert.deepEqual(errors, []))
}

/** Chooses files on the import page, and waits until they are inspected; answers the import. */
async function chooseFiles(
  page: Page,
  hand: Hand,
  files: { name: string; mimeType: string; buffer: Buffer }[],
  jobs: number[],
): Promise<number> {
  await page.goto('/import')
  const chooser = await openChooser(page, hand)
  await chooser.setFiles(files)
  const job = await waitFor(
    'an import in the address',
    () => Number(new URL(page.url()).searchParams.get('job')) || null,
  )
  jobs.push(job)
  await waitFor(
    'inspected files',
    async () =>
      (await page
        .getByRole('row')
        .filter({ hasText: /Ready|Skipped|Damaged/ })
        .count()) === files.length,
  )
  return job
}

async function openChooser(page: Page, hand: Hand): Promise<FileChooser> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hand.press(page, page.getByRole('button', { name: 'Choose files' }).first()),
  ])
  return chooser
}

/** Goes to Browse by the button of the import: its assets are shown, as many as it has. */
async function showsImport(page: Page, hand: Hand, api: Api, job: number, count: number): Promise<void> {
  await hand.press(page, page.getByRole('link', { name: 'View in Browse' }))
  await page.waitForURL(
    (url) => url.pathname === '/browse' && url.searchParams.get('is.importjob') === String(job),
  )
  await page.getByRole('heading', { level: 1, name: `${count} assets` }).waitFor()
  const made = (await listItems(api, job)).flatMap(({ asset }) => asset?.id ?? []).toSorted((a, b) => a - b)
  assert.deepEqual(
    (await find(api, job)).response.data.map(({ id }) => id).toSorted((a, b) => a - b),
    made,
  )
  const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').getByRole('link')
  await tiles.nth(count - 1).waitFor()
  const shown = await tiles.evaluateAll((links) =>
    links.map((link) => Number(/\/browse\/(\d+)/.exec((link as HTMLAnchorElement).href)?.[1])),
  )
  assert.deepEqual(
    shown.toSorted((a, b) => a - b),
    made,
  )
  await page.goBack()
}

function find(api: Api, job: number): Promise<Found> {
  return api.call<Found>(
    'GET',
    `/rest/dam/data/asset?max=100&query=${encodeURIComponent(JSON.stringify({ importjob: job }))}`,
  )
}

async function countJobs(api: Api): Promise<number> {
  let count = 0
  for (let after = ''; ;) {
    const { links, response } = await api.call<{
      links: { nextResultsToken?: string }
      response: { data: unknown[] }
    }>('GET', `/rest/massimport/job?max=100${after}`)
    count += response.data.length
    if (!links.nextResultsToken) return count
    after = `&after=${encodeURIComponent(links.nextResultsToken)}`
  }
}

/** Removes an import with the assets that it made. */
async function removeImport(api: Api, job: number): Promise<void> {
  for (const { asset } of await listItems(api, job))
    if (asset) await api.call('DELETE', `/rest/dam/data/asset/${asset.id}`)
  await api.call('DELETE', `/rest/massimport/job/${job}`)
}
