import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf } from '../../testing/refusal.ts'
import { limitGuesses } from './limit-guesses.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { createAccountLibrary, testPassword, type AccountLibrary } from './test-accounts.ts'
import { openTestBrowser, type TestBrowser } from './test-browser.ts'

let library: AccountLibrary
beforeAll(async () => {
  library = await createAccountLibrary()
})
beforeEach(() => library.services.database.deleteFrom('guess').execute())
afterAll(() => library.close())

const enter = async (
  browser: TestBrowser,
  login: string,
  password = testPassword,
): Promise<string | undefined> =>
  codeOf(signIn(await browser.ask(), { login, password, cookieauth: true }).then(() => ({})))
const guessUntilBlocked = async (browser: TestBrowser, login: string): Promise<void> => {
  for (let count = 0; count < 6; count++) await enter(browser, login, 'a wrong guess')
}

test('guesses of others keep nobody out of a browser that they have signed in from before', async () => {
  const [{ login }, other] = [await library.addAccount(), await library.addAccount()]
  const [own, attacker] = [openTestBrowser(library.services), openTestBrowser(library.services)]
  await signIn(await own.ask(), { login, password: testPassword, cookieauth: true })
  await guessUntilBlocked(attacker, login)
  expect(await enter(attacker, login)).toBe('too_many_guesses')
  expect(await enter(openTestBrowser(library.services, '10.1.2.3'), login)).toBe('too_many_guesses')
  expect((await signIn(await own.ask(), { login, password: testPassword, cookieauth: true })).tokenType).toBe(
    'Bearer',
  )
  // What knows one account is no key to another, and guesses from a known device are counted, too.
  await guessUntilBlocked(openTestBrowser(library.services, '10.1.2.4'), other.login)
  expect(await enter(own, other.login)).toBe('too_many_guesses')
  await guessUntilBlocked(own, login)
  expect(await enter(own, login)).toBe('too_many_guesses')
})

test('a forged cookie makes no known device', async () => {
  const { login } = await library.addAccount()
  const own = openTestBrowser(library.services)
  await signIn(await own.ask(), { login, password: testPassword, cookieauth: true })
  const forged = openTestBrowser(library.services)
  const [cookie] = [...own.cookies.values()].filter(({ name }) => name === 'cartouche_device')
  expect(cookie).toMatchObject({ httpOnly: true })
  ;(await forged.ask()).setCookie({
    name: 'cartouche_device',
    value: `another.${cookie?.value.split('.')[1] ?? ''}`,
    httpOnly: true,
    maxAgeSeconds: 60,
  })
  await guessUntilBlocked(openTestBrowser(library.services, '10.1.2.5'), login)
  expect(await enter(forged, login)).toBe('too_many_guesses')
})

test('guesses from many networks are counted together where there is a total', async () => {
  const { database } = library.services
  const guess = (index: number): Promise<boolean> =>
    limitGuesses(
      database,
      { subject: `share/x/${index}`, address: `10.0.${index >> 8}.${index % 256}`, total: 'share/x' },
      async () => false,
    )
  for (let index = 0; index < 100; index++) expect(await guess(index)).toBe(false)
  await expect(guess(100)).rejects.toMatchObject({ code: 'too_many_guesses' })
})
