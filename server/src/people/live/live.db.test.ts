import type { LiveEvent } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTransaction } from '../../ground/database/database.ts'
import { startTestApplication, type TestApplication } from '../../http/test-application.ts'
import { announce } from './announce.ts'
import { startLive } from './live.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
}, 60_000)
afterAll(async () => {
  await application.stop()
})

/** An event stream, read as it comes. */
interface Heard {
  readonly status: number
  readonly events: LiveEvent[]
  readonly ended: Promise<void>
  leave(): void
}

async function listenAs(login: string): Promise<Heard & { readonly id: number; readonly token: string }> {
  const { url } = application.cartouche
  const signedIn = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: 'a password of the tests' }),
  })
  const { accessToken: token } = (await signedIn.json()) as { accessToken: string }
  const authorization = `Bearer ${token}`
  const whoami = (await (await fetch(`${url}/json/whoami`, { headers: { authorization } })).json()) as {
    response: { data: { id: number } }
  }
  return { ...(await hear(authorization)), id: whoami.response.data.id, token }
}

async function hear(authorization: string): Promise<Heard> {
  const leaving = new AbortController()
  const answer = await fetch(`${application.cartouche.url}/api/rest/live`, {
    headers: { authorization },
    signal: leaving.signal,
  })
  const events: LiveEvent[] = []
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole)
        if (one.startsWith('data: ')) events.push(JSON.parse(one.slice(6)) as LiveEvent)
    }
  }
  return {
    status: answer.status,
    events,
    ended: read().catch(() => undefined),
    leave: () => {
      leaving.abort()
    },
  }
}

const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 150)
  })

test('an announcement reaches the people it is for, after the commit, and nobody else', async () => {
  const [editor, viewer] = [await listenAs('editor'), await listenAs('viewer')]
  const { database } = application.cartouche.services
  await withTransaction(database, async (transaction) => {
    await announce(transaction, { kind: 'cart', id: 7, modified: '2026-01-01T00:00:00.000Z' }, [editor.id])
    await settle()
    expect(editor.events).toEqual([])
  })
  await withTransaction(database, async (transaction) => {
    await announce(transaction, { kind: 'cart', id: 8, modified: '2026-01-01T00:00:00.000Z' }, [editor.id])
    throw new Error('changed my mind')
  }).catch(() => undefined)
  await announce(database, { kind: 'search', id: 9 }, 'everyone')
  await vi.waitFor(() => {
    expect(viewer.events).toEqual([{ kind: 'search', id: 9 }])
  }, 10_000)
  await vi.waitFor(() => {
    expect(editor.events).toEqual([
      { kind: 'cart', id: 7, modified: '2026-01-01T00:00:00.000Z' },
      { kind: 'search', id: 9 },
    ])
  }, 10_000)
  editor.leave()
  viewer.leave()
})

test('ten thousand people are notified in messages that PostgreSQL carries', async () => {
  const editor = await listenAs('editor')
  const people = Array.from({ length: 10_000 }, (_one, index) => Number.MAX_SAFE_INTEGER - index)
  await announce(application.cartouche.services.database, { kind: 'archive', uuid: crypto.randomUUID() }, [
    ...people,
    editor.id,
  ])
  await vi.waitFor(() => {
    expect(editor.events).toHaveLength(1)
  }, 10_000)
  editor.leave()
})

test('what is announced and not understood is left out', async () => {
  const editor = await listenAs('editor')
  for (const payload of [
    'nonsense',
    '{}',
    '{"event":{"kind":"strange"},"to":"everyone"}',
    '{"event":{"kind":"search","id":1},"to":7}',
  ]) {
    await sql`select pg_notify('cartouche_live', ${payload})`.execute(application.cartouche.services.database)
  }
  await announce(application.cartouche.services.database, { kind: 'search', id: 2 }, 'everyone')
  await vi.waitFor(() => {
    expect(editor.events).toEqual([{ kind: 'search', id: 2 }])
  }, 10_000)
  editor.leave()
})

test('a stream ends with its session', async () => {
  const editor = await listenAs('editor')
  const other = await hear(`Bearer ${editor.token}`)
  await fetch(`${application.cartouche.url}/rest/signout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
  })
  await Promise.all([editor.ended, other.ended])
  expect(
    (
      await fetch(`${application.cartouche.url}/rest/live`, {
        headers: { authorization: `Bearer ${editor.token}` },
      })
    ).status,
  ).toBe(419)
})

test('a session with more streams than any browser opens loses the oldest', async () => {
  const first = await listenAs('viewer')
  const others = await Promise.all(Array.from({ length: 12 }, () => hear(`Bearer ${first.token}`)))
  await first.ended
  await announce(application.cartouche.services.database, { kind: 'search', id: 3 }, [first.id])
  await vi.waitFor(() => {
    expect(others.map(({ events }) => events.length)).toEqual(others.map(() => 1))
  }, 10_000)
  for (const one of others) one.leave()
})

test('streams end when announcements cannot be heard, and clients come again', async () => {
  const editor = await listenAs('editor')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartouche live' and datname = current_database()`.execute(
    application.cartouche.services.database,
  )
  await editor.ended
  let again: Heard | undefined
  await vi.waitFor(async () => {
    again = await hear(`Bearer ${editor.token}`)
    expect(again.status).toBe(200)
  }, 10_000)
  await announce(application.cartouche.services.database, { kind: 'search', id: 4 }, [editor.id])
  await vi.waitFor(() => {
    expect(again?.events).toEqual([{ kind: 'search', id: 4 }])
  }, 10_000)
  again?.leave()
}, 20_000)

test('a stop ends the streams, and is done when they are', async () => {
  const { services } = application.cartouche
  const live = await startLive(services.database, services.settings.databaseUrl ?? '', services.log)
  const stream = live.open({
    kind: 'user',
    id: 1,
    login: '',
    name: '',
    locale: 'en',
    role: { id: 1, name: '', watermark: false, grants: [] },
    session: { key: crypto.randomUUID(), csrfToken: '', cookie: false },
  })
  const closed = new Promise((resolve) => stream?.resume().once('close', resolve))
  await live.stop()
  await closed
  await live.stop()
})
