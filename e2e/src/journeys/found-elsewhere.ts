import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { withApplication } from '../start-application.ts'
import { waitFor } from '../wait-for.ts'

const windows = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 834, height: 1112 },
  { name: 'wide', width: 1440, height: 900 },
]
const found = {
  page: `https://shop.example.org/posters/${'a-very-long-name-of-a-poster-'.repeat(6)}12?size=a2`,
  title: 'Harbour at night',
  score: 0.97,
}

interface Listed {
  readonly response: { readonly data: readonly { readonly id: number; readonly $uuid: string }[] }
}

/** A picture is looked for beyond the library: one provider finds it, one lies, one finds nothing. */
export const foundElsewhereJourney: Journey = {
  name: 'Found elsewhere',
  async run({ newPerson, step }) {
    const answers: Readonly<Record<string, unknown>> = {
      '/finds': { matches: [found, { page: 'https://blog.example.org/', score: 0.8 }] },
      '/lies': { matches: [{ ...found, score: 7 }] },
      '/none': { matches: [] },
    }
    const provider = createServer((request, response) => {
      request.resume().once('end', () => response.end(JSON.stringify(answers[request.url ?? ''])))
    }).listen(0, '127.0.0.1')
    await once(provider, 'listening')
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const places = ['library', ...Object.keys(answers).map((path) => `${address}${path}`)].join(',')
    try {
      await withApplication(
        { demo: true, settings: { CARTOUCHE_REVERSE_SEARCH: places } },
        async ({ url, password }) => {
          const api = await openApi(url, 'editor', password)
          const images = `/rest/dam/data/asset?max=1&query=${encodeURIComponent('{"rootnature":1}')}`
          const list = async () => (await api.call<Listed>('GET', images)).response.data
          await waitFor('an image', async () => (await list()).length > 0, 120_000)
          const [asset] = await list()
          assert.ok(asset)
          const { page, errors } = await newPerson({ baseURL: url })
          await beginSession(page, 'editor', password)
          await step('whoever searches reads whom the picture is sent to', async () => {
            await page.goto(`/similar?to=${asset.id}`)
            await page.getByRole('button', { name: 'Similarity report…' }).click()
            await page.getByText(/A preview of the image is sent to 127\.0\.0\.1/).waitFor()
            await checkPage(page, 'A report that asks providers')
          })
          await step('where it was found stands below, and who failed', async () => {
            const saving = page.waitForEvent('download', { timeout: 60_000 })
            await page.getByRole('button', { name: 'Create report' }).click()
            await saving
            await page.keyboard.press('Escape')
            for (const { name, width, height } of windows) {
              await page.setViewportSize({ width, height })
              await page.goto(`/similar?to=${asset.id}`)
              const link = page.getByRole('link', { name: found.page })
              await link.scrollIntoViewIfNeeded()
              assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
              await page.getByText('The provider’s answer was invalid.').scrollIntoViewIfNeeded()
              await page.getByText('Nothing found').waitFor()
              await checkPage(page, `Found elsewhere, ${name}`)
            }
          })
          assert.deepEqual(errors, [])
        },
      )
    } finally {
      provider.close()
    }
  },
}
