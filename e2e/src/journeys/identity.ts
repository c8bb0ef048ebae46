import assert from 'node:assert/strict'
import { generate } from 'otplib'
import type { Locator, Page } from 'playwright-core'
import { checkPage } from '../check-page.ts'
import { keyboard, mouse, type Hand } from '../hands.ts'
import type { Journey, Stage } from '../journey.ts'
import { openApi, type Api } from '../open-api.ts'
import { signIn, type Person } from '../open-browser.ts'
import { pressTabTo } from '../press-tab-to.ts'
import { withApplication } from '../start-application.ts'
import { startProvider, type IdentityProvider } from '../start-provider.ts'
import { addVirtualAuthenticator } from '../virtual-authenticator.ts'
import { waitForCalm } from '../wait-for-calm.ts'

const password = 'a password of the journey'

/** What one hand plays on. */
interface Play extends Pick<Stage, 'step'> {
  readonly url: string
  readonly hand: Hand
  readonly login: string
  readonly admin: Api
  readonly newPerson: () => Promise<Person>
}

/**
 * Sign-in by a provider and by passkey, codes and recovery codes, sessions; each with a mouse and by keyboard
 * alone. Passkeys need a host name.
 */
export const identityJourney: Journey = {
  name: 'Single sign-on, passkeys, codes and sessions',
  async run({ newPerson, step }) {
    const provider = await startProvider()
    const errors: string[] = []
    try {
      await withApplication({ settings: { CARTOUCHE_SSO: settingOf(provider) } }, async (application) => {
        const url = application.url.replace('127.0.0.1', 'localhost')
        provider.serve(`${url}/api/rest/auth/callback/museum`)
        const admin = await openApi(application.url, 'admin', application.password)
        for (const [index, hand] of [mouse, keyboard].entries()) {
          const login = `person${index}`
          await admin.call('POST', '/rest/profil', {
            json: { login, password, name: `Person ${index}`, role: 3, mustChange: false },
          })
          const people: Person[] = []
          const play: Play = {
            url,
            hand,
            login,
            admin,
            step,
            newPerson: async () => {
              const person = await newPerson({ baseURL: url })
              people.push(person)
              return person
            },
          }
          await playSingleSignOn(play)
          await playSessions(play)
          await playCodes(play)
          await playPasskeys(play)
          errors.push(...people.flatMap((person) => person.errors))
        }
        await step('no page logged an error', async () => assert.deepEqual(errors, []))
      })
    } finally {
      provider.stop()
    }
    await playEnrolment({ newPerson, step })
  },
}

function settingOf({ issuer, clientId, clientSecret }: IdentityProvider): string {
  return JSON.stringify([
    {
      id: 'museum',
      name: 'Museum',
      kind: 'oidc',
      issuer,
      clientId,
      clientSecret,
      mapping: { defaultRole: 'contributor' },
    },
  ])
}

async function playSingleSignOn({ step, hand, newPerson, login }: Play): Promise<void> {
  const { page } = await newPerson()
  await step(`single sign-on leads to the asked address, ${hand.name}`, async () => {
    await page.goto('/account')
    await page.getByRole('link', { name: 'Sign in with Museum' }).waitFor()
    await checkPage(page, 'Sign-in with a provider')
    await hand.press(page, page.getByRole('link', { name: 'Sign in with Museum' }))
    await hand.type(page, page.locator('input[name=login]'), `guest${login}`)
    await hand.type(page, page.locator('input[name=password]'), 'any')
    await page.keyboard.press('Enter')
    await hand.press(page, page.getByRole('button', { name: /continue/i }))
    await page.waitForURL('**/account')
    await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), `Guest${login} of the museum`)
  })
  await step(`whoever says no at the provider reads why on the sign-in page, ${hand.name}`, async () => {
    await signOut(page, hand)
    await page.goto('/sign-in?to=%2Fcarts&failed=museum')
    await page.getByRole('alert').getByText('The sign-in with Museum did not work').waitFor()
    await checkPage(page, 'Sign-in after a failure of a provider')
  })
}

async function playSessions({ step, hand, newPerson, login, url }: Play): Promise<void> {
  const { page } = await newPerson()
  const programs = [
    await openApi(url, login, password),
    await openApi(url, login, password),
    await openApi(url, login, password),
  ]
  const active = async (): Promise<number> =>
    (await Promise.all(programs.map((program) => program.fetch('/json/whoami')))).filter(({ ok }) => ok)
      .length
  await step(`sessions are ended one by one, ${hand.name}`, async () => {
    await signIn(page, login, password)
    await page.goto('/account')
    const ends = page.getByRole('button', { name: 'End the session of node' })
    await ends.first().waitFor()
    await checkPage(page, 'Account')
    assert.equal(await ends.count(), 3)
    await hand.press(page, ends.first())
    await waitForCount(ends, 2)
    assert.equal(await active(), 2)
  })
  await step(`or all others at once, ${hand.name}`, async () => {
    await hand.press(page, page.getByRole('button', { name: 'Sign out everywhere else' }))
    await page.getByText('2 sessions were ended').waitFor()
    assert.equal(await active(), 0)
    await page.getByText('This device', { exact: true }).waitFor()
  })
  await step(`the profile is saved, ${hand.name}`, async () => {
    await hand.type(page, page.getByLabel('E-mail'), 'not an address')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an address as').waitFor()
    await hand.type(page, page.getByLabel('E-mail'), `${login}@museum.example`)
    await page.keyboard.press('Enter')
    await page.getByText('Your profile was saved').waitFor()
    await page.reload()
    await page
      .getByLabel('E-mail')
      .and(page.locator(`[value="${login}@museum.example"]`))
      .waitFor()
  })
}

async function playCodes({ step, hand, newPerson, login }: Play): Promise<void> {
  const { page } = await newPerson()
  let secret = ''
  let recoveryCode = ''
  const codeAt = (seconds: number): Promise<string> =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })
  await step(`codes of an authenticator app are set up, ${hand.name}`, async () => {
    await signIn(page, login, password)
    await page.goto('/account')
    await hand.press(page, page.getByRole('button', { name: 'Set up an authenticator app' }))
    secret = (await page.getByRole('dialog').locator('code').textContent())?.replaceAll(' ', '') ?? ''
    await checkPage(page, 'An authenticator app is set up')
    await hand.type(page, page.getByLabel('Code', { exact: true }), '000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('The code is wrong').waitFor()
    // The interval before is good too: each of the three next ones is used once.
    await hand.type(page, page.getByLabel('Code', { exact: true }), await codeAt(-30))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const codes = await page
      .getByRole('list', { name: 'Your recovery codes' })
      .getByRole('listitem')
      .allTextContents()
    assert.equal(codes.length, 10)
    recoveryCode = codes[0] ?? ''
    await checkPage(page, 'Recovery codes')
    await hand.press(page, page.getByRole('button', { name: 'I have saved them' }))
    await page.getByText('10 recovery codes left').waitFor()
  })
  await step(`the sign-in asks for a code, ${hand.name}`, async () => {
    await signOut(page, hand)
    await giveLogin(page, hand, login)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    await checkPage(page, 'A second factor')
    await hand.type(page, page.getByLabel('Code', { exact: true }), await codeAt(0))
    await page.keyboard.press('Enter')
    await page.getByRole('banner').waitFor()
  })
  await step(`a recovery code is good once, ${hand.name}`, async () => {
    for (const isGood of [true, false]) {
      await signOut(page, hand)
      await giveLogin(page, hand, login)
      await hand.press(page, page.getByRole('button', { name: 'Use a recovery code' }))
      await hand.type(page, page.getByLabel('Recovery code'), recoveryCode.toUpperCase())
      await page.keyboard.press('Enter')
      if (isGood) await page.getByRole('banner').waitFor()
      else await page.getByRole('alert').getByText('it was used before').waitFor()
    }
    await hand.press(page, page.getByRole('button', { name: 'Use a code' }))
    await hand.type(page, page.getByLabel('Code', { exact: true }), await codeAt(30))
    await page.keyboard.press('Enter')
    await page.getByRole('banner').waitFor()
  })
}

async function playPasskeys({ step, hand, newPerson, admin, login }: Play): Promise<void> {
  const keyed = `keyed-${login}`
  await admin.call('POST', '/rest/profil', {
    json: { login: keyed, password, name: 'Keyed', role: 3, mustChange: false },
  })
  const { page } = await newPerson()
  const authenticator = await addVirtualAuthenticator(page)
  const signOutUntouched = async (): Promise<void> => {
    await authenticator.setTouched(false)
    await signOut(page, hand)
    await page.waitForLoadState('networkidle')
  }
  await step(`a passkey is added and named, ${hand.name}`, async () => {
    await signIn(page, keyed, password)
    await page.goto('/account')
    await hand.press(page, page.getByRole('button', { name: 'Add a passkey' }))
    await hand.type(page, page.getByRole('dialog').getByLabel('Name'), 'My laptop')
    await page.keyboard.press('Enter')
    await page.getByText('The passkey “My laptop” was added').waitFor()
    await hand.press(page, page.getByRole('button', { name: 'Rename My laptop' }))
    await hand.type(page, page.getByRole('dialog').getByLabel('Name'), 'My desk')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove My desk' }).waitFor()
    await checkPage(page, 'Account with a passkey')
  })
  await step(`it signs in without a password, ${hand.name}`, async () => {
    await signOutUntouched()
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    if (hand === keyboard) await pressTabTo(page, button)
    await authenticator.setTouched(true)
    // What the browser offers in the field of the login may be faster than the button, which then goes: what
    // presses it must be over before the next step.
    if (hand === keyboard) await page.keyboard.press('Enter')
    else await button.click({ timeout: 3000 }).catch(() => undefined)
    await page.getByRole('banner').waitFor()
  })
  await step(`or chosen from what the browser offers in the field of the login, ${hand.name}`, async () => {
    await signOut(page, hand)
    // The bar of the page that was left may still be there: the address says that it signed in.
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    await page.getByRole('banner').waitFor()
  })
  await step(`beside the password it is the second factor, ${hand.name}`, async () => {
    await signOutUntouched()
    await giveLogin(page, hand, keyed)
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    await authenticator.setTouched(true)
    await hand.press(page, page.getByRole('button', { name: 'Use my passkey' }))
    await page.getByRole('banner').waitFor()
  })
  await step(`removed, it signs nobody in, ${hand.name}`, async () => {
    await page.goto('/account')
    await hand.press(page, page.getByRole('button', { name: 'Remove My desk' }))
    await hand.press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
    await page.getByRole('button', { name: 'Remove My desk' }).waitFor({ state: 'detached' })
    await signOutUntouched()
    await authenticator.setTouched(true)
    await hand.press(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
    await page.getByRole('alert').getByText('This passkey could not be checked').waitFor()
  })
}

async function playEnrolment({ newPerson, step }: Pick<Stage, 'newPerson' | 'step'>): Promise<void> {
  await withApplication({ settings: { CARTOUCHE_MFA_ONLY: '1' } }, async (application) => {
    const { page, errors } = await newPerson({ baseURL: application.url })
    await step('a server that demands a second factor has one set up first, by keyboard alone', async () => {
      await page.goto('/sign-in')
      await keyboard.type(page, page.getByLabel('Username'), 'admin')
      await keyboard.type(page, page.getByLabel(/^Password/), application.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
      await checkPage(page, 'A second factor is demanded')
      await keyboard.press(page, page.getByRole('button', { name: 'Authenticator app' }))
      const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
      await keyboard.type(page, page.getByLabel('Code', { exact: true }), await generate({ secret }))
      await page.keyboard.press('Enter')
      await keyboard.press(page, page.getByRole('button', { name: 'I have saved them: sign in' }))
      await page.getByRole('banner').waitFor()
    })
    await step('no page of it logged an error', async () => assert.deepEqual(errors, []))
  })
}

async function giveLogin(page: Page, hand: Hand, login: string): Promise<void> {
  await hand.type(page, page.getByLabel('Username'), login)
  await hand.type(page, page.getByLabel(/^Password/), password)
  await page.keyboard.press('Enter')
}

/** What is still being asked for is refused by then, which a page logs. */
async function signOut(page: Page, hand: Hand): Promise<void> {
  await waitForCalm(page)
  await hand.press(page, page.getByRole('button', { name: /^Account of/ }))
  await hand.press(page, page.getByRole('button', { name: 'Sign out', exact: true }))
  await page.waitForURL('**/sign-in')
}

async function waitForCount(locator: Locator, count: number): Promise<void> {
  await locator.nth(count).waitFor({ state: 'detached' })
  assert.equal(await locator.count(), count)
}
