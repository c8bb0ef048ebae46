import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { createJob, listItems, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
]
const contributorRole = 3
const none = { sizeBytes: null, files: null }

interface Account {
  readonly id: number
  readonly login: string
}
interface Use {
  readonly sizeBytes: number
  readonly files: number
}

/** How much a person may store: given by an administrator, read by the person, and met by their uploads. */
export const storageLimitsJourney: Journey = {
  name: 'Storage limits',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const own = await openApi(application.url, 'contributor', application.password)
    const { accounts } = await api.call<{ accounts: readonly Account[] }>(
      'GET',
      '/rest/administration/accounts',
    )
    const idOf = (wanted: string) => accounts.find(({ login }) => login === wanted)?.id ?? 0
    const id = idOf('contributor')
    const limit = (storageLimit: object, account = id) =>
      api.call('PATCH', `/rest/administration/accounts/${account}`, { storageLimit })
    const used = () => own.call<Use>('GET', '/rest/account/storage')
    const administrator = await newPerson()
    const person = await newPerson()
    await signIn(administrator.page, 'admin', application.password)
    await signIn(person.page, 'contributor', application.password)

    for (const [hand, gigabytes] of [
      [mouse, '2.5'],
      [keyboard, '1.5'],
    ] as const) {
      await step(`${hand.name}: a limit is given to a person`, async () => {
        const { page } = administrator
        await giveLimit(page, hand, `section=users&account=${id}`, gigabytes)
        await page.getByText(` of ${gigabytes} GB used`).waitFor()
        if (hand === mouse) await checkPage(page, 'The storage limit of a person')
      })
    }
    await step('a limit is given to everybody of a role', async () => {
      await giveLimit(administrator.page, mouse, `section=roles&role=${contributorRole}`, '1.2')
      await checkPage(administrator.page, 'The storage limit of a role')
      const { limit: given } = await own.call<{ limit: Use }>('GET', '/rest/account/storage')
      assert.equal(given.sizeBytes, 1_200_000_000)
    })
    await step('the person reads how much is used, and where uploads begin, at every width', async () => {
      const { page } = person
      for (const [address, heading] of [
        ['/account', 'My account'],
        ['/import', 'Import'],
      ] as const) {
        await page.goto(address)
        await page.getByRole('heading', { name: heading, exact: true }).waitFor()
        await page.getByText(' of 1.2 GB used').waitFor()
        for (const size of windows) {
          await page.setViewportSize(size)
          await page.getByText(' of 1.2 GB used').scrollIntoViewIfNeeded()
          await checkPage(page, `Storage of one's own at ${address}, ${size.width} px`)
        }
      }
    })
    await step('what does not fit is named before anything is sent, the others go on', async () => {
      const { page } = person
      const [small, large] = [await draw('small', 60), await draw('large', 700)]
      await limit({ sizeBytes: (await used()).sizeBytes + small.buffer.length + 2000, files: null })
      await choose(page, [large, small])
      await page.getByText(/One file does not fit in your storage .* large\.jpg/).waitFor()
      await page.getByRole('row', { name: /small\.jpg/ }).waitFor()
      await page.getByRole('row', { name: /large\.jpg/ }).waitFor({ state: 'detached' })
      await checkPage(page, 'A file that does not fit')
    })
    await step('a file that the server refuses says why, and goes once something was deleted', async () => {
      const { page } = person
      const jobId = await createJob(own, 'To be deleted')
      const [kept, next] = [await draw('kept', 300), await draw('next', 290)]
      await limit(none)
      await upload(own, jobId, [{ name: kept.name, bytes: new Uint8Array(kept.buffer) }])
      await waitForItems(own, jobId, 1)
      await limit({ sizeBytes: (await used()).sizeBytes + 1000, files: null })
      // A page that cannot learn how much room there is hears of it from the server.
      await page.route('**/rest/account/storage*', (route) => route.abort())
      await page.goto('/import')
      await choose(page, [next])
      const row = page.getByRole('row', { name: /next\.jpg/ })
      await row.getByText('The storage limit is reached:').waitFor()
      await checkPage(page, 'A file that was refused')
      await deleteFirst(own, jobId)
      await row.getByRole('button', { name: 'Retry upload of next.jpg' }).click()
      await row.getByText('The storage limit is reached:').waitFor({ state: 'detached' })
      await page.unroute('**/rest/account/storage*')
      await row.getByText('Ready').waitFor()
    })
    await step('an administrator sees the limit in Storage, at every width', async () => {
      const { page } = administrator
      await limit({ sizeBytes: 5_000_000_000, files: 2000 }, idOf('editor'))
      await page.goto('/administration?section=storage')
      const owners = page.getByRole('table', { name: 'By owner' })
      await owners.getByText(' of 5 GB used').waitFor()
      for (const size of windows) {
        await page.setViewportSize(size)
        await owners.scrollIntoViewIfNeeded()
        await checkPage(page, `Storage by owner with limits at ${size.width} px`)
      }
    })
    await limit(none)
    await limit(none, idOf('editor'))
    await api.call('PUT', `/rest/administration/roles/${contributorRole}`, { storageLimit: none })
    await step('no page logged an error', async () => {
      assert.deepEqual(administrator.errors, [])
      assert.deepEqual(
        person.errors.filter((error) => !/413|ERR_FAILED/.test(error)),
        [],
      )
    })
  },
}

async function giveLimit(page: Page, hand: Hand, address: string, gigabytes: string): Promise<void> {
  await page.goto(`/administration?${address}`)
  const field = page.getByLabel('Size in GB')
  await hand.type(page, field, gigabytes)
  await field.press('Tab')
  await hand.press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
}

async function draw(
  name: string,
  width: number,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const raw = { width, height: 40, channels: 3 } as const
  const buffer = await sharp(randomBytes(width * 40 * 3), { raw })
    .jpeg()
    .toBuffer()
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}

async function choose(
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).first().click()
  await (await chooser).setFiles([...files])
}

async function deleteFirst(api: Api, jobId: number): Promise<void> {
  const [item] = await listItems(api, jobId)
  await api.call('DELETE', `/rest/massimport/data/item/${item?.id ?? 0}`)
}
