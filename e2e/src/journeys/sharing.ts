import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { createJob, listItems, publish, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { hasFocus } from '../has-focus.ts'
import { pressArrowTo } from '../press-arrow-to.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

const cartName = 'For the press'
const largeBytes = 60 * 1024 ** 2

/**
 * A link is sent by mail, opened with a wrong, then the right password, by so many visitors; its log is read;
 * it is recalled in the middle of a download.
 */
export const sharingJourney: Journey = {
  name: 'Sharing',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { response } = await api.call<{ response: { data: { id: number }[] } }>(
      'GET',
      `/rest/dam/data/asset?max=3&query=${encodeURIComponent('{"status":6}')}`,
    )
    const ids = [...response.data.map(({ id }) => id), await addLargeAsset(api)]
    const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
      name: cartName,
      items: { asset: ids },
    })
    const [owner, admin] = [await newPerson(), await newPerson()]
    const visitors = [
      await newPerson({ userAgent: 'Visitor/1' }),
      await newPerson({ userAgent: 'Visitor/2' }),
    ]
    let link = { url: '', password: '' }

    await step('a link with a password, for one visitor, is made and sent by keyboard alone', async () => {
      const { page } = owner
      await signIn(page, 'editor', application.password, `/carts/${cart}`)
      await page.getByRole('heading', { name: cartName }).waitFor()
      link = await makeLinkByKeyboard(page)
      await checkPage(page, 'A link that was made and sent')
      await page.keyboard.press('Escape')
    })
    await step('the card of the cart says that a link to it lives, and until when', async () => {
      const { page } = owner
      await page.goto('/carts')
      const card = page.getByRole('article').filter({ has: page.locator(`a[href="/carts/${cart}"]`) })
      await card.getByText(/^One link, expires /).waitFor({ state: 'attached' })
      await checkPage(page, 'Carts with links')
    })
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: the menu of the card of a cart downloads and shares it`, () =>
        takeFromCard(hand, owner.page),
      )
    await step(
      'the mail stands in the outbox that the administrator reads, with the link and without the password',
      async () => {
        const { page } = admin
        await signIn(page, 'admin', application.password, '/administration?section=outbox')
        await page
          .getByRole('button', { name: `Editor shared “${cartName}” with you` })
          .first()
          .click()
        const text = await page.getByLabel('Message text').innerText()
        assert.ok(text.includes(link.url) && !text.includes(link.password), text)
        await checkPage(page, 'The outbox')
      },
    )
    await step(
      'a visitor with a wrong password is let in by the right one, by keyboard alone; the next visitor comes too late',
      async () => {
        const [first, second] = visitors.map(({ page }) => page) as [Page, Page]
        await first.goto(link.url)
        await keyboard.type(first, first.getByLabel(/^Password/), 'not it')
        await first.keyboard.press('Enter')
        await first.getByText('Wrong password').waitFor()
        await keyboard.type(first, first.getByLabel(/^Password/), link.password)
        await first.keyboard.press('Enter')
        await first.getByText(`${ids.length} assets`).waitFor()
        await pressTabTo(first, first.locator('[data-index="0"] a'))
        await first.keyboard.press('Enter')
        await first.getByRole('dialog').waitFor()
        await first.keyboard.press('Escape')
        await first.getByRole('dialog').waitFor({ state: 'detached' })
        await second.goto(link.url)
        await second.getByLabel(/^Password/).fill(link.password)
        await second.keyboard.press('Enter')
        await second.getByRole('heading', { name: 'Visitor limit reached' }).waitFor()
        await checkPage(second, 'A link that is used up')
        // In another language it is said as well, and the password not asked for again.
        await second.getByRole('button', { name: 'Français' }).press('Enter')
        await second.getByRole('heading', { name: 'Limite de visiteurs atteinte' }).waitFor()
        await second.waitForLoadState('networkidle')
        await second.getByRole('heading', { name: 'Limite de visiteurs atteinte' }).waitFor()
        await second.getByRole('button', { name: 'English' }).press('Enter')
        await second.getByRole('heading', { name: 'Visitor limit reached' }).waitFor()
      },
    )
    await step('the owner reads who opened it', async () => {
      const { page } = owner
      await page.goto(`/carts/${cart}`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog').getByText('1 of 1 visitor').waitFor()
      await page.getByRole('button', { name: `Who opened “${cartName}”` }).click()
      await page.getByText('Opened the link').waitFor()
      await checkPage(page, 'The log of a link')
    })
    await step('recalled in the middle of a download, it ends at once', async () => {
      const bearer = `Basic ${btoa(`:${link.password}`)}`
      const shareId = link.url.split('/').at(-1) ?? ''
      const answer = await fetch(`${application.url}/wedia/cart/withShare/${shareId}/zip`, {
        method: 'POST',
        headers: { authorization: bearer, 'user-agent': 'Visitor/1', 'content-type': 'application/json' },
        body: '{"withContactSheet":false}',
      })
      assert.equal(answer.status, 200)
      const reader = answer.body?.getReader()
      assert.ok((await reader?.read())?.value)
      await owner.page
        .getByRole('dialog')
        .getByRole('button', { name: `Revoke this link: ${cartName}` })
        .click()
      await owner.page.getByText(`The link “${cartName}” was revoked`).waitFor()
      await assert.rejects(async () => {
        for (let part = await reader?.read(); !part?.done; part = await reader?.read());
      })
      await visitors[0]?.page.reload()
      await visitors[0]?.page.getByRole('heading', { name: 'This link is no longer active' }).waitFor()
    })
    await step('a link to the archive alone shows nothing but its download', async () => {
      const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareZip/${cart}`, {
        name: 'The archive',
        profile: 'originals',
      })
      const { page } = visitors[1] ?? owner
      await page.goto(url)
      await page.getByRole('heading', { name: 'The archive' }).waitFor()
      assert.equal(await page.getByRole('list', { name: 'Assets' }).count(), 0)
      await checkPage(page, 'A shared archive')
      const saving = page.waitForEvent('download')
      await pressTabTo(page, page.getByRole('button', { name: 'Download the archive' }))
      await page.keyboard.press('Enter')
      assert.equal((await saving).suggestedFilename(), 'The archive.zip')
    })
    await step(
      'by keyboard alone, a collection is shared from its filter: the link follows it and gives small files alone',
      async () => {
        const { page } = owner
        await page.goto('/browse')
        const url = await shareCollection(page, 'Coasts')
        const carts = await api.call<{ name: string; content: string }[]>('GET', '/wedia/cart/listCarts')
        assert.equal(carts.find(({ name }) => name === 'Coasts')?.content, 'cursor')
        await page.keyboard.press('Escape')
        const { page: visited } = visitors[1] ?? owner
        await visited.goto(url)
        await visited.getByRole('heading', { name: 'Coasts' }).waitFor()
        await visited.getByRole('link', { name: /./ }).first().waitFor()
        await checkPage(visited, 'A link that gives some files')
        await readInFrench(visited)
        await takeSmallFile(visited)
      },
    )
    await step('all results of a search are shared by a command, as they are now', async () => {
      const { page } = owner
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Commands' }).fill('Share')
      await page.getByRole('button', { name: 'Share', exact: true }).last().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: /^the \d+ assets found now/ }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })
    await step(
      'while the server is busy a link says so and tries again by itself, with the password that was given',
      async () => {
        const password = 'a password for the crowd'
        const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${cart}`, { password })
        const { page } = await newPerson()
        const busy = page.getByRole('heading', { name: 'The server is busy right now' })
        await refuse(page)
        await page.goto(url)
        await busy.waitFor()
        await page.getByText(/^Trying again in \d+ seconds?\./).waitFor()
        await checkPage(page, 'A link while the server is busy')
        await page.unroute(opening)
        await page.getByLabel(/^Password/).waitFor()
        await refuse(page, 1)
        await keyboard.type(page, page.getByLabel(/^Password/), password)
        await page.keyboard.press('Enter')
        await busy.waitFor()
        await page.getByText(`${ids.length} assets`).waitFor()
      },
    )
    await step('no page logged an error', async () =>
      assert.deepEqual(
        [owner, admin, ...visitors].flatMap(({ errors }) => errors),
        [],
      ),
    )
  },
}

const opening = '**/withShare/*/view*'

/** The next openings of a link are answered as in a crowd: so many, or all. */
function refuse(page: Page, times?: number): Promise<unknown> {
  const json = { error: '503/2091', code: 'server_busy', message: 'Busy', data: { seconds: 2 } }
  const headers = { 'retry-after': '2' }
  return page.route(
    opening,
    (route) => route.fulfill({ status: 503, headers, json }),
    times === undefined ? {} : { times },
  )
}

/** Opens the dialogs of the menu of a card. */
async function takeFromCard(hand: Hand, page: Page): Promise<void> {
  const actions = page.getByRole('button', { name: `Actions on ${cartName}` })
  for (const [name, title] of [
    ['Download', 'Download'],
    ['Share', `Share “${cartName}”`],
  ] as const) {
    await hand.press(page, actions)
    const entry = page.getByRole('menuitem', { name })
    await entry.waitFor()
    if (hand === mouse) await entry.click()
    else {
      await pressArrowTo(page, entry)
      await page.keyboard.press('Enter')
    }
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(actions)
  }
}

/** Opens the menu of a node of the filters by its key, and shares what it has; the address of the link. */
async function shareCollection(page: Page, name: string): Promise<string> {
  const node = page.getByRole('treeitem', { name })
  await node.waitFor()
  await pressTabTo(page, page.getByRole('tree', { name: 'Collections' }).locator('[tabindex="0"]'))
  await pressArrowTo(page, node)
  const entry = page.getByRole('menuitem', { name: /^Share/ })
  await page.keyboard.press('Shift+F10')
  await entry.waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(node)
  await page.keyboard.press('Shift+F10')
  await entry.waitFor()
  await checkPage(page, 'The menu of a collection')
  await pressArrowTo(page, entry)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Share “${name}”` })
  await dialog.waitFor()
  await pressTabTo(page, dialog.getByRole('radio', { name: /^the \d+ assets? found now/ }), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await pressTabTo(page, dialog.getByRole('combobox', { name: 'Files' }))
  await chooseOption(page, /^Only some/)
  await dialog.getByRole('checkbox', { name: /640/ }).waitFor()
  for (const other of [/^For print/, /1600/]) {
    await pressTabTo(page, dialog.getByRole('checkbox', { name: other }))
    await page.keyboard.press('Space')
  }
  await checkPage(page, 'Sharing a collection')
  await pressTabTo(page, dialog.getByRole('button', { name: 'Create the link' }))
  await page.keyboard.press('Enter')
  await dialog.getByText(/^The link is ready/).waitFor()
  return dialog.getByLabel('Link', { exact: true }).inputValue()
}

/** Opens the list of the field that has the focus, and takes an option of it. */
async function chooseOption(page: Page, name: RegExp): Promise<void> {
  const option = page.getByRole('option', { name })
  await page.keyboard.press('ArrowDown')
  await option.waitFor()
  while ((await option.getAttribute('data-combobox-selected')) === null)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** A visitor chooses the smallest file of one picture; the original is not to be had. */
/** What the server names is read again in the language that the visitor chooses. */
async function readInFrench(page: Page): Promise<void> {
  for (const [language, label, name] of [
    ['Français', 'Fichiers', 'Web et documents'],
    ['English', 'Files', 'Web and documents'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    const files = page.getByRole('combobox', { name: label })
    await waitFor(name, async () => (await files.inputValue()).startsWith(name))
  }
}

async function takeSmallFile(page: Page): Promise<void> {
  const files = page.getByRole('combobox', { name: 'Files' })
  assert.match(await files.inputValue(), /1200/)
  await pressTabTo(page, files)
  await chooseOption(page, /640/)
  assert.match(await files.inputValue(), /640/)
  await pressTabTo(page, page.locator('[data-index="0"] a'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await checkPage(page, 'An asset of a link that gives some files')
  const saving = page.waitForEvent('download')
  await pressTabTo(page, dialog.getByRole('button', { name: /^Download/ }))
  await page.keyboard.press('Enter')
  const saved = await readFile(await (await saving).path())
  const { width, height } = await sharp(saved).metadata()
  assert.equal(Math.max(width, height), 640)
  const source = new URL((await dialog.locator('img').first().getAttribute('src')) ?? '', page.url())
  source.searchParams.set('variation', 'original')
  assert.equal((await page.request.get(source.href)).status(), 403)
}

/** An original that takes long enough to send. */
async function addLargeAsset(api: Api): Promise<number> {
  const job = await createJob(api, 'Large')
  await upload(api, job, [{ name: 'large.bin', bytes: new Uint8Array(randomBytes(largeBytes)) }])
  await waitForItems(api, job, 1)
  await publish(api, job)
  return waitFor('the large asset', async () => (await listItems(api, job))[0]?.asset?.id ?? null)
}

async function makeLinkByKeyboard(page: Page): Promise<{ url: string; password: string }> {
  await pressTabTo(page, page.getByRole('button', { name: 'Share', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('heading', { name: 'Links' })
    .or(dialog.getByRole('textbox', { name: 'Name' }))
    .first()
    .waitFor()
  await checkPage(page, 'The share dialog')
  await pressTabTo(page, dialog.getByLabel('Send the link by e-mail to'))
  await page.keyboard.type('ana@example.org,')
  await pressTabTo(page, dialog.getByLabel('Visitor limit'))
  await page.keyboard.type('1')
  await pressTabTo(page, dialog.getByRole('switch', { name: 'Ask for a password' }))
  await page.keyboard.press('Space')
  await pressTabTo(page, dialog.getByRole('button', { name: 'Create the link and send it' }))
  await page.keyboard.press('Enter')
  await dialog.getByText('Sent to one person.').waitFor()
  return {
    url: await dialog.getByLabel('Link', { exact: true }).inputValue(),
    password: await dialog.getByLabel('Password for visitors').inputValue(),
  }
}
