import assert from 'node:assert/strict'
import { askDatabase } from '../ask-database.ts'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { createAsset } from '../create-asset.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { drawNumber } from '../samples.ts'
import { startApplication, type Application } from '../start-application.ts'
import { takeAction } from '../take-action.ts'
import { waitFor } from '../wait-for.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const

/** Assets are deleted, brought back by Undo and from the trash, and deleted permanently. */
export const trashJourney: Journey = {
  name: 'Trash',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const picture = await drawNumber(1_203)
    const create = (name: string): Promise<number> => createAsset(api, name, 'left-over.jpg', picture)
    // Journeys before it on the same application may have left something there.
    await emptyTrash(application)
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    const dialog = page.getByRole('dialog')
    for (const hand of [mouse, keyboard]) {
      const name = `Left over, ${hand.name}`
      const id = await create(name)
      const used = await useEverywhere(application, api, name, id)
      const question = page.getByRole('dialog', { name: `Delete “${name}”?` })
      const isThere = async (): Promise<void> => {
        await page.goto(`/browse/${id}`)
        await page.getByRole('dialog', { name }).getByRole('button', { name: 'More actions' }).waitFor()
      }
      const remove = async (): Promise<void> => {
        await isThere()
        await takeAction(page, hand, 'Delete')
        await question.getByText('You can restore it from there for 30 days.', { exact: false }).waitFor()
        await question.getByText('It is immediately removed from:').waitFor()
        for (const place of used.places) await question.getByText(place, { exact: true }).waitFor()
        await checkPage(page, 'Deleting an asset')
        await hand.press(page, question.getByRole('button', { name: 'Delete', exact: true }))
        await page.getByText(`“${name}” was moved to the trash`).waitFor()
        await hasFocus(page.locator('[data-index] a[tabindex="0"]'))
      }
      await step(`${hand.name}: after everything that uses it was named, it is not deleted`, async () => {
        await isThere()
        await takeAction(page, hand, 'Delete')
        for (const place of used.places) await question.getByText(place, { exact: true }).waitFor()
        await hand.press(page, question.getByRole('button', { name: 'Cancel' }))
        await question.waitFor({ state: 'detached' })
        assert.deepEqual(await used.shownIn(), { embed: true, link: true })
      })
      await step(
        `${hand.name}: deleted, it is recalled everywhere at once, and comes back by Undo`,
        async () => {
          await remove()
          assert.deepEqual(await used.shownIn(), { embed: false, link: false })
          await hand.press(page, page.getByRole('button', { name: 'Undo' }))
          await page.getByText(`“${name}” was restored`).waitFor()
          await isThere()
          assert.deepEqual(await used.shownIn(), { embed: true, link: true })
        },
      )
      await step(
        `${hand.name}: the trash lists it, says until when and what it takes, and restores it`,
        async () => {
          const { sizeBytes: before } = await api.call<{ sizeBytes: number }>('GET', '/rest/account/storage')
          await remove()
          const { sizeBytes: after } = await api.call<{ sizeBytes: number }>('GET', '/rest/account/storage')
          assert.equal(after, before, 'what is in the trash counts as storage of its owner')
          await hand.press(page, page.getByRole('button', { name: 'Account of Editor' }))
          await hand.press(page, page.getByRole('link', { name: 'Trash' }))
          await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
          await page.getByText(/^· Deleted by Editor on\s.* · Kept until\s.* · \d.*(B|bytes)$/).waitFor()
          await page.getByText(/^1 asset · \d.*(B|bytes)$/).waitFor()
          await page.getByText(/^Deleted assets can be restored for 30 days\./).waitFor()
          for (const size of sizes) {
            await page.setViewportSize(size)
            await checkPage(page, `Trash of ${size.width} px`)
          }
          await hand.press(page, page.getByRole('button', { name: `Restore ${name}` }))
          await page.getByText(`“${name}” was restored`).waitFor()
          await page.getByText('The trash is empty.').waitFor()
          await checkPage(page, 'An empty trash')
          await isThere()
        },
      )
      await step(`${hand.name}: it is found by its name, and deleted permanently`, async () => {
        await remove()
        await page.goto('/trash')
        const search = page.getByRole('searchbox', { name: 'Search by name' })
        await hand.type(page, search, 'nothing like it')
        await page.getByText('Nothing in the trash is called “nothing like it”.').waitFor()
        await hand.type(page, search, 'LEFT over')
        await hand.press(page, page.getByRole('button', { name: `Delete ${name} permanently` }))
        await checkPage(page, 'Deleting permanently')
        await hand.press(page, dialog.getByRole('button', { name: 'Delete permanently' }))
        await page.getByText('Nothing in the trash is called').waitFor()
        await assert.rejects(api.call('GET', `/rest/dam/data/asset/${id}`))
      })
      await step(`${hand.name}: several are restored at once, and all others deleted permanently`, () =>
        actOnSeveral(page, hand, api),
      )
    }
    await step('the administrator sets for how many days, and a job deletes what was there longer', () =>
      keepForDays(newPerson),
    )
    await step('in French as well', async () => {
      await api.call('DELETE', `/rest/dam/data/asset/${await create('Pâquerette')}`)
      const admin = await openApi(application.url, 'admin', application.password)
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      const french = await newPerson({ locale: 'fr-FR', viewport: sizes[0] })
      await signIn(french.page, 'admin', application.password, '/trash')
      await french.page.getByRole('button', { name: 'Restaurer Pâquerette' }).waitFor()
      await checkPage(french.page, 'Trash in French on a phone')
      await french.page.getByRole('button', { name: 'Restaurer Pâquerette' }).click()
      await french.page.getByText('« Pâquerette » a été restauré').waitFor()
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

async function actOnSeveral(page: Page, hand: Hand, api: Api): Promise<void> {
  const ids: number[] = []
  const names = [1, 2, 3, 4].map((number) => `Several ${number}, ${hand.name}`)
  for (const name of names) {
    const { response } = await api.call<{ response: { data: { id: number } } }>(
      'POST',
      '/rest/dam/data/asset',
      { json: { name } },
    )
    ids.push(response.data.id)
    await api.call('DELETE', `/rest/dam/data/asset/${response.data.id}`)
  }
  const left = async (): Promise<string[]> => {
    const { list } = await api.call<{ list: { name: string }[] }>('GET', '/rest/trash')
    return list.map(({ name }) => name)
  }
  await page.goto('/trash')
  for (const name of names.slice(0, 2))
    await hand.turn(page, page.getByRole('checkbox', { name: `Select ${name}`, exact: true }))
  await page.getByText('2 selected', { exact: true }).waitFor()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await checkPage(page, `Trash with a selection, ${size.width} px`)
  }
  await hand.press(page, page.getByRole('button', { name: 'Restore selected (2)' }))
  await page.getByText('2 assets were restored').waitFor()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  await hasFocus(all)
  assert.deepEqual((await left()).toSorted(), names.slice(2))
  for (const id of ids.slice(0, 2)) await api.call('GET', `/rest/dam/data/asset/${id}`)
  await hand.turn(page, all)
  await page.getByText('2 selected', { exact: true }).waitFor()
  await hand.press(page, page.getByRole('button', { name: 'Delete selected (2) permanently' }))
  const question = page.getByRole('dialog', { name: 'Delete 2 assets permanently?' })
  await hand.press(page, question.getByRole('button', { name: 'Delete permanently' }))
  await page.getByText('2 assets were deleted permanently').waitFor()
  await page.getByText('The trash is empty.').waitFor()
  assert.deepEqual(await left(), [])
  for (const id of ids.slice(2)) await assert.rejects(api.call('GET', `/rest/dam/data/asset/${id}`))
  for (const id of ids.slice(0, 2)) await api.call('DELETE', `/rest/dam/data/asset/${id}`)
  await emptyTrashOf(api)
}

interface Uses {
  /** What the question that deletes says of them. */
  readonly places: readonly string[]
  /** Where a stranger is shown the asset. */
  shownIn(): Promise<{ readonly embed: boolean; readonly link: boolean }>
}

/** Puts an asset into a cart with a link, a page, an embed and what a saved search finds. */
async function useEverywhere(
  { url, password }: Application,
  api: Api,
  name: string,
  id: number,
): Promise<Uses> {
  const cart = `Kept: ${name}`
  const [made] = await api.call<{ id: string }[]>('POST', '/wedia/cart/createCart', {
    name: cart,
    items: [{ type: 'asset', id }],
  })
  const link = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${made?.id}`, {
    name: 'For the press',
  })
  const share = `/wedia/cart/withShare/${link.url.split('/').at(-1)}/view`
  const admin = await openApi(url, 'admin', password)
  const make = async (resource: string, json: object): Promise<number> =>
    (await admin.call<{ response: { data: { id: number } } }>('POST', `/rest/data/${resource}`, { json }))
      .response.data.id
  const page = await make('page', { name: `Page: ${name}`, path: `/left-over-${id}` })
  await make('pagewidget', {
    parent: `clubwedpagedesc_${page}`,
    position: 0,
    component: 'picture',
    props: JSON.stringify({ asset: id }),
  })
  const site = 'https://news.example'
  const embed = await api.call<{ url: string }>('POST', '/rest/embed', { id, sites: [site] })
  await api.call('POST', '/packaged/cw/savedsearch/add', {
    name: `Search: ${name}`,
    data: {
      name: `Search: ${name}`,
      path: 'dam/data/asset',
      fulltextTokens: [],
      userConstraints: { name: { field: 'name', operator: 'eq', values: [name] } },
    },
  })
  return {
    places: [
      `1 cart: “${cart}”`,
      '1 active link: “For the press”',
      `1 page: “Page: ${name}”`,
      `1 embed on other sites: “${site}”`,
      `1 saved search: “Search: ${name}”`,
    ],
    async shownIn() {
      const [shown, seen] = await Promise.all([
        fetch(`${embed.url}/picture?w=64`, {
          headers: { referer: `${site}/`, 'sec-fetch-site': 'cross-site' },
        }),
        fetch(`${url}/api${share}`, { method: 'POST' }),
      ])
      await shown.arrayBuffer()
      return { embed: shown.status === 200, link: (await seen.text()).includes(JSON.stringify(name)) }
    },
  }
}

/** On an application that keeps what was deleted for a week. */
async function keepForDays(newPerson: Stage['newPerson']): Promise<void> {
  const own = await startApplication({ settings: { CARTOUCHE_TRASH_DAYS: '7' } })
  try {
    const api = await openApi(own.url, 'admin', own.password)
    const id = await createAsset(api, 'Of last week', 'week.jpg', await drawNumber(1_207))
    const { page } = await newPerson({ baseURL: own.url })
    await signIn(page, 'admin', own.password, `/browse/${id}`)
    await takeAction(page, mouse, 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete “Of last week”?' })
    await question.getByText('You can restore it from there for 7 days.', { exact: false }).waitFor()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('“Of last week” was moved to the trash').waitFor()
    await page.goto('/trash')
    await page.getByText('for 7 days', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Restore Of last week' }).waitFor()
    await askDatabase(
      own.dataFolder,
      `update trash set deleted_at = now() - interval '169 hours';
      select graphile_worker.add_job('empty-trash', '{}'::json)`,
    )
    await waitFor('the job that empties the trash', async () => {
      const { list } = await api.call<{ list: readonly unknown[] }>('GET', '/rest/trash')
      return list.length === 0
    })
    await page.reload()
    await page.getByText('The trash is empty.').waitFor()
  } finally {
    await own.remove()
  }
}

async function emptyTrash({ url, password }: Application): Promise<void> {
  await emptyTrashOf(await openApi(url, 'admin', password))
}

async function emptyTrashOf(api: Api): Promise<void> {
  const { list } = await api.call<{ list: { id: number }[] }>('GET', '/rest/trash')
  for (const { id } of list) await api.call('DELETE', `/rest/trash/${id}`)
}
