import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { facet } from '../filters.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { waitFor } from '../wait-for.ts'

/** An administrator adds a field, uses it at once, changes it and takes it away. */
export const schemaAdministrationJourney: Journey = {
  name: 'Schema administration',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    const header = async (): Promise<Record<string, { name: string; facet: boolean; sortable: boolean }>> =>
      (
        await api.call<{ headers: Record<string, { name: string; facet: boolean; sortable: boolean }> }>(
          'GET',
          '/rest/dam/data/asset/headers',
        )
      ).headers
    const drawer = page.getByRole('dialog')

    await step('the room is for administrators alone', async () => {
      const other = await newPerson()
      await signIn(other.page, 'editor', application.password)
      assert.equal(await other.page.getByRole('link', { name: 'Administration' }).count(), 0)
      await other.page.goto('/administration')
      await other.page.getByText('You do not have permission to open Administration').waitFor()
      await checkPage(other.page, 'Administration, refused')
      await signIn(page, 'admin', application.password)
      await page.getByRole('link', { name: 'Administration' }).first().click()
      await page
        .getByRole('navigation', { name: 'Administration sections' })
        .getByRole('link', { name: 'Resources and fields' })
        .click()
      await page.getByRole('table').getByRole('rowheader', { name: 'Keywords', exact: true }).waitFor()
      await checkPage(page, 'Administration')
    })
    await step('a field is added, and a form that cannot be says why', async () => {
      await page.getByRole('button', { name: 'Add a field' }).click()
      await drawer.getByRole('button', { name: 'Save' }).click()
      await drawer.getByText('Enter a label.').waitFor()
      await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('status')
      await drawer.getByRole('textbox', { name: 'Label in English' }).fill('Season')
      await drawer.getByRole('textbox', { name: 'Label in French' }).fill('Saison')
      await drawer.getByRole('switch', { name: 'Facet' }).focus()
      await page.keyboard.press('Space')
      await checkPage(page, 'The form of a field')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await drawer.getByText('The field could not be saved').waitFor()
      await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('season')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByText('“Season” was saved').waitFor()
      await page.getByRole('rowheader', { name: 'Season' }).waitFor()
      assert.deepEqual(await header().then(({ season }) => [season?.name, season?.facet]), ['Season', true])
    })
    await step('it is in the form of an asset and in the filters at once', async () => {
      await page.getByRole('link', { name: 'Browse' }).first().click()
      await page.getByRole('list', { name: 'Assets' }).getByRole('listitem').first().getByRole('link').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Season/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Season' }).fill('Late winter')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('Late winter').waitFor()
      await waitFor('the asset closed', async () => {
        await page.keyboard.press('Escape')
        return (await page.getByRole('dialog').count()) === 0
      })
      await page.reload()
      await facet(page, 'Season').getByRole('checkbox', { name: 'Late winter' }).check()
      await page.getByRole('heading', { level: 1, name: '1 asset', exact: true }).waitFor()
    })
    await step('it is changed', async () => {
      await page.goto('/administration?section=schemas&resource=asset')
      await page.getByRole('button', { name: 'Edit Season' }).click()
      await drawer.getByRole('textbox', { name: 'Label in French' }).waitFor()
      assert.equal(await drawer.getByRole('textbox', { name: 'Label in French' }).inputValue(), 'Saison')
      await drawer.getByRole('textbox', { name: 'Label in English' }).fill('Time of year')
      await drawer.getByRole('switch', { name: 'Sortable' }).focus()
      await page.keyboard.press('Space')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByText('“Time of year” was saved').waitFor()
      await page.getByRole('rowheader', { name: 'Time of year' }).waitFor()
      assert.deepEqual(await header().then(({ season }) => [season?.name, season?.sortable]), [
        'Time of year',
        true,
      ])
    })
    await step('it is removed once the person saw what that hits', async () => {
      await page.getByRole('button', { name: 'Remove Time of year' }).click()
      await drawer.getByText('1 entry has a value in this field.').waitFor()
      await checkPage(page, 'Removing a field')
      await drawer.getByRole('button', { name: 'Cancel' }).click()
      await drawer.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Remove Time of year' }).click()
      await drawer.getByRole('button', { name: 'Remove Time of year' }).click()
      await page.getByRole('rowheader', { name: 'Time of year' }).waitFor({ state: 'detached' })
      await waitFor('the schema without it', async () => !('season' in (await header())))
    })
    await step(
      'what is still stored of it is forgotten once that was asked, and it says what came of it',
      async () => {
        await page.getByRole('tab', { name: 'Settings' }).click()
        await page.getByText('season', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Delete permanently' }).click()
        await drawer.getByText('This cannot be undone.').waitFor()
        await drawer.getByRole('button', { name: 'Delete permanently' }).click()
        await page.getByText(/Deleted\. \d+ entr/).waitFor()
        await checkPage(page, 'The settings of a resource')
      },
    )
    await step('fields are put in order by the keyboard and by dragging', async () => {
      await page.goto('/administration?section=schemas&resource=asset')
      const orderOf = async (name: string): Promise<{ group: number; taborder: number }> => {
        const { group, taborder } = (
          await api.call<{ headers: Record<string, { group: { id: number }; taborder: number }> }>(
            'GET',
            '/rest/dam/data/asset/headers',
          )
        ).headers[name] ?? { group: { id: 0 }, taborder: 0 }
        return { group: group.id, taborder }
      }
      const [credit, copyright] = [await orderOf('credit'), await orderOf('copyright')]
      assert.ok(credit.taborder < copyright.taborder)
      await page.getByRole('button', { name: 'Move Copyright: arrow up or down' }).focus()
      await page.keyboard.press('ArrowUp')
      await waitFor(
        'the copyright before the credit',
        async () => (await orderOf('copyright')).taborder < (await orderOf('credit')).taborder,
      )
      await waitFor('the focus on the handle', () =>
        page
          .getByRole('button', { name: 'Move Copyright: arrow up or down' })
          .evaluate((element) => element === document.activeElement),
      )
      const release = await holdFields(page)
      await page.keyboard.press('ArrowDown')
      await waitFor(
        'the credit before the copyright',
        async () => (await orderOf('credit')).taborder < (await orderOf('copyright')).taborder,
      )
      // The new order comes while another row is held already: neither the focus nor the page goes back.
      await page.getByRole('button', { name: 'Move Camera: arrow up or down' }).hover()
      await page.mouse.down()
      release()
      await page.getByText(/^\d+ fields$/).waitFor()
      await page.getByRole('rowheader', { name: 'City', exact: true }).hover()
      await page.mouse.up()
      await waitFor(
        'the camera before the city',
        async () => (await orderOf('camera')).taborder < (await orderOf('city')).taborder,
      )
    })
    await step('a resource is added as a tree, and what cannot be says why', async () => {
      await page.getByRole('button', { name: 'Add a resource' }).click()
      await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Place!')
      await drawer.getByRole('textbox', { name: 'Label in English' }).fill('Venue')
      await drawer.getByRole('textbox', { name: 'Label in French' }).fill('Lieu')
      await drawer.getByRole('button', { name: 'Add a resource' }).click()
      await drawer.getByText('Use 2 to 40 lower-case letters').waitFor()
      await checkPage(page, 'The form of a resource')
      await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('venue')
      await drawer.getByRole('switch', { name: 'Its entries form a tree' }).focus()
      await page.keyboard.press('Space')
      await drawer.getByRole('button', { name: 'Add a resource' }).click()
      await page.getByRole('heading', { level: 1, name: 'Venue' }).waitFor()
      await page.getByRole('rowheader', { name: 'Parent', exact: true }).waitFor()
    })
    await step('it has entries at once, by a form made of its fields', async () => {
      await page.getByRole('button', { name: 'Add a field' }).click()
      await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('motto')
      await drawer.getByRole('textbox', { name: 'Label in English' }).fill('Motto')
      await drawer.getByRole('textbox', { name: 'Label in French' }).fill('Devise')
      await drawer.getByRole('switch', { name: 'Translatable' }).focus()
      await page.keyboard.press('Space')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('rowheader', { name: 'Motto in French' }).waitFor()
      await page.getByRole('tab', { name: 'Entries' }).click()
      await page.getByRole('button', { name: 'Add the first entry' }).click()
      await drawer.getByRole('textbox', { name: 'Name in English', exact: true }).fill('Old harbour')
      await drawer.getByRole('textbox', { name: 'Motto in English', exact: true }).fill('Fluctuat')
      await drawer.getByRole('textbox', { name: 'Motto in French' }).fill('Tangue')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('treeitem', { name: 'Old harbour' }).waitFor()
    })
    await step(
      'a field that is removed while a form is open takes what was typed in it along, and nothing else',
      async () => {
        await page.getByRole('treeitem', { name: 'Old harbour' }).focus()
        await page.keyboard.press('Enter')
        await drawer.getByRole('textbox', { name: 'Motto in French' }).fill('Perdu')
        await drawer.getByRole('textbox', { name: 'Name in French' }).fill('Vieux port')
        const [variant] = (
          await api.call<{ response: { data: { id: number }[] } }>(
            'GET',
            `/rest/data/schemafield?query=${encodeURIComponent(JSON.stringify({ name: 'motto_fr' }))}`,
          )
        ).response.data
        await api.call('DELETE', `/rest/data/schemafield/${variant?.id}`)
        await drawer.getByRole('button', { name: 'Save' }).click()
        await drawer.getByText('These fields have been removed').waitFor()
        // The message that the entry was saved may be the one of its first save.
        const saved = page.waitForResponse(
          (answer) =>
            answer.request().method() !== 'GET' && answer.url().includes('/data/venue') && answer.ok(),
        )
        await drawer.getByRole('button', { name: 'Save' }).click()
        await saved
        const { response } = await api.call<{ response: { data: { name_fr: string; motto: string }[] } }>(
          'GET',
          '/rest/dam/data/venue?i18n=false',
        )
        assert.deepEqual(
          response.data.map(({ name_fr: french, motto }) => [french, motto]),
          [['Vieux port', 'Fluctuat']],
        )
      },
    )
    await step('it is deleted only without entries, and once its name was typed', async () => {
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Delete the resource' }).click()
      await drawer.getByText('1 entry', { exact: true }).waitFor()
      await checkPage(page, 'A resource that cannot be deleted')
      await drawer.getByRole('button', { name: 'Close' }).last().click()
      const [entry] = (
        await api.call<{ response: { data: { id: number }[] } }>('GET', '/rest/dam/data/venue')
      ).response.data
      await api.call('DELETE', `/rest/dam/data/venue/${entry?.id}`)
      await page.getByRole('button', { name: 'Delete the resource' }).click()
      await drawer.getByRole('textbox').waitFor()
      assert.equal(await drawer.getByRole('button', { name: 'Remove Venue' }).isDisabled(), true)
      await drawer.getByRole('textbox').fill('venue')
      await page.keyboard.press('Enter')
      await page.getByText('“Venue” was removed').waitFor()
      await waitFor('the resource gone', async () => (await api.fetch('/rest/dam/data/venue')).status === 404)
    })
    await step('names of resources follow the language that is chosen in place', async () => {
      const account = page.getByRole('button', { name: /^(Account of|Compte de)/ })
      const resources = page.getByRole('navigation', { name: /^(Resources|Ressources)$/ })
      const choose = async (language: string): Promise<void> => {
        await account.click()
        await page.getByText(language, { exact: true }).click()
        await page.keyboard.press('Escape')
      }
      try {
        await choose('Français')
        await resources.getByRole('link', { name: /^Mot-clé/ }).waitFor()
        await page.goto('/administration?section=data&resource=assetkeyword')
        await page.getByRole('region', { name: 'Mots-clés' }).waitFor()
        await choose('English')
        await resources.getByRole('link', { name: /^Keyword/ }).waitFor()
        await page.getByRole('region', { name: 'Keywords' }).waitFor()
      } finally {
        await api.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
      }
    })
    // The refusals that were asked for are logged; nothing else is.
    await step('no page logged an error', async () =>
      assert.deepEqual(
        errors.filter(
          (error) => !error.includes('status has a meaning of its own') && !error.includes('motto_fr'),
        ),
        [],
      ),
    )
  },
}

/** Holds back what a page asks for of the fields of a resource, until what it answers is called. */
async function holdFields(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname.endsWith('/data/schemafield'),
    async (route) => {
      if (route.request().method() === 'GET') await promise
      await route.continue()
    },
  )
  return resolve
}
