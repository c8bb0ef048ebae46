import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { createJob, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { drawNumber } from '../samples.ts'
import { waitFor } from '../wait-for.ts'

interface Made {
  readonly response: { readonly data: { readonly id: number } }
}
interface Drawings {
  readonly response: {
    readonly data: readonly { readonly id: number; readonly code: string; readonly scan: { name: string } }[]
  }
}

/** An administrator has files imported into a resource of theirs; a file becomes an entry of it. */
export const importResourcesJourney: Journey = {
  name: 'Import resources',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'admin', application.password)
    const { page, errors } = await newPerson()
    const make = async (path: string, json: object): Promise<number> =>
      (await api.call<Made>('POST', `/rest/data/${path}`, { json })).response.data.id
    const schema = await make('schema', { name: 'drawing', label: 'Drawing', label_fr: 'Dessin' })
    const addField = (name: string, type: string, label: string): Promise<number> =>
      make('schemafield', { schema, name, type, label })
    await addField('name', 'text', 'Name')
    await addField('code', 'text', 'Drawing number')
    let job = 0
    try {
      await beginSession(page, 'admin', application.password)
      await step('a resource without a file field says what it lacks', async () => {
        await page.goto('/administration?section=schemas&resource=drawing&view=settings')
        await page.getByText('Add a field of type File first').waitFor()
        assert.equal(await switchOf(page).isDisabled(), true)
      })
      await step('with one it is opened for imports', async () => {
        await addField('scan', 'binary', 'Scan')
        await page.reload()
        await page.getByText('Imported files can become entries').waitFor()
        await switchOf(page).focus()
        await page.keyboard.press('Space')
        await waitFor(
          'the resource is importable',
          async () =>
            (await api.call<{ importField: string | null }>('GET', '/rest/dam/data/drawing/headers'))
              .importField === 'scan',
        )
        await checkPage(page, 'The settings of a resource that imports fill')
      })
      job = await createJob(api, 'Drawings')
      await upload(api, job, [{ name: 'ground-floor.jpg', bytes: new Uint8Array(await drawNumber(3300)) }])
      await waitForItems(api, job, 1)
      await step(
        'a file becomes an entry of it, and what is set aside is listed and comes back',
        async () => {
          await page.goto(`/import?job=${job}`)
          await page.getByRole('checkbox', { name: /ground/ }).check()
          await page.getByRole('textbox', { name: 'City' }).fill('Brest')
          await page.keyboard.press('Enter')
          await choose(page, 'Drawing')
          await page.getByText(/Values that do not apply here: .*City/).waitFor()
          await page.getByRole('button', { name: 'Show more' }).click()
          await page.getByRole('textbox', { name: 'Drawing number' }).fill('A-17')
          await page.keyboard.press('Enter')
          await checkPage(page, 'A file that becomes an entry of another resource')
          await choose(page, 'Asset')
          await waitFor(
            'the city again',
            async () => (await page.getByRole('textbox', { name: 'City' }).inputValue()) === 'Brest',
          )
          await choose(page, 'Drawing')
          await waitFor(
            'the number again',
            async () => (await page.getByRole('textbox', { name: 'Drawing number' }).inputValue()) === 'A-17',
          )
        },
      )
      await step('what it becomes is undone with one click', async () => {
        await choose(page, 'Asset')
        const notice = page
          .getByRole('alert')
          .filter({ hasText: 'Values that do not apply here: Drawing number' })
        await notice.last().getByRole('button', { name: 'Undo' }).click()
        await waitFor(
          'the drawing again',
          async () => (await page.getByRole('textbox', { name: 'Drawing number' }).inputValue()) === 'A-17',
        )
      })
      await step('published, it has its file', async () => {
        await page.getByRole('button', { name: 'Publish 1 file' }).click()
        await page.getByText('1 file added to the library.').waitFor()
        const [drawing] = (await listDrawings(api)).response.data
        assert.deepEqual([drawing?.code, drawing?.scan.name], ['A-17', 'ground-floor.jpg'])
      })
      await step('it is seen among the records of its resource', async () => {
        assert.equal(await page.getByRole('link', { name: 'View in Browse' }).count(), 0)
        await page.getByRole('link', { name: 'View in Records: Drawing' }).click()
        await page
          .locator('tr[data-index]')
          .getByRole('link', { name: 'ground-floor', exact: true })
          .waitFor()
      })
      await step('no page logged an error', async () => assert.deepEqual(errors, []))
    } finally {
      if (job !== 0) await api.fetch(`/rest/massimport/job/${job}?deleteItems=true`, { method: 'DELETE' })
      for (const { id } of (await listDrawings(api)).response.data)
        await api.call('DELETE', `/rest/dam/data/drawing/${id}`)
      await api.call('DELETE', `/rest/data/schema/${schema}`)
    }
  },
}

const switchOf = (page: Page) =>
  page.getByRole('switch', { name: 'Files can be imported into this resource' })

const listDrawings = (api: Api): Promise<Drawings> => api.call<Drawings>('GET', '/rest/dam/data/drawing')

async function choose(page: Page, resource: string): Promise<void> {
  await page
    .getByRole('combobox', { name: 'Import as' })
    .or(page.getByRole('textbox', { name: 'Import as' }))
    .click()
  await page.getByRole('option', { name: resource, exact: true }).click()
}
