import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { downloadInPieces } from '../download-in-pieces.ts'
import { listItems, sha256, waitForItems, type ImportItem } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn, type Person } from '../open-browser.ts'
import { pictureDistance } from '../picture-distance.ts'
import { getSamples } from '../samples.ts'
import { testArchive } from '../test-archive.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const cartSize = 30
const cutCount = 50
/** Pictures that show the same are nearer than this, others farther: 0 to 255. */
const sameWithin = 14
const cartName = 'For the brochure'
const longTask = { timeout: 180_000 }

/** The first show: from files on a disk to an archive at a visitor's, and the end of the link. */
export const firstShowJourney: Journey = {
  name: 'First show',
  async run({ application, newPerson, step }) {
    const samples = await getSamples()
    const api = await openApi(application.url, 'editor', application.password)
    const editor = await newPerson()
    const visitor = await newPerson()
    const { page } = editor
    const before = await countAssets(api)
    const good = samples.files.filter(({ isBroken }) => !isBroken)
    let items: ImportItem[] = []
    try {
      await step(
        `${samples.files.length} ${samples.origin} are imported in the browser; every broken one says why`,
        async () => {
          await signIn(page, 'editor', application.password)
          await page.getByRole('link', { name: 'Import' }).first().click()
          await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
          await checkPage(page, 'Imports')
          const choosing = page.waitForEvent('filechooser')
          await page.getByRole('button', { name: 'Choose files' }).first().click()
          await (await choosing).setFiles(samples.files.map(({ path }) => path))
          const jobId = await waitFor(
            'an import in the address',
            () => Number(new URL(page.url()).searchParams.get('job')) || null,
          )
          await waitForItems(api, jobId, samples.files.length)
          items = await listItems(api, jobId)
          for (const { name, isBroken } of samples.files) {
            const item = items.find(({ filename }) => filename === name)
            if (!isBroken)
              assert.equal(item?.status.name, 'ready', `${name}: ${JSON.stringify(item?.problems)}`)
            else assert.ok((item?.problems[0]?.message ?? '').length > 10, `${name} says nothing`)
          }
          await page.getByText(/damaged, not imported/).waitFor()
          await checkPage(page, 'An import')
        },
      )
      await step('D1.01 D1.07 what is ready becomes assets, with one click', async () => {
        const ready = items.filter(({ status }) => status.name === 'ready').length
        await page.getByRole('button', { name: `Publish ${ready} files` }).click()
        await page.getByText(`${ready} files added to the library.`).waitFor(longTask)
        assert.equal(await countAssets(api), before + ready)
        items = await listItems(api, Number(new URL(page.url()).searchParams.get('job')))
        for (const { name } of good)
          assert.ok(items.find(({ filename }) => filename === name)?.asset, `${name} is no asset`)
      })
      await step(`every good file has a thumbnail, those of all orientations the right way up`, async () => {
        for (const { filename, asset } of items)
          if (asset) assert.equal((await getThumbnail(api, asset.id)).type.split('/')[0], 'image', filename)
        await showRightWayUp(api, items)
      })
      await step('facets count right', async () => {
        await page.getByRole('link', { name: 'Browse' }).first().click()
        const { response } = await api.call<{
          response: { total: number; aggregates: Record<string, { count: number; data: { name: string } }[]> }
        }>('GET', '/rest/dam/data/asset?max=1&withAggregates=true&aggFields=rootnature')
        await page.getByRole('heading', { level: 1, name: `${response.total} assets` }).waitFor()
        const films = response.aggregates['rootnature']?.find(({ data }) => data.name === 'VIDEO')?.count
        await page
          .getByRole('listitem')
          .filter({ has: page.getByRole('checkbox', { name: 'Video' }) })
          .getByText(String(films), { exact: true })
          .waitFor()
        const counted = (response.aggregates['rootnature'] ?? []).reduce((sum, { count }) => sum + count, 0)
        assert.equal(counted, response.total)
      })
      let link = { url: '', password: '' }
      await step(
        `P1.01 ${cartSize} assets go into a cart, and a link with a password is made of it`,
        async () => {
          await putIntoCart(page)
          link = await shareCart(page)
          assert.ok(link.password.length >= 6)
        },
      )
      const addresses = new Set<string>()
      visitor.page.on('request', (request) => {
        if (/ticket=|downloadCart/.test(request.url())) addresses.add(request.url())
      })
      let archive = { url: '', path: '' }
      await step(
        'P1.02 a visitor in another browser opens it with a wrong, then the right password, with a mouse, and downloads it',
        async () => {
          await openShare(visitor, link)
          archive = await downloadAll(visitor.page)
          addresses.add(archive.url)
        },
      )
      await step(
        `cut at ${cutCount} random places and resumed, it has the same SHA-256 as uncut`,
        async () => {
          const whole = await readFile(archive.path)
          assert.equal(await downloadInPieces(archive.url, cutCount), sha256(whole))
          const uncut = new Uint8Array(await (await fetch(archive.url)).arrayBuffer())
          assert.equal(sha256(uncut), sha256(whole))
        },
      )
      await step('unzip, 7z and Python accept it', async () => testArchive(archive.path))
      await step(
        'one click ends the link: the page and every address given out answer 404 at once',
        async () => {
          assert.ok(
            [...addresses].filter((url) => url.includes('ticket=')).length >= 10,
            'pictures were shown',
          )
          await endLink(page)
          const statuses = await Promise.all([...addresses].map(async (url) => (await fetch(url)).status))
          assert.deepEqual([...new Set(statuses)], [404])
          await visitor.page.reload()
          await visitor.page.getByRole('heading', { name: 'This link is no longer active' }).waitFor()
          await checkPage(visitor.page, 'A link that has ended')
        },
      )
      await step('no page logged an error', async () =>
        assert.deepEqual([...editor.errors, ...visitor.errors], []),
      )
    } finally {
      await samples.remove()
    }
  },
}

async function countAssets(api: Api): Promise<number> {
  return (await api.call<{ response: { total: number } }>('GET', '/rest/dam/data/asset?max=1')).response.total
}

async function getThumbnail(api: Api, id: number): Promise<{ type: string; bytes: Uint8Array }> {
  const answer = await api.fetch(`/wedia/dam/variation?object=asset&id=${id}&variation=thumbnailBig`)
  assert.equal(answer.status, 200, `thumbnail of ${id}`)
  return { type: answer.headers.get('content-type') ?? '', bytes: new Uint8Array(await answer.arrayBuffer()) }
}

/** Compares the eight orientations in both directions with the upright one. */
async function showRightWayUp(api: Api, items: readonly ImportItem[]): Promise<void> {
  for (const direction of ['landscape', 'portrait']) {
    const thumbnails = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => {
        const asset = items.find(({ filename }) => filename === `${direction}_${orientation}.jpg`)?.asset
        assert.ok(asset, `${direction}_${orientation}.jpg`)
        return (await getThumbnail(api, asset.id)).bytes
      }),
    )
    const [upright = new Uint8Array(), ...others] = thumbnails
    const distances = await Promise.all(others.map((one) => pictureDistance(upright, one)))
    assert.ok(
      distances.every((distance) => distance < sameWithin),
      `${direction}: ${distances.map((one) => one.toFixed(1)).join(', ')}`,
    )
  }
}

async function putIntoCart(page: Page): Promise<void> {
  const first = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().getByRole('link')
  await first.focus()
  await page.keyboard.press('Space')
  for (let more = 1; more < cartSize; more++) await page.keyboard.press('Shift+ArrowRight')
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText(`${cartSize} selected`).waitFor()
  await bar.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('textbox', { name: 'Find or name a cart' }).fill(cartName)
  await page.getByRole('option', { name: `Create “${cartName}”` }).click()
  await page.getByText(`${cartSize} assets added to “${cartName}”`).waitFor()
  await page.keyboard.press('Escape')
}

async function shareCart(page: Page): Promise<{ url: string; password: string }> {
  await page.getByRole('link', { name: 'Carts' }).first().click()
  await page.getByRole('heading', { name: 'Carts', level: 1 }).waitFor()
  await checkPage(page, 'Carts')
  await page.getByRole('link', { name: cartName }).first().click()
  await page.getByRole('heading', { name: cartName }).waitFor()
  await checkPage(page, 'A cart')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: 'Ask for a password' }).click({ force: true })
  await checkPage(page, 'The share dialog with a password')
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  await dialog.getByText('The link is ready').waitFor()
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue()
  const password = await dialog.getByLabel('Password for visitors').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return { url, password }
}

async function openShare(
  { page }: Person,
  { url, password }: { url: string; password: string },
): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { name: 'This link needs a password' }).waitFor()
  await checkPage(page, 'The password of a link')
  await page.getByLabel(/^Password/).fill(`not ${password}`)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Wrong password').waitFor()
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'password' }).waitFor()
  await page.getByText(`${cartSize} assets`).waitFor()
  await waitForCalm(page)
  await checkPage(page, 'A shared cart')
}

async function downloadAll(page: Page): Promise<{ url: string; path: string }> {
  const saving = page.waitForEvent('download', longTask)
  await page.getByRole('button', { name: /^Download all/ }).click()
  const download = await saving
  return { url: download.url(), path: await download.path() }
}

async function endLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Revoke this link: ${cartName}` })
    .click()
  await page.getByText(`The link “${cartName}” was revoked`).waitFor()
}
