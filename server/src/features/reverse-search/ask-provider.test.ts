import { afterAll, beforeAll, expect, test } from 'vitest'
import { askProvider } from './ask-provider.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

let provider: TestProvider
const picture = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)
const never = new AbortController().signal
const ask = (path: string, signal = never) =>
  askProvider(provider.at(path), picture, signal, { withinMs: 500, maxBytes: 100_000 })

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.stop())

test('a provider is sent the picture, and its matches are answered with its host, the most alike first', async () => {
  const { host } = new URL(provider.at('/'))
  expect(await ask('/good')).toEqual({
    provider: host,
    error: null,
    matches: [
      {
        page: 'https://shop.example.org/posters/12?size=a2',
        picture: 'https://cdn.example.org/12.jpg',
        title: 'Poster',
        score: 0.97,
      },
      { page: 'https://blog.example.org/harbour', picture: null, title: null, score: 0.91 },
    ],
  })
  expect(provider.asked.at(-1)).toMatchObject({
    authorization: undefined,
    head: expect.stringMatching(/^ÿØÿ/),
  })
  expect(await ask('/nothing')).toEqual({ provider: host, error: null, matches: [] })
})

test('the account in its address is sent as such, and shown to nobody', async () => {
  const address = provider.at('/good').replace('//', '//me:hush%20hush@')
  const found = await askProvider(address, picture, never)
  expect(JSON.stringify(found)).not.toContain('hush')
  expect(provider.asked.at(-1)?.authorization).toBe(`Basic ${btoa('me:hush hush')}`)
})

test.each([
  ['/hangs', 'late'],
  ['/drips', 'late'],
  ['/huge', 'too_large'],
  ['/refuses', 'refused'],
  ['/none', 'refused'],
  ['/elsewhere', 'refused'],
  ['/lies/score', 'malformed'],
  ['/lies/script', 'malformed'],
  ['/lies/picture', 'malformed'],
  ['/lies/host', 'malformed'],
  ['/lies/many', 'malformed'],
  ['/lies/shape', 'malformed'],
  ['/lies/text', 'malformed'],
] as const)('of one that behaves as %s nothing is reported but that it is %s', async (path, error) => {
  expect(await ask(path)).toMatchObject({ error, matches: [] })
})

test('of an answer of 50 MB no more is taken than fits the limit and what was on its way', async () => {
  await ask('/huge')
  expect(provider.sentBytes()).toBeLessThan(25 * 1024 * 1024)
})

test('a redirect is not followed', async () => {
  const before = provider.asked.length
  await ask('/elsewhere')
  expect(provider.asked.length).toBe(before + 1)
})

test('one that is not there is said to be unreachable, and who stops waits no longer', async () => {
  expect(await askProvider('http://127.0.0.1:1/', picture, never)).toMatchObject({ error: 'unreachable' })
  const startedAt = performance.now()
  await askProvider(provider.at('/hangs'), picture, AbortSignal.timeout(50))
  expect(performance.now() - startedAt).toBeLessThan(5000)
})
