import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { checkPage, checkWidth } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitForCalm } from '../wait-for-calm.ts'
import { waitFor } from '../wait-for.ts'

interface Node {
  readonly id: number
  readonly name: string
  readonly parent: { readonly id: number; readonly name: string } | null
  readonly $version: number
}

const path = '/rest/dam/data/assetkeyword'

/** Keywords are made, named, moved, merged and deleted by whoever may, with the mouse and without. */
export const vocabulariesJourney: Journey = {
  name: 'Vocabularies',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const { page, errors } = await newPerson()
    const drawer = page.getByRole('dialog')
    const item = (name: string): Locator => page.getByRole('treeitem', { name, exact: true })
    const node = async (name: string): Promise<Node | undefined> =>
      (
        await api.call<{ response: { data: Node[] } }>(
          'GET',
          `${path}?query=${encodeURIComponent(JSON.stringify({ name: { eq: name } }))}`,
        )
      ).response.data[0]
    const parentOf = async (name: string): Promise<string | undefined> => (await node(name))?.parent?.name
    const make = (name: string, parent?: number): Promise<number> => createNode(api, name, parent)

    await step('editors have the room, viewers have not', async () => {
      const other = await newPerson()
      await signIn(other.page, 'viewer', application.password)
      assert.equal(await other.page.getByRole('link', { name: 'Keywords & collections' }).count(), 0)
      await other.page.goto('/vocabularies')
      await other.page.getByText('You do not have permission to change keywords or collections').waitFor()
      await signIn(page, 'editor', application.password)
      await page.getByRole('link', { name: 'Keywords & collections' }).first().click()
      await page.getByRole('tree', { name: 'Keywords' }).waitFor()
      await checkPage(page, 'Keywords')
    })
    await step(
      'a keyword and one below it are made with the keyboard alone, and a form that lacks something says so',
      async () => {
        await pressTabTo(page, page.getByRole('button', { name: 'Add', exact: true }))
        await page.keyboard.press('Enter')
        await drawer.getByRole('textbox', { name: 'Name in English', exact: true }).waitFor()
        await page.keyboard.press('Enter')
        await drawer.getByText('Required', { exact: true }).waitFor()
        await checkPage(page, 'The form of a keyword')
        await drawer.getByRole('textbox', { name: 'Name in English', exact: true }).focus()
        await page.keyboard.type('Zoology')
        await page.keyboard.press('Enter')
        await item('Zoology').waitFor()
        await item('Zoology').focus()
        await page.keyboard.press('Insert')
        await drawer.getByText('Zoology').waitFor()
        await drawer.getByRole('textbox', { name: 'Name in English', exact: true }).focus()
        await page.keyboard.type('Zebra')
        await page.keyboard.press('Enter')
        await item('Zebra').waitFor()
        assert.equal(await parentOf('Zebra'), 'Zoology')
      },
    )
    await step('it is renamed in its place', async () => {
      await item('Zebra').focus()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'New name of Zebra' }).waitFor()
      await page.keyboard.type('Zebras')
      await page.keyboard.press('Enter')
      await item('Zebras').waitFor()
      await waitFor('the new name', async () => (await node('Zebras')) !== undefined)
      assert.equal(await item('Zebras').evaluate((element) => element === document.activeElement), true)
    })
    await step('it is moved by the keyboard, never below itself, and moved back', async () => {
      await make('Zulu')
      await page.reload()
      await item('Zoology').focus()
      await page.keyboard.press('Control+x')
      await page.getByText('Zoology is cut').waitFor()
      await page.keyboard.press('Control+v')
      await page.keyboard.press('ArrowRight')
      await item('Zebras').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Control+x')
      await page.getByText('Zebras is cut').waitFor()
      await item('Zulu').focus()
      await page.keyboard.press('Control+v')
      await page.getByText('“Zebras” was moved below “Zulu”').waitFor()
      assert.equal(await parentOf('Zebras'), 'Zulu')
      assert.equal((await node('Zoology'))?.parent, null)
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitFor('the node back in its place', async () => (await parentOf('Zebras')) === 'Zoology')
    })
    await step('it is moved by dragging, onto another and to the top', async () => {
      await waitForCalm(page)
      await item('Zebras').dragTo(item('Zulu'))
      await waitFor('the node below Zulu', async () => (await parentOf('Zebras')) === 'Zulu')
      await page.getByRole('treeitem', { name: 'Zebras', exact: true }).waitFor()
      // The level that it left is read again: rows go up under the pointer meanwhile.
      await waitForCalm(page)
      await item('Zebras').getByRole('button', { name: 'More for Zebras' }).click()
      await page.getByRole('menuitem', { name: 'Move…' }).click()
      await checkPage(page, 'Moving a keyword')
      await drawer.getByRole('button', { name: 'To the top level' }).click()
      await waitFor('the node at the top', async () => (await node('Zebras'))?.parent === null)
    })
    await step('two who change one keyword: the second is warned, and can go on', async () => {
      await item('Zulu').focus()
      await page.keyboard.press('Enter')
      await drawer.getByRole('textbox', { name: 'Name in French' }).fill('Zoulou')
      const { id = 0 } = (await node('Zulu')) ?? {}
      await api.call('PATCH', `${path}/${id}`, { json: { name: 'Zulus' } })
      await drawer.getByRole('button', { name: 'Save' }).click()
      await drawer.getByRole('alert').waitFor()
      await waitFor('a save that is let through', async () => {
        if ((await drawer.count()) === 0) return true
        await drawer
          .getByRole('button', { name: 'Save' })
          .click({ timeout: 1000 })
          .catch(() => undefined)
        return false
      })
      const { response } = await api.call<{ response: { data: { name: string; name_fr: string } } }>(
        'GET',
        `${path}/${id}?i18n=false`,
      )
      assert.deepEqual([response.data.name, response.data.name_fr], ['Zulus', 'Zoulou'])
    })
    await step('what links to a keyword is listed before it goes, and another takes its place', async () => {
      const [old, other] = [await make('Zeppelin'), await make('Zeppelins')]
      await make('Hindenburg', old)
      const {
        response: {
          data: [asset],
        },
      } = await api.call<{ response: { data: { id: number }[] } }>('GET', '/rest/dam/data/asset?max=1')
      await api.call('PATCH', `/rest/dam/data/asset/${asset?.id}`, {
        json: { keywords: { $mode: 'appendnew', $values: [old] } },
      })
      await page.reload()
      await item('Zeppelin').focus()
      await page.keyboard.press('Delete')
      await drawer.getByText('1 entry in Asset (Keywords)').waitFor()
      await drawer.getByText('1 entry below it').waitFor()
      await checkPage(page, 'Deleting a keyword')
      assert.equal(await drawer.getByRole('button', { name: 'Merge', exact: true }).isDisabled(), true)
      await drawer.getByRole('combobox', { name: 'Merge into' }).fill('Zeppelins')
      await page.getByRole('option', { name: 'Zeppelins', exact: true }).click()
      await drawer.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByText('“Zeppelin” was merged into “Zeppelins”').waitFor()
      await item('Zeppelin').waitFor({ state: 'detached' })
      assert.equal(await parentOf('Hindenburg'), 'Zeppelins')
      const { response } = await api.call<{ response: { data: { keywords: { id: number }[] } } }>(
        'GET',
        `/rest/dam/data/asset/${asset?.id}`,
      )
      const ids = response.data.keywords.map(({ id }) => id)
      assert.deepEqual([ids.includes(other), ids.includes(old)], [true, false])
    })
    await step('what nothing links to is deleted once that was said', async () => {
      await make('Zero')
      await page.reload()
      await item('Zero').focus()
      await page.keyboard.press('Delete')
      await drawer.getByText('Nothing links to it.').waitFor()
      await drawer.getByRole('button', { name: 'Delete Zero' }).click()
      await page.getByText('“Zero” was deleted').waitFor()
      await waitFor('the keyword gone', async () => (await node('Zero')) === undefined)
    })
    await step('a search shows what it finds wherever it stands', async () => {
      await page
        .getByRole('textbox', { name: 'Find in Keywords' })
        .or(page.getByPlaceholder('Find'))
        .first()
        .fill('hinden')
      await item('Hindenburg').waitFor()
      await item('Zeppelins').waitFor()
      await page.getByPlaceholder('Find').fill('nonesuch words')
      await page.getByRole('tree').waitFor({ state: 'detached' })
      await page.getByPlaceholder('Find').fill('')
      await item('Zoology').waitFor()
    })
    await step('on a phone, in French', async () => {
      const phone = await newPerson({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
      await signIn(phone.page, 'editor', application.password, '/vocabularies?resource=assetkeyword')
      await phone.page.getByRole('treeitem').first().waitFor()
      await checkWidth(phone.page, 'Keywords on a phone')
      await phone.page.getByRole('treeitem').first().getByRole('button').click()
      await phone.page.getByRole('menuitem').first().click()
      await phone.page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await checkPage(phone.page, 'The form of a keyword on a phone')
    })
    // The change that came too late is logged; nothing else is.
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter((error) => !error.includes('version_conflict') && !error.includes('in the meantime')),
        [],
      ),
    )
  },
}

async function createNode(api: Api, name: string, parent?: number): Promise<number> {
  return (
    await api.call<{ response: { data: { id: number } } }>('POST', path, {
      json: { name, ...(parent === undefined ? {} : { parent }) },
    })
  ).response.data.id
}
