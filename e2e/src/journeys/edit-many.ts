import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { hasFocus } from '../has-focus.ts'
import { keyboard } from '../hands.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pickDay, typeTime } from '../pick-day.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'

interface Listed {
  readonly id: number
  readonly name: string
  readonly $version: number
  readonly city: string | null
  readonly takenat: string | null
  readonly keywords: readonly { readonly id: number; readonly name: string }[]
  readonly status: { readonly name: string }
}
interface Found {
  readonly response: { readonly data: readonly Listed[] }
}

/** The list in groups, and changing many assets at once with a way back. */
export const editManyJourney: Journey = {
  name: 'Groups and many at once',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    const bar = page.getByRole('region', { name: 'Selection' })
    const panel = page.getByRole('dialog', { name: /^Edit/ })
    const before = await first(api)
    const now = async (): Promise<readonly Listed[]> =>
      await first(
        api,
        before.map(({ id }) => id),
      )

    await step(
      'the list in groups stands in the address, each group with its count and its first row',
      async () => {
        await page.goto('/browse')
        await page.getByRole('combobox', { name: 'Group' }).click()
        await page.getByRole('option', { name: 'By country' }).click()
        await waitFor(
          'the group in the address',
          () => new URL(page.url()).searchParams.get('group') === 'country',
        )
        const { response } = await api.call<{
          response: { groups: { group: { id: string | null; name: string }; count: number }[] }
        }>('GET', '/rest/dam/data/asset?max=20&group=country&groupMax=1')
        const [largest] = response.groups
        const section = page.getByRole('region', { name: largest?.group.name ?? '', exact: true })
        await section.getByRole('heading', { level: 2 }).waitFor()
        await section.getByText(String(largest?.count), { exact: true }).waitFor()
        await checkPage(page, 'The list in groups')
        await page.reload()
        await section.getByRole('listitem').first().waitFor()
        await page.mouse.move(900, 600)
        for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 700)
        await page
          .getByRole('region', { name: response.groups.at(-1)?.group.name || 'Without country', exact: true })
          .getByRole('heading', { level: 2 })
          .waitFor()
      },
    )
    await step('by keyboard alone a group is chosen, shows more on demand, and alone', async () => {
      await page.setViewportSize({ width: 834, height: 1112 })
      await choose(page, page.getByRole('combobox', { name: 'Group' }), 'By type')
      const images = page.getByRole('region', { name: 'Image', exact: true })
      await images.getByRole('listitem').first().waitFor()
      const row = await images.getByRole('listitem').count()
      await pressTabTo(page, images.getByRole('button', { name: /more of Image/ }))
      await page.keyboard.press('Space')
      await waitFor('more rows', async () => (await images.getByRole('listitem').count()) > row)
      await pressTabTo(page, images.getByRole('button', { name: 'Fewer of Image' }))
      await page.keyboard.press('Enter')
      await waitFor('the first row', async () => (await images.getByRole('listitem').count()) === row)
      await pressTabTo(page, images.getByRole('button', { name: 'Show only Image' }), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await waitFor(
        'the list of it alone',
        () => page.url().includes('is.rootnature=1') && !page.url().includes('group='),
      )
      await page.setViewportSize({ width: 1440, height: 900 })
    })
    await step('D1.08 many assets are changed at once, and every one of them is', async () => {
      await page.goto('/browse?order=name+asc')
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().getByRole('link').focus()
      await page.keyboard.press('Space')
      for (let more = 1; more < before.length; more++) await page.keyboard.press('Shift+ArrowRight')
      await checkPage(page, 'A selection of assets')
      await bar.getByRole('button', { name: 'Edit' }).click()
      await panel.getByRole('combobox', { name: 'Keywords' }).waitFor()
      await checkPage(page, 'Edit many')
      await panel.getByRole('combobox', { name: 'Keywords' }).fill('night')
      await page.getByRole('option', { name: 'night', exact: true }).click()
      await page.keyboard.press('Escape')
      await panel.getByRole('combobox', { name: 'Another field' }).click()
      await page.getByRole('option', { name: 'City', exact: true }).click()
      await panel.getByRole('textbox', { name: 'City' }).fill('Ys')
      await panel.getByRole('button', { name: `Change ${before.length} assets` }).click()
      await page.getByText(`${before.length} assets changed`).waitFor()
      await panel.waitFor({ state: 'detached' })
      await hasFocus(bar.getByRole('button', { name: 'Edit' }))
      for (const { city, keywords } of await now())
        assert.deepEqual([city, keywords.some(({ name }) => name === 'night')], ['Ys', true])
    })
    await step('undo puts all back but what someone changed in the meantime, and says which', async () => {
      const [changed] = await now()
      await api.call('POST', `/rest/dam/data/asset/${changed?.id}?_method=PATCH`, {
        json: { $version: changed?.$version, city: 'Atlantis' },
      })
      await page.getByRole('button', { name: 'Undo' }).click()
      await panel.getByText('1 asset was changed in the meantime and was not restored').waitFor()
      await panel.getByText(`${changed?.name}: City`).waitFor()
      const after = await now()
      assert.deepEqual(
        after.map(({ city }) => city),
        before.map(({ id, city }) => (id === changed?.id ? 'Atlantis' : city)),
      )
      assert.deepEqual(after.map(keywordsOf), before.map(keywordsOf))
      await panel.getByRole('button', { name: 'Close' }).last().click()
      await panel.waitFor({ state: 'detached' })
    })
    await step('by keyboard alone a date is set on many, and taken back', async () => {
      const dates = async (): Promise<unknown[]> => (await now()).map(({ takenat }) => takenat)
      const former = await dates()
      await hasFocus(page.getByRole('list', { name: 'Assets' }).locator('a[tabindex="0"]'))
      await keyboard.press(page, bar.getByRole('button', { name: 'Edit' }))
      await choose(page, panel.getByRole('combobox', { name: 'Another field' }), 'Taken on')
      const field = panel.getByRole('group', { name: 'Taken on' })
      const day = await pickDay(page, keyboard, field.getByRole('button', { name: /^Taken on/ }))
      await typeTime(page, keyboard, field.getByLabel('Hours'), '1508')
      day.setHours(15, 8)
      await keyboard.press(page, panel.getByRole('button', { name: `Change ${before.length} assets` }))
      await panel.waitFor({ state: 'detached' })
      assert.deepEqual(
        await dates(),
        before.map(() => day.toISOString()),
      )
      await keyboard.press(page, page.getByRole('button', { name: 'Undo' }))
      await page.getByText(`${before.length} assets were restored`).waitFor()
      assert.deepEqual(await dates(), former)
    })
    await step('by keyboard alone: what fails is named with its reason, and the rest is undone', async () => {
      // The notice that offered the undo is gone: the focus is on the wall.
      await hasFocus(page.getByRole('list', { name: 'Assets' }).locator('a[tabindex="0"]'))
      await keyboard.press(page, bar.getByRole('button', { name: 'Edit' }))
      await choose(page, panel.getByRole('combobox', { name: 'Change status' }), 'Archive')
      const [other] = await now()
      // Someone else archives one of them first: it cannot be archived twice.
      await api.call('POST', `/rest/dam/data/asset/${other?.id}/workflow`, { workflowAction: 'archive' })
      await keyboard.press(page, panel.getByRole('button', { name: /^Change \d+ assets$/ }))
      await panel.getByText(`${before.length - 1} assets changed`).waitFor()
      await panel.getByText('1 asset could not be changed').waitFor()
      await panel.getByText(`${other?.name}:`).waitFor()
      // Closed, it can still be undone for a while.
      await hasFocus(panel.getByRole('button', { name: 'Close' }).last())
      await page.keyboard.press('Enter')
      await panel.waitFor({ state: 'detached' })
      await keyboard.press(page, page.getByRole('button', { name: 'Undo' }))
      await page.getByText(`${before.length - 1} assets were restored`).waitFor()
      await panel.waitFor({ state: 'detached' })
      assert.deepEqual(
        (await now()).map(({ id, status }) => (id === other?.id ? 'archived' : status.name)),
        before.map(({ id, status }) => (id === other?.id ? 'archived' : status.name)),
      )
      await api.call('POST', `/rest/dam/data/asset/${other?.id}/workflow`, { workflowAction: 'publish' })
    })
    // The refusal that was asked for is logged; nothing else is.
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('cannot be taken from status archived')),
        [],
      ),
    )
  },
}

/** Chooses an option by keys. */
async function choose(page: Page, select: Locator, name: string): Promise<void> {
  await select.waitFor()
  await pressTabTo(page, select)
  await page.keyboard.press('ArrowDown')
  const option = page.getByRole('option', { name, exact: true })
  await option.waitFor()
  for (
    let pressed = 0;
    pressed < 20 && (await option.getAttribute('data-combobox-selected')) === null;
    pressed++
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await option.waitFor({ state: 'hidden' })
}

function keywordsOf({ keywords }: Listed): string {
  return keywords
    .map(({ name }) => name)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join()
}

/** The first assets by name, or those of these ids in their order. */
async function first(api: Api, ids?: readonly number[]): Promise<readonly Listed[]> {
  const asked: Record<string, string> =
    ids === undefined ? { max: '4' } : { max: '4', query: JSON.stringify({ id: { in: ids } }) }
  return (
    await api.call<Found>(
      'GET',
      `/rest/dam/data/asset?${new URLSearchParams({ orderby: 'name asc', ...asked })}`,
    )
  ).response.data
}
