import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { newPerson, signIn, type Person } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { withApplication } from '../start-application.ts'
import { testArchive } from '../test-archive.ts'
import { waitFor } from '../wait-for.ts'

const longTask = { timeout: 90_000 }

/**
 * A cart that is too large for one archive, split, and downloaded after the browser was restarted; a whole
 * search; what is kept, found from elsewhere. On limits of its own.
 */
export const downloadsJourney: Journey = {
  name: 'Downloads',
  async run({ browser, step }) {
    await withApplication(
      { demo: true, settings: { CARTOUCHE_ARCHIVE_WARN_MB: '1', CARTOUCHE_ARCHIVE_MAX_MB: '1' } },
      async (application) => {
        const api = await openApi(application.url, 'editor', application.password)
        const errors: string[] = []
        const enter = async (storageState?: StorageState): Promise<Person> => {
          const person = await newPerson(
            browser,
            application.url,
            storageState === undefined ? {} : { storageState },
          )
          if (storageState === undefined) await signIn(person.page, 'editor', application.password)
          return person
        }
        const leave = async (person: Person): Promise<StorageState> => {
          errors.push(...person.errors)
          const kept = await person.context.storageState()
          await person.context.close()
          return kept
        }
        for (const hand of [mouse, keyboard]) await playRefusedCart({ step, hand, api, enter, leave })
        await step(
          'a whole search that is too large for one archive comes in parts, by keyboard alone',
          async () => {
            const person = await enter()
            const { page } = person
            await page.goto('/browse')
            await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().waitFor()
            // An arrow enters the wall; from there it is not far back.
            await page.keyboard.press('ArrowRight')
            await pressTabTo(
              page,
              page.getByRole('button', { name: /^Download all \d+ results$/ }),
              'Shift+Tab',
            )
            await page.keyboard.press('Enter')
            await page.getByRole('dialog').getByText('split into several archives').waitFor(longTask)
            await checkPage(page, 'The download of a search')
            await keyboard.turn(page, page.getByRole('checkbox', { name: /^Contact sheet/ }))
            await keyboard.press(page, page.getByRole('button', { name: 'Prepare the download' }))
            await waitForParts(page, 'Search')
            await leave(person)
          },
        )
        await step('another browser finds what is kept', async () => {
          const person = await enter()
          const { page } = person
          await page.goto('/downloads')
          await page
            .getByRole('button', { name: /^Delete / })
            .or(page.getByRole('link', { name: /^Save / }))
            .first()
            .waitFor(longTask)
          await waitFor(
            'all of them ready',
            async () => {
              const archives = await api.call<{ uuid: string; status: string }[]>(
                'GET',
                '/wedia/cart/archives',
              )
              return archives.length >= 1 && archives.every(({ status }) => status === 'ready')
            },
            longTask.timeout,
          )
          await readInFrench(page, api)
          await leave(person)
        })
        for (const hand of [mouse, keyboard]) await withdrawAsset({ step, hand, api, enter, leave })
        await step('no page logged an error', async () => assert.deepEqual(errors, []))
      },
    )
  },
}

/** Parts are named in the reader's language, the first before the others, whoever asked for them in which. */
async function readInFrench(page: Page, api: Api): Promise<void> {
  await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
  await page.goto('/downloads')
  await page.getByRole('heading', { level: 1, name: 'Téléchargements' }).waitFor()
  await page.locator('li[data-status] [title*=" · partie "]').first().waitFor(longTask)
  const titles = await page
    .locator('li[data-status] [title]')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title') ?? ''))
  assert.deepEqual(
    titles.filter((title) => / of \d+$/.test(title)),
    [],
  )
  for (const name of ['Large, mouse', 'Large, keyboard']) {
    const parts = titles.filter((title) => title.startsWith(`${name} · partie `))
    const total = Number(/ sur (\d+)$/.exec(parts[0] ?? '')?.[1])
    assert.deepEqual(
      parts.slice(0, total),
      Array.from({ length: total }, (_, at) => `${name} · partie ${at + 1} sur ${total}`),
    )
  }
  await checkPage(page, 'Parts of downloads in another browser')
  await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
}

/** What one hand plays on. */
interface Play extends Pick<Stage, 'step'> {
  readonly hand: Hand
  readonly api: Api
  readonly enter: (storageState?: StorageState) => Promise<Person>
  readonly leave: (person: Person) => Promise<StorageState>
}

type StorageState = Awaited<ReturnType<Person['context']['storageState']>>

async function playRefusedCart({ step, hand, api, enter, leave }: Play): Promise<void> {
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    '/rest/dam/data/asset?max=100',
  )
  const name = `Large, ${hand.name}`
  const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name,
    items: { asset: response.data.map(({ id }) => id) },
  })
  let kept: StorageState | undefined
  let total = 0
  await step(
    `a cart that is refused for its size says so before, and comes in parts, ${hand.name}`,
    async () => {
      const person = await enter()
      const { page } = person
      await page.goto(`/carts/${cart}`)
      await hand.press(page, page.getByRole('button', { name: 'Download', exact: true }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText('split into several archives').waitFor(longTask)
      await hand.turn(page, dialog.getByRole('checkbox', { name: /^Contact sheet/ }))
      if (hand === mouse) await checkPage(page, 'The download of a cart')
      await hand.press(page, dialog.getByRole('button', { name: 'Prepare the download' }))
      total = await waitForParts(page, name)
      // One whose archive is asked for but not answered yet is asked for again after the restart, beside the
      // first.
      await waitFor(
        'every part ready',
        async () =>
          (await page
            .locator(
              `li[data-status="loaded"]:has([title^="${name}"]), li[data-status="downloaded"]:has([title^="${name}"])`,
            )
            .count()) >= total,
        longTask.timeout,
      )
      if (hand === mouse) await checkPage(page, 'Parts of a download')
      kept = await leave(person)
    },
  )
  await step(
    `after the browser was restarted they are there again, and one is taken, ${hand.name}`,
    async () => {
      const person = await enter(kept)
      const { page } = person
      await page.goto('/downloads')
      await waitFor('the parts', async () => (await partsOf(page, name)).length === total, longTask.timeout)
      if (hand === mouse) await checkPage(page, 'Downloads')
      const save = page
        .getByRole('main')
        .getByRole('button', { name: `Save ${name}` })
        .first()
      await save.waitFor(longTask)
      const saving = page.waitForEvent('download', longTask)
      await hand.press(page, save)
      await testArchive(await (await saving).path())
      await leave(person)
    },
  )
}

/**
 * An asset of a ready archive is withdrawn from whoever prepared it: the archive is no longer ready, and is
 * prepared again without it.
 */
async function withdrawAsset({ step, hand, api, enter, leave }: Play): Promise<void> {
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?max=2&orderby=${encodeURIComponent('metadata.filesize asc')}`,
  )
  const [gone = 0, stays = 0] = response.data.map(({ id }) => id)
  const name = `Withdrawn, ${hand.name}`
  const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name,
    items: { asset: [gone, stays] },
  })
  await step(
    `an archive of which something was withdrawn is not called ready, and is prepared again, ${hand.name}`,
    async () => {
      const uuid = await api.call<string>('POST', `/wedia/cart/zipCart/${cart}`, {
        withContactSheet: false,
        withAssetsDescriptions: false,
      })
      await waitFor(
        'the archive',
        async () =>
          (await api.call<{ uuid: string; status: string }[]>('GET', '/wedia/cart/archives')).some(
            (archive) => archive.uuid === uuid && archive.status === 'ready',
          ),
        longTask.timeout,
      )
      const person = await enter()
      const { page } = person
      await page.goto('/downloads')
      await page.getByRole('link', { name: `Save ${name}` }).waitFor()
      await api.call('DELETE', `/rest/dam/data/asset/${gone}`)
      await page.reload()
      const row = page.locator('li[data-status]').filter({ hasText: name })
      await row.getByText('You no longer have access to all of its files').waitFor()
      assert.equal(await page.getByRole('link', { name: `Save ${name}` }).count(), 0)
      if (hand === mouse) await checkPage(page, 'A download of which something was withdrawn')
      await hand.press(page, page.getByRole('button', { name: `Prepare ${name} again` }))
      const again = await waitFor(
        'another archive',
        async () =>
          (
            await api.call<{ uuid: string; name: string; status: string }[]>('GET', '/wedia/cart/archives')
          ).find((archive) => archive.name === name && archive.uuid !== uuid && archive.status === 'ready'),
        longTask.timeout,
      )
      await row.getByText('You no longer have access to all of its files').waitFor({ state: 'detached' })
      assert.equal(
        (await api.fetch(`/wedia/cart/downloadCart/${again.uuid}`, { method: 'HEAD' })).status,
        200,
      )
      await leave(person)
    },
  )
}

/** Waits for a download to be split; answers into how many parts. */
async function waitForParts(page: Page, name: string): Promise<number> {
  const total = await waitFor(
    'the parts',
    async () => (await partsOf(page, name)).length > 1 && (await partsOf(page, name)).length,
    longTask.timeout,
  )
  const names = await partsOf(page, name)
  assert.deepEqual(
    names.map((name) => / (\d+) of (\d+)$/.exec(name)?.slice(1).map(Number)),
    names.map((_, at) => [at + 1, total]),
  )
  return total
}

/** Names of the parts of a download, in the order of the list. */
async function partsOf(page: Page, name: string): Promise<string[]> {
  const names = await page
    .locator('li[data-status] [title]')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('title') ?? ''))
  return names.filter((part) => part.startsWith(name) && / \d+ of \d+$/.test(part))
}
