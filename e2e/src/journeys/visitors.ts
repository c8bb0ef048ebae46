import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn } from '../open-browser.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const

/** Visitors of a link comment on it, and their sharer answers; by mouse and by keyboard. */
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
      await step(`${hand.name}: a link is made whose visitors may comment`, async () => {
        url = await makeLink(hand, sharer.page, cart)
      })
      await step(`${hand.name}: a visitor says who they are and comments on a point`, () =>
        comment(hand, visitor.page, url),
      )
      await step(`${hand.name}: the sharer reads who wrote it, and replies to the visitor`, () =>
        reply(hand, sharer.page, asset, visitor.page),
      )
      await step(
        `${hand.name}: of a link that has ended another one is asked for, and sent by one click`,
        () => askForAnother(hand, { api, cart, url, visitor: visitor.page, sharer: sharer.page }),
      )
    }
    await step('every width, and in French', async () => {
      const [share] = await api.call<{ url: string }[]>('GET', `/wedia/cart/listShares/${cart}`)
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
  const replies = dialog.getByRole('checkbox', { name: 'show visitors the replies of colleagues' })
  await replies.waitFor()
  assert.ok(await replies.isChecked())
  await checkPage(page, 'A link that allows comments')
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

interface Another {
  readonly api: Api
  readonly cart: number
  readonly url: string
  readonly visitor: Page
  readonly sharer: Page
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
  await hand.press(sharer, dialog.getByRole('button', { name: `Create and send a new link: ${name}` }))
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
