import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openApi, type Api } from './open-api.ts'
import { newPerson, openBrowser, signIn } from './open-browser.ts'
import { wear } from './check-page.ts'
import { startApplication, type Application } from './start-application.ts'
import { waitForCalm } from './wait-for-calm.ts'

/**
 * Pictures of every page in three widths, light and dark, and once in French on a phone; and the one of the
 * README.
 */
const folder = resolve(import.meta.dirname, '../screenshots')
const readmePicture = resolve(import.meta.dirname, '../../docs/screenshot.png')
const windows = {
  phone: { width: 390, height: 844 },
  tablet: { width: 834, height: 1112 },
  desk: { width: 1440, height: 900 },
}
const schemes = ['light', 'dark'] as const

/** A page by its address, and what is done on it before its picture is taken. */
interface Scene {
  readonly name: string
  readonly address: string
  readonly before?: (page: Page) => Promise<void>
}

async function main(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const application = await startApplication({ demo: true })
  const browser = await openBrowser()
  try {
    const api = await openApi(application.url, 'editor', application.password)
    const share = await prepare(api)
    const editor = await newPerson(browser, application.url)
    await takePicture(editor.page, [{ name: 'sign-in', address: '/sign-in' }])
    await signIn(editor.page, 'editor', application.password)
    await takeReadmePicture(editor.page)
    await takePicture(editor.page, await listScenes(api))
    const visitor = await newPerson(browser, application.url)
    await takePicture(visitor.page, [
      { name: 'share', address: share.open },
      { name: 'share-password', address: share.closed },
      { name: 'share-ended', address: '/s/nonesuch' },
    ])
    const french = await newPerson(browser, application.url, { viewport: windows.phone })
    await takeFrench(french.page, application, await listScenes(api))
  } finally {
    await browser.close()
    await application.remove()
  }
}

/** Makes what an empty demonstration has not: links to a cart, one with a password. */
async function prepare(api: Api): Promise<{ open: string; closed: string }> {
  const [cart] = await api.call<{ id: number }[]>('GET', '/wedia/cart/listCarts?output=list')
  const make = async (body: object): Promise<string> =>
    `/s/${(await api.call<{ id: string }>('POST', `/wedia/cart/shareCart/${cart?.id}`, body)).id}`
  return {
    open: await make({ name: 'Evening light', description: 'The pictures for the spring brochure.' }),
    closed: await make({ askForPassword: true }),
  }
}

/** Saves a search where there is none. */
async function keepSearch(api: Api): Promise<void> {
  const kept = await api.call<unknown[]>('GET', '/packaged/cw/savedsearch/list')
  if (kept.length === 0)
    await api.call('POST', '/packaged/cw/savedsearch/add/', {
      name: 'The sea',
      description: 'For the spring brochure',
      data: { path: 'dam/data/asset', fulltextTokens: ['sea'] },
    })
}

async function listScenes(api: Api): Promise<Scene[]> {
  await keepSearch(api)
  const find = async (parameters: Record<string, string>): Promise<number | undefined> =>
    (
      await api.call<{ response: { data: { id: number }[] } }>(
        'GET',
        `/rest/dam/data/asset?${new URLSearchParams({ max: '1', ...parameters })}`,
      )
    ).response.data[0]?.id
  const [cart] = await api.call<{ id: number }[]>('GET', '/wedia/cart/listCarts?output=list')
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    '/rest/massimport/job?max=1',
  )
  return [
    { name: 'home', address: '/' },
    { name: 'browse', address: '/browse' },
    { name: 'browse-list', address: '/browse?view=list' },
    { name: 'browse-groups', address: '/browse?group=country' },
    { name: 'browse-none', address: '/browse?q=nonesuch' },
    {
      name: 'notifications',
      address: '/',
      before: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    },
    { name: 'phrase', address: '/browse', before: typePhrase },
    { name: 'browse-selection', address: '/browse?q=sea', before: selectThree },
    { name: 'edit-many', address: '/browse?q=sea', before: editThree },
    { name: 'asset-picture', address: `/browse/${await find({ query: '{"rootnature":1}' })}` },
    { name: 'asset-film', address: `/browse/${await find({ query: '{"rootnature":2}' })}` },
    { name: 'carts', address: '/carts' },
    { name: 'cart', address: `/carts/${cart?.id}` },
    {
      name: 'cart-share',
      address: `/carts/${cart?.id}`,
      before: (page) => page.getByRole('button', { name: /^(Share|Partager)$/ }).click(),
    },
    {
      name: 'cart-download',
      address: `/carts/${cart?.id}`,
      before: (page) => page.getByRole('button', { name: /^(Download|Télécharger)$/ }).click(),
    },
    { name: 'searches', address: '/searches' },
    { name: 'imports', address: '/import' },
    { name: 'import', address: `/import?job=${response.data[0]?.id}` },
    { name: 'nothing-here', address: '/nonesuch' },
  ]
}

/** Understood in both languages. */
async function typePhrase(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByLabel(/^(Search|Recherche)$/)
    .pressSequentially('photos sea 2024')
  await page.getByRole('option').first().waitFor()
}

async function selectThree(page: Page): Promise<void> {
  await page.locator('[data-index="0"] a').focus()
  for (const key of ['Space', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
}

async function editThree(page: Page): Promise<void> {
  await selectThree(page)
  await page.getByRole('button', { name: /^(Edit|Modifier) 3$/ }).click()
}

async function takePicture(page: Page, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    for (const [window, size] of Object.entries(windows)) {
      await page.setViewportSize(size)
      await open(page, scene)
      for (const scheme of schemes) {
        await wear(page, scheme)
        await page.screenshot({ path: join(folder, `${scene.name}-${window}-${scheme}.png`) })
      }
    }
  }
}

async function takeFrench(page: Page, { password }: Application, scenes: readonly Scene[]): Promise<void> {
  await signIn(page, 'editor', password)
  await page.evaluate(() => localStorage.setItem('cartouche-language', 'fr'))
  await page.getByRole('button', { name: /^(Account of|Compte de)/ }).click()
  await page.getByText('Français', { exact: true }).click()
  for (const scene of scenes) {
    await open(page, scene)
    await page.screenshot({ path: join(folder, `${scene.name}-phone-fr.png`) })
  }
}

async function open(page: Page, { address, before }: Scene): Promise<void> {
  await page.goto(address)
  await waitForCalm(page)
  await before?.(page)
  await page.waitForTimeout(before ? 600 : 200)
}

/** The list at its best, in few colours so that it stays small. */
async function takeReadmePicture(page: Page): Promise<void> {
  await page.setViewportSize(windows.desk)
  await wear(page, 'light')
  await open(page, { name: 'readme', address: '/browse' })
  await writeFile(
    readmePicture,
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 256, compressionLevel: 9, effort: 10 })
      .toBuffer(),
  )
}

await main()
