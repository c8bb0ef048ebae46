import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { waitFor } from '../wait-for.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** Visitors of a link comment on it and send files, and their sharer answers; by mouse and by keyboard. */
export const visitorsJourney: Journey = {
  name: 'Visitors',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const [sharer, visitor] = [await newPerson(), await newPerson()]
    const asset = await createPublished(api, 'Poster')
    const [{ id: cart } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
      name: 'Campaign',
      items: { asset: [asset] },
    })
    await signIn(sharer.page, 'editor', application.password, `/carts/${cart}`)
    for (const hand of [mouse, keyboard]) {
      let url = ''
      await step(`${hand.name}: a link is made whose visitors may comment and send files`, async () => {
        url = await makeLink(hand, sharer.page, cart)
      })
      await step(`${hand.name}: a visitor says who they are and comments on a point`, () =>
        comment(hand, visitor.page, url),
      )
      await step(`${hand.name}: the sharer reads who wrote it, and replies to the visitor`, () =>
        reply(hand, sharer.page, asset, visitor.page),
      )
      await step(`${hand.name}: the visitor sends files, which the sharer finds in an import`, () =>
        sendFiles(hand, visitor.page, sharer.page, cart),
      )
      await step(
        `${hand.name}: of a link that has ended another one is asked for, and sent by one click`,
        () => askForAnother(hand, { api, cart, url, visitor: visitor.page, sharer: sharer.page }),
      )
    }
    for (const hand of [mouse, keyboard])
      await step(`${hand.name}: a visitor sees circles to choose by, and takes what is chosen`, () =>
        chooseFiles(hand, api, visitor.page),
      )
    for (const hand of [mouse, keyboard])
      await step(
        `${hand.name}: a link that does not allow comments shows none, and no field for them`,
        async () => {
          const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${cart}`, {
            name: `Without comments ${hand.name}`,
          })
          await visitor.page.goto(url)
          await hand.press(visitor.page, visitor.page.locator('[data-index="0"] a'))
          await visitor.page.getByRole('dialog').getByRole('link', { name: 'Download Poster' }).waitFor()
          await waitForCalm(visitor.page)
          assert.equal(await visitor.page.getByText('The logo is too small').count(), 0)
          assert.equal(await visitor.page.getByRole('form', { name: /comment/i }).count(), 0)
        },
      )
    await step('every width, and in French', async () => {
      const shares = await api.call<{ url: string; name: string }[]>('GET', `/wedia/cart/listShares/${cart}`)
      const share = shares.find(({ name }) => name.startsWith('For comments'))
      const address = `${share?.url}?asset=${asset}`
      await visitor.page.goto(address)
      await visitor.page.getByRole('form', { name: 'Comment as a visitor' }).waitFor()
      for (const window of windows) {
        await visitor.page.setViewportSize(window)
        await checkPage(visitor.page, `A link with comments at ${window.width} px`)
      }
      const french = await newPerson({ locale: 'fr-FR', viewport: windows[0] })
      await french.page.goto(address)
      await french.page.getByRole('form', { name: 'Commenter en tant que visiteur' }).waitFor()
      await checkPage(french.page, 'A visitor who is asked in French')
      await requestFiles(api, french.page)
      assert.deepEqual([...sharer.errors, ...visitor.errors, ...french.errors], [])
    })
  },
}

async function makeLink(hand: Hand, page: Page, cart: number): Promise<string> {
  await page.goto(`/carts/${cart}`)
  await hand.press(page, page.getByRole('button', { name: 'Share', exact: true }))
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Title for visitors' })
  await hand.type(page, name, `For comments ${hand.name}`)
  await hand.turn(page, dialog.getByRole('checkbox', { name: 'comment', exact: true }))
  const replies = dialog.getByRole('checkbox', { name: 'see replies by colleagues' })
  await replies.waitFor()
  assert.ok(await replies.isChecked())
  await checkPage(page, 'A link that allows comments')
  await hand.turn(page, dialog.getByRole('checkbox', { name: 'send files', exact: true }))
  await hand.type(page, dialog.getByLabel('What you need (optional)'), 'The photos of the event')
  await hand.type(page, dialog.getByLabel('Files in total'), '3')
  await checkPage(page, 'A link that takes files')
  await hand.press(page, dialog.getByRole('button', { name: 'Create the link', exact: true }))
  return dialog.getByLabel('Link', { exact: true }).inputValue()
}

async function comment(hand: Hand, page: Page, url: string): Promise<void> {
  await page.goto(url)
  await hand.press(page, page.locator('[data-index="0"] a'))
  const form = page.getByRole('form', { name: 'Comment as a visitor' })
  await form.waitFor()
  await checkPage(page, 'A visitor who is asked who they are')
  await hand.type(page, form.getByLabel('Name'), 'Anna Berg')
  await hand.type(page, form.getByLabel('E-mail'), 'anna')
  await hand.press(page, form.getByRole('button', { name: 'Continue' }))
  await form.getByText('Enter a valid e-mail').waitFor()
  await hand.type(page, form.getByLabel('E-mail'), 'anna@example.org')
  await hand.press(page, form.getByRole('button', { name: 'Continue' }))
  const field = page.getByRole('textbox', { name: 'Write a comment' })
  await field.waitFor()
  await page.getByText('You comment as Anna Berg.').waitFor()
  if (hand === mouse) {
    await page.getByRole('button', { name: 'Point on the picture' }).click()
    await page.getByRole('button', { name: /^Place of the comment/ }).click({ position: { x: 60, y: 80 } })
  } else {
    await hand.press(page, page.getByRole('button', { name: 'Point on the picture' }))
    await page.getByRole('button', { name: /^Place of the comment/ }).waitFor()
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  }
  await hand.type(page, field, `The logo is too small, ${hand.name}`)
  await page.keyboard.press('Control+Enter')
  await page.getByText(`The logo is too small, ${hand.name}`).waitFor()
  await page.getByRole('button', { name: /^Comment 1 by Anna Berg/ }).waitFor()
}

async function reply(hand: Hand, page: Page, asset: number, visitor: Page): Promise<void> {
  await page.goto(`/browse/${asset}`)
  const thread = page.getByRole('listitem').filter({ hasText: `The logo is too small, ${hand.name}` })
  await thread.getByText('Anna Berg (visitor)').waitFor()
  await thread.getByText(`in “For comments ${hand.name}”`).waitFor()
  await hand.press(page, thread.getByRole('button', { name: 'Reply', exact: true }))
  await thread.getByText(`Visitors of “For comments ${hand.name}” can read this reply.`).waitFor()
  await checkPage(page, 'A reply to a visitor')
  await hand.type(page, thread.getByRole('combobox', { name: 'Write a reply' }), `Larger now, ${hand.name}`)
  await page.keyboard.press('Control+Enter')
  await thread.getByText(`Larger now, ${hand.name}`).waitFor()
  await visitor.reload()
  await visitor.getByText(`Larger now, ${hand.name}`).waitFor()
}

/** Of three files that the link takes one is a program, and one does not fit any more. */
async function sendFiles(hand: Hand, page: Page, sharer: Page, cart: number): Promise<void> {
  await page.keyboard.press('Escape')
  await hand.press(page, page.getByRole('button', { name: 'Send files', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Send files' })
  await dialog.getByText('The photos of the event').waitFor()
  await dialog.getByText('You are sending files as Anna Berg.').waitFor()
  const choose = async (...files: ChosenFile[]): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await hand.press(page, dialog.getByRole('button', { name: 'Choose files' }))
    await (await choosing).setFiles(files)
  }
  await choose(await jpeg(`Harbour ${hand.name}.jpg`), text('setup.exe'))
  await dialog.getByText('1 of 2 files sent').waitFor()
  await dialog.getByText('Programs cannot be sent (.exe)').waitFor()
  await checkPage(page, 'Files of a visitor')
  await hand.press(page, dialog.getByRole('button', { name: /setup\.exe/ }).last())
  await dialog.getByText('1 of 1 file sent').waitFor()
  await choose(text('a.txt'), text('b.txt'), text('c.txt'))
  await dialog.getByText('3 of 4 files sent').waitFor()
  await dialog.getByText('This link has no room for this file.').waitFor()
  await sharer.goto(`/carts/${cart}?links=1`)
  const links = sharer.getByRole('dialog')
  await links.getByText('3 of 3 files received').first().waitFor()
  await hasFocus(links.getByRole('button', { name: 'Copy the link' }).first())
  await checkPage(sharer, 'A link that has received files')
  await hand.press(sharer, links.getByRole('link', { name: 'Open the import' }).first())
  const row = sharer.getByRole('row').filter({ hasText: `Harbour ${hand.name}` })
  await row.getByText(`Sent by Anna Berg (visitor) with the link “For comments ${hand.name}”`).waitFor()
  await checkPage(sharer, 'An import of files of a visitor')
}

/** A link to an empty cart asks for files alone: the page is nothing else, on a phone and wider. */
async function requestFiles(api: Api, page: Page): Promise<void> {
  const [{ id } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name: 'Reportage',
  })
  const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${id}`, {
    name: 'Reportage au port',
    actions: ['upload'],
    uploadNote: 'Toutes les photos du port, en originaux.',
  })
  await page.goto(url)
  const form = page.getByRole('form', { name: 'Dites qui vous êtes pour envoyer des fichiers' })
  await form.getByLabel('Nom').fill('Ben Roy')
  await form.getByLabel('Courriel').fill('ben@example.org')
  await checkPage(page, 'A link that asks for files, in French')
  await form.getByRole('button', { name: 'Continuer' }).click()
  await page.getByText('Vous envoyez des fichiers en tant que Ben Roy.').waitFor()
  await drop(page, ['Quai.txt', 'Phare.txt'])
  await page.getByText('2 fichiers envoyés sur 2').waitFor()
  for (const window of windows) {
    await page.setViewportSize(window)
    await checkPage(page, `Files that were sent, in French at ${window.width} px`)
  }
  await page.reload()
  await page.getByText('2 fichiers envoyés sur 2').waitFor()
}

async function drop(page: Page, names: readonly string[]): Promise<void> {
  const files = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const name of given) transfer.items.add(new File([`The bytes of ${name}`], name))
    return transfer
  }, names)
  const zone = page.getByText('Déposez pour envoyer')
  await page.dispatchEvent('html', 'dragenter', { dataTransfer: files })
  await zone.waitFor()
  for (const type of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(type, { dataTransfer: files })
}

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const text = (name: string): ChosenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`In ${name}`),
})

async function jpeg(name: string): Promise<ChosenFile> {
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: 'navy' } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

interface Another {
  readonly api: Api
  readonly cart: number
  readonly url: string
  readonly visitor: Page
  readonly sharer: Page
}

/** Two pictures, of which one is chosen by its circle. */
async function chooseFiles(hand: Hand, api: Api, page: Page): Promise<void> {
  const items = [
    await createPublished(api, `Quay ${hand.name}`),
    await createPublished(api, `Pier ${hand.name}`),
  ]
  const [{ id } = { id: 0 }] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name: 'Choose',
    items: { asset: items },
  })
  const { url } = await api.call<{ url: string }>('POST', `/wedia/cart/shareCart/${id}`, { name: 'Choose' })
  await page.goto(url)
  const circles = page.locator('[data-act="select"]')
  const begin = page.getByRole('button', { name: 'Select', exact: true })
  await begin.waitFor()
  await page.mouse.move(2, 2)
  await hand.press(page, begin)
  await page.getByText('Use the circle at the top left to select.').waitFor()
  await page.mouse.move(2, 2)
  await waitFor('both circles', () =>
    circles.evaluateAll(
      (all) =>
        all.length === 2 && all.every((one) => getComputedStyle(one).borderColor === 'rgb(255, 255, 255)'),
    ),
  )
  for (const window of windows) {
    await page.setViewportSize(window)
    await checkPage(page, `Choosing files of a link at ${window.width} px`)
  }
  if (hand === mouse) await circles.first().click()
  else {
    await pressTabTo(page, page.locator('[data-index="0"] a'))
    await page.keyboard.press('Space')
  }
  const saving = page.waitForEvent('download')
  await hand.press(page, page.getByRole('button', { name: /^Download 1 file/ }))
  assert.match((await saving).suggestedFilename(), /^(Quay|Pier) .*\.jpg$/)
}

async function askForAnother(hand: Hand, { api, cart, url, visitor, sharer }: Another): Promise<void> {
  await api.call('DELETE', `/wedia/cart/shareCart/${cart}/${url.split('/').at(-1)}`)
  await visitor.goto(url)
  await hand.press(visitor, visitor.getByRole('button', { name: 'Ask for another link' }))
  const form = visitor.getByRole('form', { name: 'Ask for another link' })
  await hand.type(visitor, form.getByLabel('Name'), 'Anna Berg')
  await hand.type(visitor, form.getByLabel('E-mail'), 'anna@example.org')
  await hand.type(visitor, form.getByLabel('Message'), 'For the annual report')
  await checkPage(visitor, 'Asking for another link')
  await hand.press(visitor, form.getByRole('button', { name: 'Ask for another link' }))
  await visitor.getByText('Your request was sent.').waitFor()
  await sharer.goto(`/carts/${cart}?links=1`)
  const dialog = sharer.getByRole('dialog')
  await dialog.getByText('Anna Berg (anna@example.org) asks for another link.').waitFor()
  await checkPage(sharer, 'Somebody asks for another link')
  const name = `For comments ${hand.name}`
  const renew = dialog.getByRole('button', { name: `Create and send a new link: ${name}` })
  // By keyboard, the link that was sent before is active.
  await hasFocus(hand === mouse ? renew : dialog.getByRole('button', { name: 'Copy the link' }).first())
  await hand.press(sharer, renew)
  await dialog.getByText('Anna Berg (anna@example.org) asks for another link.').waitFor({ state: 'detached' })
  await dialog.getByRole('link', { name }).waitFor()
}

async function createPublished(api: Api, name: string): Promise<number> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes)], `${name}.jpg`))
  const answer = await api.fetch('/rest/dam/data/asset', { method: 'POST', body: form })
  const { id } = ((await answer.json()) as { response: { data: { id: number } } }).response.data
  await api.call('POST', `/rest/dam/data/asset/${id}/workflow`, { workflowAction: 'publish' })
  return id
}
