import assert from 'node:assert/strict'
import { checkPage } from '../check-page.ts'
import type { Journey } from '../journey.ts'
import type { Person } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { signIn } from '../open-browser.ts'
import { waitForCalm } from '../wait-for-calm.ts'

/** In and out, by keyboard. */
export const signInJourney: Journey = {
  name: 'Sign-in',
  async run({ application, newPerson, step }) {
    const person = await newPerson()
    const { page } = person
    const asked = '/carts?order=name'

    await step('an address behind the sign-in asks for it, and is accessible', async () => {
      await page.goto(asked)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await checkPage(page, 'Sign-in')
    })
    await step('a wrong password is refused, by keyboard alone', async () => {
      await page.getByLabel('Username').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('editor')
      await page.keyboard.press('Tab')
      await page.keyboard.type('not the password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('Wrong username or password').waitFor()
      await checkPage(page, 'Sign-in with a wrong password')
    })
    await step('the right one leads to the asked address', async () => {
      await page
        .getByLabel(/^Password/)
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(application.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${asked}`)
      await page.getByRole('heading', { name: 'Carts', level: 1, exact: true }).waitFor()
    })
    await step('sign-out by keyboard ends the session here and on the server', async () => {
      const cookies = await cookieHeader(person)
      await pressTabTo(page, page.getByRole('button', { name: 'Account of Editor' }))
      await page.keyboard.press('Enter')
      await pressTabTo(page, page.getByRole('button', { name: 'Sign out' }))
      await page.keyboard.press('Enter')
      await page.waitForURL('**/sign-in')
      const { status } = await fetch(`${application.url}/api/rest/dam/data/asset`, {
        headers: { cookie: cookies },
      })
      assert.ok([401, 419].includes(status), `a session that was ended answers ${status}`)
    })
    await step('a session that ended elsewhere says so, and the sign-in leads back', async () => {
      await signIn(page, 'editor', application.password)
      // What the home page still asks for would find the session gone before the click does.
      await waitForCalm(page)
      await endElsewhere(application.url, await cookieHeader(person))
      await page.getByRole('link', { name: 'Browse' }).first().click()
      await page.getByText('Your session has ended').waitFor()
      await signIn(page, 'editor', application.password)
      await page.waitForURL('**/browse*')
    })
    await step('the home page is accessible', async () => {
      await page.getByRole('link', { name: 'Home' }).first().click()
      await page.getByRole('heading', { name: 'Recently added' }).waitFor()
      await waitForCalm(page)
      await checkPage(page, 'Home')
    })
    await step('no page logged an error', async () => assert.deepEqual(person.errors, []))
  },
}

async function cookieHeader({ context }: Person): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Signs out on the server without the browser's knowledge. */
async function endElsewhere(url: string, cookie: string): Promise<void> {
  const answer = await fetch(`${url}/api/json/whoami`, { headers: { cookie } })
  const { response } = (await answer.json()) as { response: { data: { csrfToken: string } } }
  const { status } = await fetch(`${url}/api/rest/signout`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': response.data.csrfToken, 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(status, 200)
}
