import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  testPassword,
  type AnyJson,
  type TestApplication,
} from '../../http/test-application.ts'

/** A whole import by a program that is none of ours: curl, with the cookies of a browser. */

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0
let application: TestApplication
let folder: string
let job: number

/** Asks as a page of the product's own address: with its cookies and its origin, and with no token. */
async function curl(path: string, ...options: readonly string[]): Promise<AnyJson> {
  const { url } = application.cartouche
  const jar = join(folder, 'cookies')
  const own = ['-sS', '-g', '-b', jar, '-c', jar, '-H', `Origin: ${url}`, '-w', '\n%{http_code}']
  const { stdout } = await run('curl', [...own, ...options, `${url}/api${path}`])
  const [status = '', ...lines] = stdout.split('\n').toReversed()
  const text = lines.toReversed().join('\n')
  expect(Number(status), `${path}: ${text.slice(0, 400)}`).toBeLessThan(300)
  return text === '' ? undefined : (JSON.parse(text) as AnyJson)
}
const at = '/rest/massimport'
const asJson = (method: string, body: unknown): string[] => [
  '-X',
  method,
  '-H',
  'Content-Type: application/json',
  '--data-binary',
  JSON.stringify(body),
]
const asForm = (...fields: readonly string[]): string[] => fields.flatMap((field) => ['-F', field])
const standsFor = (method: string): string[] => ['-H', `X-HTTP-Method-Override: ${method}`]

/** Puts an edit, and asks until its command is done, as an existing client does. */
async function edit(metadata: unknown): Promise<AnyJson> {
  const answer = await curl(`${at}/job/${job}`, ...asJson('PUT', { metadata }))
  const { commands } = answer.response.$action
  expect(commands).toEqual([expect.any(String)])
  await vi.waitFor(
    async () => {
      const changes = await curl(`${at}/job/${job}/changes/${commands.join(',')}`)
      expect(changes.response.data).toMatchObject([{ id: commands[0], done: true }])
    },
    { timeout: 30_000, interval: 100 },
  )
  return answer
}

/** Every item, page by page, as long as there is a token. */
async function listItems(): Promise<AnyJson[]> {
  const path = `${at}/job/${job}/item?props=id,status,blurhash,indexingstatus&max=2&state=s&withSimu=false&workflows=true`
  const found: AnyJson[] = []
  for (let after: string | null | undefined = ''; typeof after === 'string';) {
    const page: AnyJson = await curl(`${path}${after === '' ? '' : `&after=${after}`}`)
    expect(page.state).toBe('s')
    found.push(...page.response.data)
    after = page.links.moreResultsToken as string | null | undefined
  }
  return found
}
async function simulated(ids: readonly number[]): Promise<AnyJson[]> {
  const fields = [
    'withSimu=true',
    'withRights=true',
    'workflows=true',
    'options=',
    `query=${JSON.stringify({ id: { in: ids } })}`,
  ]
  const answer = await curl(`${at}/job/${job}/item`, ...standsFor('GET'), ...asForm(...fields))
  return answer.response.data
}
async function readyItems(count: number): Promise<AnyJson[]> {
  let items: AnyJson[] = []
  await vi.waitFor(
    async () => {
      items = await listItems()
      expect(items.filter(({ status }) => status.online)).toHaveLength(count)
    },
    { timeout: 60_000, interval: 200 },
  )
  return items
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-foreign-'))
  application = await startTestApplication()
})
afterAll(async () => {
  await application.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!hasCurl)(`a foreign client${hasCurl ? '' : ' (skipped: curl is absent)'}`, () => {
  test('D7.07 D7.08 D7.09 D7.11 D7.22 D7.23 makes an import, uploads, describes, validates, and finds the assets', async () => {
    const credentials = ['login=editor', `password=${testPassword}`, 'cookieauth=true']
    await curl('/rest/signin', ...asForm(...credentials))
    const created = await curl(`${at}/job`, ...asForm('json={"name":"Foreign","createdby":"curl"}'))
    job = created.response.data.id as number
    expect(created.response.data.$moreChildren_$items.total).toBe(0)

    // Files come first and the field json last, one file a request.
    for (const name of ['one', 'two', 'three']) {
      const path = join(folder, `${name}.jpg`)
      const background = { one: '#ff0000', two: '#00ff00', three: '#0000ff' }[name] ?? '#000000'
      await sharp({ create: { width: 40, height: 30, channels: 3, background } }).toFile(path)
      const json = JSON.stringify({ job, binary: 'cid:binary', description: 'of the client' })
      const upload = asForm(`binary=@${path};type=image/jpeg`, `json=${json}`)
      const { response } = await curl(`${at}/item?unzip=false`, ...upload)
      expect(response.data).toHaveLength(1)
    }
    const ids = (await readyItems(3)).map(({ id }) => id as number)

    const keywords: number[] = []
    for (const name of ['Red', 'Green']) {
      const answer = await curl('/rest/dam/data/assetkeyword/', ...asForm(`json={"name":"${name}"}`))
      keywords.push(answer.response.data.id as number)
    }
    const valuesOf = async (field: string): Promise<unknown[]> =>
      (await simulated(ids)).map(({ $assetmetadata }) => $assetmetadata[field])
    const idsOf = async (): Promise<number[][]> =>
      (await valuesOf('keywords')).map((links) => (links as AnyJson[]).map(({ id }) => id as number))
    await edit({ ids, data: { city: 'Brest' } })
    expect(await valuesOf('city')).toEqual(['Brest', 'Brest', 'Brest'])
    for (const _again of [1, 2])
      await edit({ ids, data: { keywords: { $mode: 'appendnew', $values: keywords } } })
    expect(await idsOf()).toEqual([keywords, keywords, keywords])
    await edit({
      ids: ids.slice(0, 1),
      data: { keywords: { $mode: 'remove', $values: keywords.slice(0, 1) } },
    })
    await edit({ ids: ids.slice(2), data: { keywords: { $mode: 'clear' } } })
    expect(await idsOf()).toEqual([keywords.slice(1), keywords, []])

    const validated = await edit({ ids, validate: true })
    expect(validated.response.validationJob.id).toEqual(expect.any(String))
    const assets = await curl(
      `/rest/dam/data/asset?state=1&orderby=id&query=${encodeURIComponent('{"city":"Brest"}')}`,
    )
    const linked = assets.response.data.map(({ name, keywords: links }: AnyJson) => [
      name,
      links.map(({ id }: AnyJson) => id as number),
    ])
    expect(Object.fromEntries(linked)).toEqual({ one: keywords.slice(1), two: keywords, three: [] })
  })

  test('D7.08 the files of a zip are taken, its part before the field json or after it', async () => {
    const zip = join(folder, 'all.zip')
    const names = ['one.jpg', 'two.jpg']
    await run('python3', ['-m', 'zipfile', '-c', zip, ...names.map((name) => join(folder, name))])
    for (const zipFirst of [true, false]) {
      const created = await curl(`${at}/job`, ...asForm('json={"name":"Zipped"}'))
      job = created.response.data.id as number
      const parts = [`binary=@${zip}`, `json={"job":${job},"binary":"cid:binary"}`]
      const { response } = await curl(
        `${at}/item?unzip=true`,
        ...asForm(...(zipFirst ? parts : parts.toReversed())),
      )
      expect(response.data.map(({ filename }: AnyJson) => filename)).toEqual(names)
    }
  })

  test('D7.05 D7.13 D7.20 D7.21 moves, changes, puts under another, and deletes', async () => {
    const items = await readyItems(2)
    const other = (await curl(`${at}/job`, ...asForm('json={"name":"Other"}'))).response.data.id as number
    const [first, second] = items.map(({ id }) => id as number)
    const moved = await curl(`${at}/data/item/${first}`, ...asJson('PATCH', { job: other }))
    expect(moved.response.data).toMatchObject({ id: first, job: { id: other } })
    const change = JSON.stringify({ $assetmetadata: { city: 'Nantes' } })
    const path = `${at}/data/item/${first},${second}`
    const changed = await curl(path, ...standsFor('PATCH'), ...asForm(`json=${change}`))
    expect(changed.response.data.map(({ $assetmetadata }: AnyJson) => $assetmetadata.city)).toEqual([
      'Nantes',
      'Nantes',
    ])
    const subjobs = { $mode: 'appendnew', $values: [other] }
    const parent = await curl(`${at}/job/${job}`, ...asJson('PATCH', { subjobs }))
    expect(parent.response.data.subjobs).toEqual([{ id: other, name: 'Other' }])
    await curl(`${at}/data/item/${second}`, '-X', 'DELETE')
    await curl(`${at}/job/${job}?withSecondaryJobs=true&deleteItems=true`, '-X', 'DELETE')
    const left = await curl(
      `${at}/job?orderby=${encodeURIComponent('created desc')}&withItems=true&maxItems=10&withRights=true`,
    )
    expect(left.response.data.map(({ name }: AnyJson) => name)).toEqual(['Zipped', 'Foreign'])
  })
})
