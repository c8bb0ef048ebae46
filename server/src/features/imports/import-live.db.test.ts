import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'

/** Who hears that an import changed. @source decision 0161 */

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
}, 60_000)
afterAll(() => application.stop())

interface Person {
  readonly heard: string[]
  call<T>(method: string, path: string, body?: FormData | object): Promise<T>
  leave(): void
}

/** Signs in and listens. */
async function listenAs(login: string): Promise<Person> {
  const url = `${application.cartouche.url}/api`
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const json = { 'content-type': 'application/json' }
  const signedIn = await call('/rest/signin', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ login, password: 'a password of the tests' }),
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const leaving = new AbortController()
  const { body } = await call('/rest/live', { headers, signal: leaving.signal })
  const heard: string[] = []
  const read = async (): Promise<void> => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? [])
      heard.push(...text.split('\n').filter((line) => line.startsWith('data: ')))
  }
  read().catch(() => undefined)
  return {
    heard,
    leave: () => leaving.abort(),
    call: async <T>(method: string, path: string, body?: FormData | object) => {
      const init =
        body === undefined || body instanceof FormData ? { headers } : { headers: { ...headers, ...json } }
      const text = body instanceof FormData ? body : body && JSON.stringify(body)
      return (await (await call(path, { ...init, method, ...(text ? { body: text } : {}) })).json()) as T
    },
  }
}

test('whoever may see an import hears of uploads, edits, leases and moves, by whomever', async () => {
  const [editor, admin, other] = [await listenAs('editor'), await listenAs('admin'), await listenAs('viewer')]
  const start = async (): Promise<number> =>
    (
      await editor.call<{ response: { data: { id: number } } }>('POST', '/rest/massimport/job', {
        json: { name: 'Announced' },
      })
    ).response.data.id
  const [job, beside] = [await start(), await start()]
  const eventOf = (id: number): string => `data: {"kind":"import","id":${id}}`
  const isAnnounced = async (...ids: number[]): Promise<void> => {
    await vi.waitFor(() => {
      for (const { heard } of [editor, admin]) for (const id of ids) expect(heard).toContain(eventOf(id))
    }, 5000)
    for (const { heard } of [editor, admin]) heard.length = 0
  }
  const form = new FormData()
  form.append('json', JSON.stringify({ job: { id: job } }))
  form.append('file', new Blob(['Words.']), 'words.txt')
  const { response } = await editor.call<{ response: { data: { id: number }[] } }>(
    'POST',
    '/rest/massimport/item',
    form,
  )
  const [{ id: item } = { id: 0 }] = response.data
  await isAnnounced(job)
  await vi.waitFor(async () => {
    const { response: now } = await editor.call<{ response: { data: { status: { name: string } }[] } }>(
      'GET',
      `/rest/massimport/data/item?query=${JSON.stringify({ job: { eq: job } })}`,
    )
    expect(now.data[0]?.status.name).toBe('ready')
  }, 20_000)
  await isAnnounced(job)
  await admin.call('POST', `/rest/massimport/data/item/${item}/lock`, {})
  await isAnnounced(job)
  await editor.call('PUT', `/rest/massimport/job/${job}`, {
    metadata: { ids: [item], data: { city: 'Brest' } },
  })
  await isAnnounced(job)
  await editor.call('PUT', `/rest/massimport/job/${job}`, { metadata: { ids: [item], job: beside } })
  await isAnnounced(job, beside)
  expect(other.heard).toEqual([])
  for (const person of [editor, admin, other]) person.leave()
}, 60_000)
