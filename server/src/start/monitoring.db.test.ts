import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApplication, type TestApplication } from '../http/test-application.ts'

const token = 'a-token-of-the-tests-alone'
const folder = join(import.meta.dirname, '../../../docs/monitoring')
let application: TestApplication

beforeAll(async () => {
  application = await startTestApplication(undefined, {
    CARTOUCHE_METRICS_TOKEN: token,
    CARTOUCHE_METRICS_PORT: '0',
    CARTOUCHE_SLOW_QUERY_MS: '300',
  })
})
afterAll(() => application.stop())

const ownUrl = (): string => application.cartouche.metricsUrl ?? ''
const scrape = async (): Promise<string> => (await fetch(ownUrl())).text()
/** The value of a series, as it is written; undefined where there is none. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const needsPromtool = hasPromtool ? '' : ' (skipped: promtool, of Debian’s package prometheus, is not here)'

test('metrics are for whoever has the token, by any name; for nobody without one', async () => {
  const { url } = application.cartouche
  const ask = async (authorization?: string): Promise<Response> =>
    fetch(`${url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })
  const answer = await ask(`Bearer ${token}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('cartouche_build_info{version=')
  for (const given of [
    undefined,
    `Bearer ${token}x`,
    `Basic ${token}`,
    application.authorizationOf('admin'),
  ]) {
    const refused = await ask(given)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="metrics"'])
    expect(await refused.text()).not.toContain('cartouche_')
  }
  const without = await startTestApplication()
  try {
    expect(without.cartouche.metricsUrl).toBeUndefined()
    for (const who of ['nobody', 'admin'] as const)
      expect((await without.ask('GET', '/metrics', { who })).status).toBe(404)
  } finally {
    await without.stop()
  }
})

test('the port of its own is for this machine alone, and for no page in a browser on it', async () => {
  const { hostname } = new URL(ownUrl())
  expect(hostname).toBe('127.0.0.1')
  expect((await fetch(ownUrl())).status).toBe(200)
  expect((await fetch(ownUrl(), { headers: { origin: 'http://evil.example.org' } })).status).toBe(421)
  const { get } = await import('node:http')
  const request = get(ownUrl(), { headers: { host: 'rebound.example.org' } })
  const [answer] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()
  expect(answer.statusCode).toBe(421)
  expect((await fetch(new URL('/rest/config', ownUrl()))).status).toBe(404)
})

test('requests are counted by call and class of status, never by address', async () => {
  const before = await scrape()
  await application.ask('GET', '/rest/config?secret-of-somebody=1')
  await application.ask('GET', '/json/whoami', { who: 'nobody' })
  await application.ask('GET', '/nothing/of-the-kind', { who: 'nobody' })
  await vi.waitFor(async () => {
    const after = await scrape()
    const added = (series: string): number => (valueOf(after, series) ?? 0) - (valueOf(before, series) ?? 0)
    expect(added('cartouche_http_requests_total{call="getConfig",status="2xx"}')).toBe(1)
    expect(added('cartouche_http_requests_total{call="whoami",status="4xx"}')).toBe(1)
    expect(added('cartouche_http_requests_total{call="none",status="4xx"}')).toBe(1)
    expect(added('cartouche_http_request_duration_seconds_count{call="getConfig"}')).toBe(1)
    expect(added('cartouche_http_sent_bytes_total{call="getConfig"}')).toBeGreaterThan(200)
    expect(after).not.toMatch(/secret-of-somebody|of-the-kind|\/rest/)
  }, 10_000)
})

test('statements, connections, jobs and caches are counted', async () => {
  const { services } = application.cartouche
  const before = await scrape()
  await sql`select 1`.execute(services.database)
  await expect(sql`select 1 / 0`.execute(services.database)).rejects.toThrow()
  const runAt = new Date(Date.now() + 3_600_000)
  await services.addJob(services.database, 'send-mail', { id: 0 }, { runAt })
  await services.addJob(services.database, 'clean-imports', {})
  const selects = 'cartouche_database_statement_duration_seconds_count{kind="select"}'
  await vi.waitFor(async () => {
    const after = await scrape()
    expect((valueOf(after, selects) ?? 0) - (valueOf(before, selects) ?? 0)).toBeGreaterThanOrEqual(2)
    expect(valueOf(after, 'cartouche_database_statement_failures_total{kind="select"}')).toBe(1)
    expect(valueOf(after, 'cartouche_jobs{task="send-mail",state="scheduled"}')).toBe(1)
    expect(valueOf(after, 'cartouche_database_up')).toBe(1)
    expect(valueOf(after, 'cartouche_ready')).toBe(1)
    expect(valueOf(after, 'cartouche_database_connections_max{pool="main"}')).toBe(16)
    expect(valueOf(after, 'cartouche_cache_entries{cache="small_blobs"}')).toBeDefined()
  }, 10_000)
})

test('a statement that takes long is counted and logged, without its parameters', async () => {
  const { services } = application.cartouche
  await sql`select pg_sleep(${0.4}), ${'what somebody looked for'}::text`.execute(services.database)
  expect(valueOf(await scrape(), 'cartouche_database_slow_statements_total')).toBeGreaterThanOrEqual(1)
  const slow = services.recentEvents.slowStatements
    .list()
    .find(({ statement }) => statement.includes('pg_sleep'))
  expect(slow?.statement).toBe('select pg_sleep($1), $2::text')
  expect(slow?.ms).toBeGreaterThanOrEqual(400)
})

test('an upload and the work on it are counted', async () => {
  const { body } = await application.ask('POST', '/rest/massimport/job', { json: { name: 'Harbour' } })
  const form = new FormData()
  form.append('file', new Blob(['the sea, the sea']), 'sea.txt')
  await application.ask('POST', `/rest/massimport/item?job=${body.response.data.id}`, { form })
  await vi.waitFor(async () => {
    const after = await scrape()
    expect(valueOf(after, 'cartouche_import_files_total')).toBe(1)
    expect(valueOf(after, 'cartouche_import_bytes_total')).toBe(16)
    expect(valueOf(after, 'cartouche_job_runs_total{task="inspect-item",outcome="done"}')).toBe(1)
    expect(valueOf(after, 'cartouche_media_worker_starts_total')).toBeGreaterThanOrEqual(1)
    expect(valueOf(after, 'cartouche_media_workers{state="idle"}')).toBeGreaterThanOrEqual(1)
  }, 60_000)
})

test('every metric of the dashboard and of the alerts is exposed', async () => {
  // Series that begin with the first such event are known by the line of their type.
  const exposed = new Set(
    [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  )
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const text = await readFile(join(folder, file), 'utf8')
    const used = new Set(text.match(/\b(?:cartouche|nodejs|process)_\w+/g))
    expect(used.size).toBeGreaterThan(8)
    expect([...used].filter((name) => !exposed.has(name))).toEqual([])
  }
})

test('labels that the dashboard and the alerts ask for are there', async () => {
  const text = await scrape()
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const written = (await readFile(join(folder, file), 'utf8')).replaceAll('\\"', '"')
    for (const [, name = '', given = ''] of written.matchAll(/\b(cartouche_\w+?)\{([^}]*)\}/g)) {
      const labels = [...given.matchAll(/(\w+)[=!]~?"/g)].flatMap(([, label = '']) =>
        label === 'instance' ? [] : label,
      )
      const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
      for (const label of labels)
        expect(
          lines.some((line) => line.includes(`${label}="`)),
          `${name} ${label}`,
        ).toBe(true)
    }
  }
})

test.runIf(hasPromtool)(`promtool finds nothing wrong with metrics and alerts${needsPromtool}`, async () => {
  const check = async (parameters: string[], input = ''): Promise<{ code: number; said: string }> => {
    const child = spawn('promtool', parameters)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    child.stdin.end(input)
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }
  expect(await check(['check', 'metrics'], await scrape())).toEqual({ code: 0, said: '' })
  expect(await check(['check', 'metrics'], 'wrong{')).not.toMatchObject({ code: 0 })
  expect(await check(['check', 'rules', join(folder, 'alerts.yml')])).toMatchObject({ code: 0 })
})
