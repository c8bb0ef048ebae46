import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { listItems, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { beginSession } from '../open-browser.ts'
import { drawNumber } from '../samples.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/** Files dropped on the import page, and a folder chosen there. */
export const dropJourney: Journey = {
  name: 'Drop and folder',
  async run({ application, newPerson, step }) {
    const { page, errors } = await newPerson()
    const api = await openApi(application.url, 'editor', application.password)
    const folder = await mkdtemp(join(tmpdir(), 'cartouche-folder-'))
    const jobOf = (): Promise<number> =>
      waitFor('an import in the address', () => Number(new URL(page.url()).searchParams.get('job')) || null)
    const namesOf = async (job: number): Promise<string[]> =>
      (await listItems(api, job)).map(({ filename }) => filename).toSorted()
    try {
      await beginSession(page, 'editor', application.password)
      let job = 0
      await step('files that are dragged over the page are invited, and taken where they fall', async () => {
        await page.goto('/import')
        await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
        const files = await Promise.all(
          [901, 902].map(async (number) => ({
            name: `dropped ${number}.jpg`,
            base64: (await drawNumber(number)).toString('base64'),
          })),
        )
        const transfer = await page.evaluateHandle((given) => {
          const data = new DataTransfer()
          for (const { name, base64 } of given)
            data.items.add(
              new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, {
                type: 'image/jpeg',
              }),
            )
          return data
        }, files)
        await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
        const overlay = page.getByText('Drop to import')
        await waitFor('the invitation', () => isSeen(overlay))
        await checkPage(page, 'Import with files over it')
        await overlay.dispatchEvent('drop', { dataTransfer: transfer })
        job = await jobOf()
        await waitForItems(api, job, 2)
        assert.deepEqual(await namesOf(job), ['dropped 901.jpg', 'dropped 902.jpg'])
        await page.getByText('dropped 901.jpg').first().waitFor()
        await waitFor('the invitation to go', async () => !(await isSeen(overlay)))
      })
      await step('a folder is added with all that is in it, folders below it too', async () => {
        await mkdir(join(folder, 'below', 'deeper'), { recursive: true })
        await writeFile(join(folder, 'top.jpg'), await drawNumber(903))
        await writeFile(join(folder, 'below', 'middle.jpg'), await drawNumber(904))
        await writeFile(join(folder, 'below', 'deeper', 'bottom.jpg'), await drawNumber(905))
        const choosing = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Add a folder' }).click()
        await (await choosing).setFiles(folder)
        await waitForItems(api, job, 5)
        assert.deepEqual(await namesOf(job), [
          'bottom.jpg',
          'dropped 901.jpg',
          'dropped 902.jpg',
          'middle.jpg',
          'top.jpg',
        ])
        await waitForCalm(page)
        await checkPage(page, 'An import of a folder')
      })
      await step('uploads under way, waiting, paused and failed are shown, and go on', async () => {
        const input = page.locator('main input[type=file]').first()
        const setSpeed = await limitUploads(page)
        await input.setInputFiles({ name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) })
        await page.getByText('Not uploaded').waitFor()
        await checkPage(page, 'A file of an import that was not uploaded')
        await setSpeed(10_000)
        const files = ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => `${name}.txt`)
        await input.setInputFiles(
          files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name.repeat(200_000)) })),
        )
        await page
          .getByText(/^Uploading [1-9]/)
          .first()
          .waitFor()
        await page.getByText('Waiting to upload').first().waitFor()
        await checkPage(page, 'Uploads of an import')
        await page.getByRole('button', { name: 'Pause', exact: true }).click()
        await page.getByText(/^Paused at/).waitFor()
        await checkPage(page, 'Paused uploads of an import')
        await setSpeed(-1)
        await page
          .getByText(/^Uploading \d/)
          .first()
          .waitFor({ state: 'detached' })
        await page.getByText('Waiting to upload').first().waitFor()
        await page.getByRole('button', { name: 'Resume', exact: true }).click()
        await waitForItems(api, job, 13)
        await page.getByRole('button', { name: 'Dismiss empty.jpg' }).click()
        assert.deepEqual(
          (await namesOf(job)).filter((name) => name.endsWith('.txt')),
          files.toSorted(),
        )
      })
      await step('no page logged an error', async () => assert.deepEqual(errors, []))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Answers how the browser is told the bytes that it may send in a second; -1: as many as it can. */
async function limitUploads(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  return async (uploadThroughput) => {
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
}

/** It is always in the page; what is seen of it is its opacity. */
function isSeen(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node.checkVisibility({ opacityProperty: true }))
}
