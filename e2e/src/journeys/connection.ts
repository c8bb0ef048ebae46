import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { newPerson, signIn } from '../open-browser.ts'
import { withApplication } from '../start-application.ts'
import { waitFor } from '../wait-for.ts'

/** What no person should read: codes, and what browsers and libraries say to developers. */
const notForPeople =
  /Failed to fetch|NetworkError|dynamically imported|\bnetwork\b|NO CODE|untrapped|error occured|TypeError|undefined/i

const banner = (page: Page): Locator => page.getByRole('status').getByText('No connection to the server')

/**
 * The server or the network goes away and comes back: what is loaded stays, one banner says so, and all goes
 * on by itself.
 */
export const connectionJourney: Journey = {
  name: 'Connection',
  async run(stage) {
    for (const hand of [mouse, keyboard]) await loseNetwork(stage, hand)
    await loseServer(stage)
    await meetNewBuild(stage)
  },
}

async function loseNetwork({ application, newPerson: comes, step }: Stage, hand: Hand): Promise<void> {
  const { page, context } = await comes()
  const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
  const box = page.getByRole('banner').getByLabel('Search', { exact: true })
  await step(
    `${hand.name}: without the network what is loaded stays, and one banner says what happens`,
    async () => {
      await signIn(page, 'editor', application.password, '/browse')
      await tiles.nth(8).waitFor()
      await context.setOffline(true)
      await hand.type(page, box, 'night')
      await banner(page).waitFor()
      assert.equal(await banner(page).count(), 1)
      // Longer than all tries of one request take.
      await page.waitForTimeout(6000)
      assert.ok((await tiles.count()) >= 8, 'the pictures are gone')
      await showsNothingTechnical(page)
      await checkPage(page, 'Without the network')
    },
  )
  await step(`${hand.name}: a page that is not loaded yet is waited for`, async () => {
    await hand.press(
      page,
      page
        .getByRole('navigation', { name: 'Main navigation' })
        .first()
        .getByRole('link', { name: 'Searches' }),
    )
    await page.waitForTimeout(1500)
    await banner(page).waitFor()
    await showsNothingTechnical(page)
  })
  await step(`${hand.name}: when the network is back the banner goes and all goes on by itself`, async () => {
    await context.setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.pathname === '/searches')
    // The heading of the page before stands until this one is there.
    await page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^\d+ assets?$/ }).waitFor()
    await showsNothingTechnical(page)
  })
}

async function loseServer({ browser, step }: Stage): Promise<void> {
  await step('when the server ends and starts again, who is in a page goes on in it', async () =>
    withApplication({}, async (application) => {
      const { page, context } = await newPerson(browser, application.url)
      await signIn(page, 'admin', application.password, '/browse')
      await page.getByRole('heading', { level: 1, name: /^No assets?$/ }).waitFor()
      await application.kill()
      await page
        .getByRole('navigation', { name: 'Main navigation' })
        .first()
        .getByRole('link', { name: 'Carts' })
        .click()
      await banner(page).waitFor()
      await page.getByRole('button', { name: 'Try again' }).first().press('Enter')
      await showsNothingTechnical(page)
      await application.start()
      await banner(page).waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: 'Carts' }).waitFor()
      await context.close()
    }),
  )
}

async function meetNewBuild({ application, newPerson: comes, step }: Stage): Promise<void> {
  const { page } = await comes()
  const part = /\/assets\/downloads-page-.*\.js/
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await step('where the server has a newer build, the page is loaded again, once', async () => {
    await signIn(page, 'editor', application.password, '/carts')
    await page.getByRole('heading', { level: 1, name: 'Carts' }).waitFor()
    loads = 0
    // The part of the older build is gone; after the page was loaded again it is that of the newer one.
    await page.route(part, (route) =>
      loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    await openDownloads(page)
    await page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
    assert.equal(loads, 1)
  })
  await step('a part that stays missing does not load the page again and again', async () => {
    await page.unroute(part)
    await page.route(/\/assets\/account-page-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    loads = 0
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.locator('a[href="/account"]').click()
    await page.getByRole('alert').waitFor()
    await page.waitForTimeout(1500)
    assert.ok(loads <= 1, `${loads} loads`)
    await waitFor(
      'a plain sentence',
      async () => !notForPeople.test(await page.getByRole('main').innerText()),
    )
  })
}

async function openDownloads(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Downloads/ })
    .click()
  await page
    .getByRole('link', { name: /downloads/i })
    .first()
    .click()
}

async function showsNothingTechnical(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  assert.equal(notForPeople.exec(text)?.[0], undefined, text.slice(0, 1500))
}
