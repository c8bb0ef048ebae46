import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { hasFocus } from '../../../e2e/src/has-focus.ts'
import { pressTabTo } from '../../../e2e/src/press-tab-to.ts'
import { drawNumber, getSamples } from '../../../e2e/src/samples.ts'
import { signInByForm, type FirstHourStage } from './first-hour.ts'

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Bytes a second of a phone in the country. */
const slowBytes = 200_000

/** The guest sends files by the link, on the phone and at a desk; whoever made the link publishes them. */
export async function sendFilesAsGuest(stage: FirstHourStage, phone: Page, url: string): Promise<void> {
  const { application, enter, step } = stage
  const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Send files' })
  await step(phone, 'I am asked for photographs and say who I am', async () => {
    await phone.getByRole('button', { name: 'Send files' }).tap()
    await dialogOf(phone).getByText('Your photographs of the evening, as originals.').waitFor()
    await phone.getByLabel('Name').fill('Anna Berg')
    await phone.getByLabel('E-mail').fill('anna@example.org')
    await phone.getByRole('button', { name: 'Continue' }).tap()
    await phone.getByText('You are sending files as Anna Berg.').waitFor()
  })
  const photographs = await getPhotographs()
  const endSlow = await slow(phone)
  await step(
    phone,
    'I send photographs and see how far they are',
    async () => {
      await choose(phone, () => phone.getByRole('button', { name: 'Add photos' }).tap(), photographs)
      await phone.getByRole('progressbar').first().waitFor()
    },
    { isBusy: true },
  )
  await endSlow()
  await step(phone, 'I see that all were sent', () =>
    phone.getByText(`${photographs.length} of ${photographs.length} files sent`).waitFor(),
  )
  await step(phone, 'I send what is not taken and see why', async () => {
    await choose(phone, () => phone.getByRole('button', { name: 'Add files' }).tap(), [
      { name: 'viewer.exe', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2_000_000, 1) },
      { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    ])
    await phone.getByText('Programs cannot be sent (.exe)').waitFor()
  })
  await step(phone, 'I close it and look at the pictures again', async () => {
    await phone.getByRole('button', { name: 'Close' }).first().tap()
    await dialogOf(phone).waitFor({ state: 'detached' })
  })
  await step(phone, 'I come back the next day and see what I sent', async () => {
    await phone.reload()
    await phone.getByRole('button', { name: 'Send files' }).tap()
    await phone.getByText(`${photographs.length} of ${photographs.length} files sent`).waitFor()
  })
  const desk = await enter()
  await step(desk, 'At my desk, by keyboard, I send one more', async () => {
    await desk.goto(url)
    await pressTabTo(desk, desk.getByRole('button', { name: 'Send files' }))
    await desk.keyboard.press('Enter')
    await pressTabTo(desk, desk.getByLabel('Name'))
    await desk.keyboard.type('Anna Berg')
    await desk.keyboard.press('Tab')
    await desk.keyboard.type('anna@example.org')
    await desk.keyboard.press('Enter')
    await desk.getByText('You are sending files as Anna Berg.').waitFor()
    await hasFocus(desk.getByRole('button', { name: 'Choose files' }))
    await choose(desk, () => desk.keyboard.press('Enter'), [
      { name: 'From the desk.jpg', mimeType: 'image/jpeg', buffer: await drawNumber(4711) },
    ])
    await desk.getByText('1 of 1 file sent').waitFor()
  })
  const sharer = await enter()
  await step(sharer, 'I made the link: I am notified that files came', async () => {
    await signInByForm(sharer, 'editor', application.password)
    await sharer.getByRole('button', { name: /^Notifications/ }).click()
    await sharer.getByText('Anna Berg (visitor of “Evening light”) sends files').first().waitFor()
  })
  await step(sharer, 'I look at them', async () => {
    await sharer.getByText('Anna Berg (visitor of “Evening light”) sends files').first().click()
    await sharer.getByText('Sent by Anna Berg (visitor) with the link “Evening light”').first().waitFor()
  })
  await step(sharer, 'I publish them', async () => {
    await sharer
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    await sharer.getByText(/files added to the library/).waitFor()
  })
}

async function getPhotographs(): Promise<ChosenFile[]> {
  const samples = await getSamples()
  try {
    const chosen = samples.files
      .filter(({ name, isBroken }) => !isBroken && /\.(jpe?g|heic|dng)$/i.test(name))
      .filter(({ name }) => /^(DSCN002|IMG_5195|canon_eos|picture-[0-4]\.)/.test(name))
    return await Promise.all(
      chosen.map(async ({ path, name }) => ({
        name,
        mimeType: name.endsWith('.jpg') ? 'image/jpeg' : '',
        buffer: await readFile(path),
      })),
    )
  } finally {
    await samples.remove()
  }
}

async function choose(page: Page, press: () => Promise<void>, files: ChosenFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await press()
  await (await choosing).setFiles(files)
}

/** Makes the line of a page slow; answers what ends it. */
async function slow(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number): Promise<unknown> =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await session.send('Network.enable')
  await limit(slowBytes)
  return async () => void (await limit(-1))
}
