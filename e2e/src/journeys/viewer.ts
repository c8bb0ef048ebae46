import assert from 'node:assert/strict'
import { sha256 } from '../imports.ts'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pictureDistance } from '../picture-distance.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const variations = ['thumbnailsmall', 'thumbnailSmall', 'thumbnailBig', 'preview', 'web', 'original']
/**
 * A watermark changes a picture by more than compression does, and leaves it what it shows: mean difference
 * of pixels.
 */
const markedFrom = 0.8
const markedUpTo = 40

/** Whom every picture comes watermarked to, and who may only look. */
export const viewerJourney: Journey = {
  name: 'Viewer',
  async run({ application, newPerson, step }) {
    const viewerApi = await openApi(application.url, 'viewer', application.password)
    const editorApi = await openApi(application.url, 'editor', application.password)
    const { page, errors } = await newPerson()
    const shown: { url: string; bytes: Uint8Array }[] = []
    page.on('response', (response) => {
      if (!/\/variation/.test(response.url()) || response.status() !== 200) return
      void response.body().then(
        (bytes) => shown.push({ url: response.url(), bytes }),
        () => undefined,
      )
    })

    await step('every picture on the pages is another than the editor’s', async () => {
      await signIn(page, 'viewer', application.password)
      await page.getByRole('link', { name: 'Browse' }).first().click()
      const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
      await tiles.nth(8).waitFor()
      await waitForCalm(page)
      await checkPage(page, 'Browse as a viewer')
      await tiles.first().getByRole('link').click()
      await page.getByRole('dialog').waitFor()
      await waitForCalm(page)
      assert.ok(shown.length >= 8, `${shown.length} pictures were shown`)
      for (const { url, bytes } of shown) {
        const path = url.slice(url.indexOf('/api/') + 4)
        const clean = await editorApi.fetch(path)
        assert.notEqual(sha256(new Uint8Array(await clean.arrayBuffer())), sha256(bytes), path)
      }
    })
    await step('rights that the account has not are not shown, and not given', async () => {
      await checkPage(page, 'An asset as a viewer')
      for (const name of ['Delete', /^Edit /, 'Publish', 'Archive'])
        assert.equal(await page.getByRole('dialog').getByRole('button', { name }).count(), 0, String(name))
    })
    await step('one Escape closes the asset, and the tooltip that the mouse has opened over it', async () => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Close' }).first().hover()
      await page.getByRole('tooltip').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('tooltip').count(), 0)
    })
    await step('imports are closed, and say so with a way on', async () => {
      assert.equal(await page.getByRole('link', { name: 'Import' }).count(), 0)
      const { status } = await viewerApi.fetch('/rest/massimport/job', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      assert.equal(status, 403)
      await page.goto('/import')
      await page.getByRole('heading', { name: 'You do not have permission to import files' }).waitFor()
      await checkPage(page, 'Imports, closed')
      assert.equal(await page.getByRole('button', { name: 'Choose files' }).count(), 0)
      await page.getByRole('link', { name: 'Go to the home page' }).click()
      await page.waitForURL((url) => url.pathname === '/')
    })
    await step('no variation gives clean pixels, whatever its name; the watermark is seen', async () => {
      for (const id of await listPhotographs(viewerApi)) {
        for (const name of variations) await showMarked({ viewerApi, editorApi, id, name })
      }
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

async function listPhotographs(api: Api): Promise<number[]> {
  const query = JSON.stringify({ rootnature: 1 })
  const { response } = await api.call<{ response: { data: { id: number }[] } }>(
    'GET',
    `/rest/dam/data/asset?${new URLSearchParams({ query, max: '3', orderby: 'id asc' })}`,
  )
  assert.ok(response.data.length > 0)
  return response.data.map(({ id }) => id)
}

async function showMarked({
  viewerApi,
  editorApi,
  id,
  name,
}: {
  viewerApi: Api
  editorApi: Api
  id: number
  name: string
}): Promise<void> {
  const path = `/wedia/dam/variation?object=asset&id=${id}&variation=${name}`
  const [marked, clean] = await Promise.all([viewerApi.fetch(path), editorApi.fetch(path)])
  const bytes = new Uint8Array(await marked.arrayBuffer())
  if (marked.status === 403) return
  assert.equal(marked.status, 200, path)
  const distance = await pictureDistance(bytes, new Uint8Array(await clean.arrayBuffer()))
  assert.ok(distance > markedFrom && distance < markedUpTo, `${name} of ${id}: ${distance.toFixed(2)}`)
}
