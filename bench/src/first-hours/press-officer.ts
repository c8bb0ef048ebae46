import type { Page } from 'playwright-core'
import { signInByForm, type FirstHour } from './first-hour.ts'

const kit = 'Harbour press kit'

/** Finds pictures of an event, checks rights, makes a press kit with a link, and sees who downloaded it. */
export const pressOfficerFirstHour: FirstHour = {
  name: 'Press officer',
  demo: true,
  async run({ application, enter, step }) {
    const page = await enter()
    const tiles = page.getByRole('list', { name: 'Assets' }).getByRole('listitem')
    const link = { url: '', password: '' }
    await step(page, 'I sign in', () => signInByForm(page, 'editor', application.password))
    await step(page, 'I look for the harbour', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type('harbour')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: '3 assets' }).waitFor()
      await page
        .getByRole('complementary', { name: 'Filters' })
        .getByRole('checkbox', { name: 'Image', exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: '2 assets' }).waitFor()
    })
    await step(page, 'I check whose picture it is', async () => {
      await tiles.first().getByRole('link').click()
      await page.getByRole('dialog').getByText('Rights and validity').scrollIntoViewIfNeeded()
      await page
        .getByRole('dialog')
        .getByText(/^\(C\) /)
        .waitFor()
    })
    await step(page, 'I put both into a new cart', async () => {
      await page.keyboard.press('Escape')
      for (const at of [0, 1]) await tiles.nth(at).locator('[data-act="select"]').click()
      await page
        .getByRole('region', { name: 'Selection' })
        .getByRole('button', { name: 'Add to cart' })
        .click()
      await page.getByRole('textbox', { name: 'Find or name a cart' }).fill(kit)
      await page.getByRole('option', { name: `Create “${kit}”` }).click()
      await page.getByRole('button', { name: 'Open cart' }).click()
      await page.getByRole('heading', { name: kit }).waitFor()
    })
    await step(page, 'I make a link with a password', async () => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('switch', { name: 'Ask for a password' }).click({ force: true })
      await page.getByRole('button', { name: 'Create the link' }).click()
      link.url = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
      link.password = await page.getByRole('textbox', { name: 'Password for visitors' }).inputValue()
      await page.getByRole('button', { name: 'Done' }).click()
    })
    await step(page, 'I see that the cart has a link', () =>
      page.getByRole('button', { name: /^One link, expires / }).waitFor(),
    )
    await download(await enter(), link)
    await step(page, 'I see who downloaded it', async () => {
      await page.getByRole('button', { name: /^One link, expires / }).click()
      await page.getByRole('button', { name: `Who opened “${kit}”` }).click()
      await page.getByText('Downloaded the archive').waitFor()
    })
    await step(page, 'I take the link back', async () => {
      await page.getByRole('button', { name: `Revoke this link: ${kit}` }).click()
      await page.getByText(`The link “${kit}” was revoked`).waitFor()
    })
  },
}

async function download(
  visitor: Page,
  { url, password }: { readonly url: string; readonly password: string },
): Promise<void> {
  await visitor.goto(url)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Open' }).click()
  const saving = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: /^Download all/ }).click()
  await saving
}
