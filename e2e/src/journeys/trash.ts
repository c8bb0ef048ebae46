import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse } from '../hands.ts'
import { hasFocus } from '../has-focus.ts'
import type { Journey } from '../journey.ts'
import { openApi } from '../open-api.ts'
import { signIn } from '../open-browser.ts'
import { takeAction } from '../take-action.ts'
import type { Application } from '../start-application.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const

/** Assets are deleted, brought back by Undo and from the trash, and deleted permanently. */
export const trashJourney: Journey = {
  name: 'Trash',
  async run({ application, newPerson, step }) {
    const api = await openApi(application.url, 'editor', application.password)
    const create = async (name: string): Promise<number> => {
      const { response } = await api.call<{ response: { data: { id: number } } }>(
        'POST',
        '/rest/dam/data/asset',
        { json: { name } },
      )
      return response.data.id
    }
    // Journeys before it on the same application may have left something there.
    await emptyTrash(application)
    const { page, errors } = await newPerson()
    await signIn(page, 'editor', application.password)
    const dialog = page.getByRole('dialog')
    for (const hand of [mouse, keyboard]) {
      const name = `Left over, ${hand.name}`
      const id = await create(name)
      const cart = `Kept, ${hand.name}`
      const [made] = await api.call<{ id: string }[]>('POST', '/wedia/cart/createCart', {
        name: cart,
        items: [{ type: 'asset', id }],
      })
      await api.call('POST', `/wedia/cart/shareCart/${made?.id}`, { name: 'For the press' })
      const question = page.getByRole('dialog', { name: `Delete “${name}”?` })
      const isThere = async (): Promise<void> => {
        await page.goto(`/browse/${id}`)
        await page.getByRole('dialog', { name }).getByRole('button', { name: 'More actions' }).waitFor()
      }
      const remove = async (): Promise<void> => {
        await isThere()
        await takeAction(page, hand, 'Delete')
        await question.getByText('You can restore it from there for 30 days.', { exact: false }).waitFor()
        await question.getByText(`1 cart: ${cart}`).waitFor()
        await question.getByText('1 active link: For the press').waitFor()
        await checkPage(page, 'Deleting an asset')
        await hand.press(page, question.getByRole('button', { name: 'Delete', exact: true }))
        await page.getByText(`${name} was moved to the trash`).waitFor()
        await hasFocus(page.locator('[data-index] a[tabindex="0"]'))
      }
      await step(`${hand.name}: what was deleted comes back by Undo`, async () => {
        await remove()
        await hand.press(page, page.getByRole('button', { name: 'Undo' }))
        await page.getByText(`${name} was restored`).waitFor()
        await isThere()
      })
      await step(`${hand.name}: the trash lists it, says until when, and restores it`, async () => {
        await remove()
        await hand.press(page, page.getByRole('button', { name: 'Account of Editor' }))
        await hand.press(page, page.getByRole('link', { name: 'Trash' }))
        await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
        await page.getByText('Deleted by Editor').waitFor()
        for (const size of sizes) {
          await page.setViewportSize(size)
          await checkPage(page, `Trash of ${size.width} px`)
        }
        await hand.press(page, page.getByRole('button', { name: `Restore ${name}` }))
        await page.getByText(`${name} was restored`).waitFor()
        await page.getByText('The trash is empty.').waitFor()
        await checkPage(page, 'An empty trash')
        await isThere()
      })
      await step(`${hand.name}: it is found by its name, and deleted permanently`, async () => {
        await remove()
        await page.goto('/trash')
        const search = page.getByRole('searchbox', { name: 'Search by name' })
        await hand.type(page, search, 'nothing like it')
        await page.getByText('Nothing in the trash is called “nothing like it”.').waitFor()
        await hand.type(page, search, 'LEFT over')
        await hand.press(page, page.getByRole('button', { name: `Delete ${name} permanently` }))
        await checkPage(page, 'Deleting permanently')
        await hand.press(page, dialog.getByRole('button', { name: 'Delete permanently' }))
        await page.getByText('Nothing in the trash is called').waitFor()
        await assert.rejects(api.call('GET', `/rest/dam/data/asset/${id}`))
      })
    }
    await step('in French as well', async () => {
      await api.call('DELETE', `/rest/dam/data/asset/${await create('Pâquerette')}`)
      const admin = await openApi(application.url, 'admin', application.password)
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'fr' } })
      const french = await newPerson({ locale: 'fr-FR', viewport: sizes[0] })
      await signIn(french.page, 'admin', application.password, '/trash')
      await french.page.getByRole('button', { name: 'Restaurer Pâquerette' }).waitFor()
      await checkPage(french.page, 'Trash in French on a phone')
      await french.page.getByRole('button', { name: 'Restaurer Pâquerette' }).click()
      await french.page.getByText('Pâquerette a été restauré').waitFor()
      await admin.call('POST', '/rest/profil/me/patch', { json: { bolang: 'en' } })
    })
    await step('no page logged an error', async () => assert.deepEqual(errors, []))
  },
}

async function emptyTrash({ url, password }: Application): Promise<void> {
  const admin = await openApi(url, 'admin', password)
  const { list } = await admin.call<{ list: { id: number }[] }>('GET', '/rest/trash')
  for (const { id } of list) await admin.call('DELETE', `/rest/trash/${id}`)
}
