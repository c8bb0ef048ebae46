import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn, type Person } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

const banner = (page: Page): Locator => page.getByRole('status').getByText('No connection to the server')
// Whatever the language.
const tiles = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.locator('[data-act="open"]') })
const list = '/browse?is.rootnature=1&order=name+asc'
const unseen = '/browse?is.rootnature=2'
const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/**
 * The application without the server: what was seen can be seen again, nothing can be changed, nothing stays
 * of whoever signs out; it is installed as an app, and takes files that other apps share.
 */
export const offlineJourney: Journey = {
  name: 'Offline and installed',
  async run(stage) {
    // One browser for all of it: each new one takes the whole application into its store.
    const person = await stage.newPerson({ serviceWorkers: 'allow' })
    await signIn(person.page, 'editor', stage.application.password)
    await hasWorker(person.page)
    for (const hand of [mouse, keyboard]) await lookOffline(stage, person, hand)
    await chooseNotTo(stage, person)
    await install(stage, person)
    await lookAtScreens(stage, person)
    await changePeople(stage, person)
  },
}

/** Opens a list through the service worker. */
async function openList(page: Page): Promise<void> {
  await page.goto(list)
  await picturesAreThere(page)
}

async function hasWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
}

/** The pictures of the first tiles are painted, not only their places. */
async function picturesAreThere(page: Page): Promise<void> {
  await tiles(page).nth(2).locator('img[data-loaded]').waitFor()
}

async function lookOffline(stage: Stage, { page, context, errors }: Person, hand: Hand): Promise<void> {
  const { application, step } = stage
  await openList(page)
  const api = await openApi(application.url, 'editor', application.password)
  const name = `Offline ${hand.name}`
  const [made] = await api.call<{ id: string }[]>('POST', '/wedia/cart/createCart', { name })
  await step(`${hand.name}: what was seen is there when the page is opened without the network`, async () => {
    const first = tiles(page).first().getByRole('link').first()
    await hand.press(page, first)
    const dialog = page.getByRole('dialog').first()
    await dialog.locator('img[data-loaded]').first().waitFor()
    const title = await dialog.getByRole('heading').first().innerText()
    await page.keyboard.press('Escape')
    await page.goto('/carts')
    await page.getByRole('main').getByText(name).first().waitFor()
    await page.goto(list)
    await picturesAreThere(page)
    await context.setOffline(true)
    await page.reload()
    await picturesAreThere(page)
    await banner(page).waitFor()
    await page.getByText('You see saved copies, read-only').waitFor()
    await hand.press(page, tiles(page).first().getByRole('link').first())
    await page.getByRole('dialog').first().getByRole('heading', { name: title }).first().waitFor()
    await page.keyboard.press('Escape')
    await checkPage(page, 'A list without the server')
  })
  await step(`${hand.name}: what was not seen is said to need the server; nothing is changed`, async () => {
    await hand.type(
      page,
      page.getByRole('banner').getByLabel('Search', { exact: true }),
      'never asked before',
    )
    await page.keyboard.press('Enter')
    await banner(page).waitFor()
    const text = await page.locator('body').innerText()
    assert.doesNotMatch(text, /Failed to fetch|NetworkError|TypeError|undefined/)
    await page.goto(unseen)
    await page.getByText('Not available without a connection.').first().waitFor()
    if (hand === mouse) await checkPage(page, 'A list that was not seen, without the server')
    await page.goto('/carts')
    await page.getByRole('main').getByText(name).first().waitFor()
    await banner(page).waitFor()
  })
  await step(`${hand.name}: when the network is back, what others changed meanwhile is read`, async () => {
    const renamed = `${name}, renamed`
    await api.call('POST', `/wedia/cart/editCart/${made?.id}`, { name: renamed })
    await context.setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
    await page.getByRole('main').getByText(renamed).first().waitFor()
    assert.deepEqual(
      errors.filter((error) => !/network|could not/i.test(error)),
      [],
    )
  })
  await api.call('DELETE', `/wedia/cart/deleteCart/${made?.id}`)
}

async function changePeople(stage: Stage, { page, context }: Person): Promise<void> {
  const { application, step } = stage
  await openList(page)
  await step('signing out leaves nothing on the device, and nothing to whoever comes next', async () => {
    await waitFor('copies', async () => (await copies(page)) > 0)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel(/^username/i).waitFor()
    await waitFor('nothing kept', async () => (await copies(page)) === 0)
    await context.setOffline(true)
    await page.goto('/browse')
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    assert.equal(await tiles(page).count(), 0)
    await context.setOffline(false)
    await signIn(page, 'viewer', application.password)
    await page.goto(list)
    await picturesAreThere(page)
    await waitFor('copies of the other', async () => (await copies(page)) > 0)
    await context.setOffline(true)
    await page.reload()
    await picturesAreThere(page)
    await page.getByRole('button', { name: /^Account of Viewer/ }).waitFor()
  })
}

async function chooseNotTo(stage: Stage, { page }: Person): Promise<void> {
  await openList(page)
  const keeps = page.getByRole('switch', { name: 'Keep what I view' })
  await stage.step('by keyboard alone: a device keeps nothing for whoever chooses so', async () => {
    await page.goto('/account')
    await page.getByText(/^\d+ images stored/).waitFor()
    await keyboard.turn(page, keeps)
    await waitFor('nothing kept', async () => (await copies(page)) === 0)
    await page.goto(list)
    await picturesAreThere(page)
    await page.goto('/account')
    await keeps.waitFor()
    assert.equal(await copies(page), 0)
    await mouse.turn(page, keeps)
    await page.reload()
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    await waitFor('copies of what a page begins with', async () =>
      (await keptReads(page)).includes('/api/json/whoami'),
    )
    assert.deepEqual(
      (await keptReads(page)).filter((path) => /\/rest\/(session|profil|administration)/.test(path)),
      [],
    )
    await page.goto(list)
    await picturesAreThere(page)
    await waitFor('copies', async () => (await copies(page)) > 0)
    await page.goto('/account')
    await mouse.press(page, page.getByRole('button', { name: 'Delete', exact: true }))
    await page.getByText('No images stored.').waitFor()
  })
}

/** The addresses of the answers that this browser keeps. */
async function keptReads(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () =>
    (await (await caches.open('reads')).keys()).map(({ url }) => new URL(url).pathname),
  )
}

/** How many answers and pictures this browser keeps. */
async function copies(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const counts = await Promise.all(
      ['reads', 'pictures'].map(async (name) =>
        (await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0,
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}

async function install(stage: Stage, { page, context }: Person): Promise<void> {
  const { step } = stage
  await openList(page)
  await step('the browser finds nothing that keeps it from installing the application', async () => {
    const browser = await context.newCDPSession(page)
    const { errors } = await browser.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // A context of a journey is one without a profile.
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    )
  })
  await step('files that another app shares are imported, once', async () => {
    await page.evaluate(() => {
      const form = document.createElement('form')
      form.method = 'post'
      form.enctype = 'multipart/form-data'
      form.action = '/import/shared'
      const field = document.createElement('input')
      field.type = 'file'
      field.name = 'files'
      const chosen = new DataTransfer()
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="teal"/></svg>'
      chosen.items.add(new File([svg], 'Vue du port, été.svg', { type: 'image/svg+xml' }))
      field.files = chosen.files
      form.append(field)
      document.body.append(form)
      form.submit()
    })
    await page.waitForURL(/\/import\?job=\d+/)
    await page.getByText('Vue du port, été.svg').first().waitFor()
    await page.goto('/import?shared=1')
    await page.getByText('No files arrived from the other app').waitFor()
  })
}

async function lookAtScreens(stage: Stage, { page, context }: Person): Promise<void> {
  const { application, step } = stage
  await step('on a phone, a tablet and a desktop, in English and in French', async () => {
    const api = await openApi(application.url, 'editor', application.password)
    for (const language of ['en', 'fr'] as const) {
      await api.call('POST', '/rest/profil/me/patch', { json: { bolang: language } })
      await openList(page)
      for (const viewport of windows) {
        await page.setViewportSize(viewport)
        await page.goto('/account')
        await page.getByRole('switch').scrollIntoViewIfNeeded()
        await checkPage(page, `Account, offline, ${language}, ${viewport.width}`)
        await page.goto(list)
        await picturesAreThere(page)
        await context.setOffline(true)
        await page.reload()
        await page.getByRole('status').getByRole('button').waitFor()
        await checkPage(page, `A list without the server, ${language}, ${viewport.width}`)
        await context.setOffline(false)
      }
    }
    await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    await openList(page)
  })
}
