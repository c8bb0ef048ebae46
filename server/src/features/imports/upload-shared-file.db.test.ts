import { request as startRequest } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
} from '../../http/test-application.ts'
import { visitorLimits } from '../shares/limit-visitors.ts'
import { maxUploadsAtOnce } from './hold-room.ts'
import { jpegOf } from './test-import.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
let cart: number
const ann = { name: 'Ann Lee', email: 'ann@example.org' }

beforeAll(async () => {
  application = await startTestApplication(undefined, { CARTOUCHE_UPLOAD_MAX_MB: '1' })
  cart = (await ask('POST', '/wedia/cart/createCart/', { who: 'editor', json: { name: 'Shoot' } })).body[0].id
}, 120_000)
afterAll(() => application.stop())

const database = () => application.cartouche.services.database
const makeShare = async (draft: object = {}): Promise<string> =>
  (
    await ask('POST', `/wedia/cart/shareCart/${cart}`, {
      who: 'editor',
      json: { name: 'The shoot', actions: ['view', 'upload'], ...draft },
    })
  ).body.id
const asVisitor = (share: string, more: string, options: object): Promise<Answered> =>
  ask('POST', `/wedia/cart/withShare/${share}/${more}`, { who: 'nobody', ...options })
const introduce = async (share: string, who = ann): Promise<string> =>
  (await asVisitor(share, 'visitor', { json: who })).body.visitor
let keys = 0

interface Sent {
  readonly bytes?: Buffer
  readonly name?: string
  readonly key?: string
  readonly size?: number
}
function formOf(
  visitor: string,
  { bytes = Buffer.from('a note'), name = 'note.txt', key, size }: Sent,
): FormData {
  const form = new FormData()
  form.append('json', JSON.stringify({ visitor, key: key ?? `key ${++keys}`, size: size ?? bytes.length }))
  form.append('file', new File([new Uint8Array(bytes)], name))
  return form
}
const send = (share: string, visitor: string, sent: Sent = {}): Promise<Answered> =>
  asVisitor(share, 'files', { form: formOf(visitor, sent), call: 'uploadSharedFile' })
const listSent = async (share: string, visitor: string): Promise<string[]> =>
  (await asVisitor(share, 'files/list', { json: { visitor }, call: 'listSharedUploads' })).body.files.map(
    ({ name }: AnyJson) => name,
  )
const shareOf = async (id: string): Promise<AnyJson> =>
  (await ask('GET', `/wedia/cart/listShares/${cart}`, { who: 'editor', call: 'listShares' })).body.find(
    (share: AnyJson) => share.id === id,
  )
const itemsOf = async (job: number): Promise<AnyJson[]> =>
  (await ask('GET', `/rest/massimport/job/${job}/item`, { who: 'editor', call: 'findImportItems' })).body
    .response.data
const statusesOf = (answers: readonly Answered[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
const held = async (share: string): Promise<number> =>
  (await sql`select from share_upload where share_id = ${share}`.execute(database())).rows.length
const noticesOf = async (): Promise<AnyJson[]> =>
  (await ask('GET', '/rest/usernotif', { who: 'editor' })).body.response.data.filter(
    ({ type }: AnyJson) => type === 'files_received',
  )

test('files arrive in one import of the sharer, name their visitor, and become nothing by themselves', async () => {
  const share = await makeShare({ uploadNote: ' All raw files ', uploadMaxFiles: 5 })
  const { body: view } = await asVisitor(share, 'view', { call: 'viewShare' })
  expect(view.uploads).toEqual({
    note: 'All raw files',
    maxFiles: 5,
    maxBytes: 10_000_000_000,
    maxFileBytes: 1024 ** 2,
  })
  const [visitor, ben] = [
    await introduce(share),
    await introduce(share, { name: 'Ben', email: 'ben@example.org' }),
  ]
  const before = await noticesOf()
  const picture = await jpegOf(1)
  const sent = await send(share, visitor, { bytes: picture, name: 'harbour.jpg', key: 'one' })
  expect(sent).toMatchObject({
    status: 201,
    body: { file: { name: 'harbour.jpg', sizeBytes: picture.length } },
  })
  // The answer was lost: the same key is the same file, whatever it brings.
  expect((await send(share, visitor, { name: 'other.txt', key: 'one' })).body).toEqual(sent.body)
  await Promise.all([send(share, visitor, { name: 'a.txt' }), send(share, ben, { name: 'b.txt' })])
  const { uploads } = await shareOf(share)
  expect(uploads).toMatchObject({ files: 3, sizeBytes: picture.length + 12, job: expect.any(Number) })
  const items = await itemsOf(uploads.job)
  expect(
    items.map(({ filename, sender }) => `${filename} ${sender.name} ${sender.share}`).toSorted(),
  ).toEqual(['a.txt Ann Lee The shoot', 'b.txt Ben The shoot', 'harbour.jpg Ann Lee The shoot'])
  // Inspected as ever, and validated by the sharer alone.
  await vi.waitFor(
    async () =>
      expect(
        (await itemsOf(uploads.job)).find(({ filename }) => filename === 'harbour.jpg')?.status.name,
      ).toBe('ready'),
    { timeout: 30_000, interval: 200 },
  )
  expect(items.every(({ asset }) => asset === null)).toBe(true)
  expect([await listSent(share, ben), (await listSent(share, visitor)).toSorted()]).toEqual([
    ['b.txt'],
    ['a.txt', 'harbour.jpg'],
  ])
  // Of two visitors, once each.
  const titles = (await noticesOf()).slice(0, -before.length || undefined).map(({ title }) => String(title))
  expect(titles.toSorted()).toEqual([
    'Ann Lee (visitor of “The shoot”) sends files',
    'Ben (visitor of “The shoot”) sends files',
  ])
  const { visits } = (
    await ask('GET', `/wedia/cart/shareVisits/${cart}/${share}`, { who: 'editor', call: 'findShareVisits' })
  ).body
  expect(
    visits
      .filter(({ kind }: AnyJson) => kind === 'upload')
      .map(({ visitor: by }: AnyJson) => by.email)
      .toSorted(),
  ).toEqual(['ann@example.org', 'ben@example.org'])
  // Deactivated, it takes no more: another one does.
  await ask('POST', `/rest/massimport/job/${uploads.job}`, {
    who: 'editor',
    as: 'PATCH',
    json: { json: { activated: false } },
  })
  expect((await send(share, ben)).status).toBe(201)
  expect((await shareOf(share)).uploads.job).not.toBe(uploads.job)
})

test('a visitor reads and reaches nothing by it: not the import, not others, no other share', async () => {
  const [share, second] = [await makeShare(), await makeShare()]
  const visitor = await introduce(share)
  await send(share, visitor)
  const { job } = (await shareOf(share)).uploads
  const { ticket } = (await asVisitor(share, 'view', {})).body
  for (const [method, path] of [
    ['GET', `/rest/massimport/job/${job}`],
    ['GET', `/rest/massimport/job/${job}/item`],
    ['POST', '/rest/massimport/job'],
    ['POST', `/rest/massimport/item`],
    ['DELETE', `/rest/massimport/job/${job}`],
  ] as const)
    expect((await ask(method, `${path}?ticket=${ticket}`, { who: 'nobody' })).status, path).toBe(403)
  // Who somebody is in one share they are not in another.
  expect(await send(second, visitor)).toMatchObject({ status: 403, body: { error: '403/2292' } })
  expect((await asVisitor(second, 'files/list', { json: { visitor } })).status).toBe(403)
  // A share that does not allow it, and one whose sharer may import no more.
  const closed = await makeShare({ actions: ['view', 'comment'] })
  const commenting = await introduce(closed)
  expect((await send(closed, commenting)).status).toBe(403)
  expect((await asVisitor(closed, 'view', {})).body.uploads).toBeNull()
})

test('the password, the end of the link and the right of its sharer are asked for each file', async () => {
  const share = await makeShare({ askForPassword: true, password: 'lighthouse keeper' })
  const headers = { authorization: `Basic ${btoa(':lighthouse keeper')}` }
  const { visitor } = (await asVisitor(share, 'visitor', { json: ann, headers })).body
  expect((await send(share, visitor)).status).toBe(401)
  expect((await asVisitor(share, 'files/list', { json: { visitor } })).status).toBe(401)
  expect((await asVisitor(share, 'files', { form: formOf(visitor, {}), headers })).status).toBe(201)
  await ask('DELETE', `/wedia/cart/shareCart/${cart}/${share}`, { who: 'editor' })
  expect((await asVisitor(share, 'files', { form: formOf(visitor, {}), headers })).status).toBe(404)
  // Nobody gives what they do not have.
  const viewers = (await ask('POST', '/wedia/cart/createCart/', { who: 'viewer', json: { name: 'Mine' } }))
    .body
  const refused = await ask('POST', `/wedia/cart/shareCart/${viewers[0]?.id}`, {
    who: 'viewer',
    json: { actions: ['upload'] },
  })
  expect(refused.status).toBe(403)
})

test('limits of bytes and files hold for all visitors together, also for those who come at once', async () => {
  const byFiles = await makeShare({ uploadMaxFiles: 3 })
  const [visitor, other] = [await introduce(byFiles), await introduce(byFiles)]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_none, at) => send(byFiles, at % 2 === 0 ? visitor : other)),
  )
  expect(statusesOf(answers)).toEqual([201, 201, 201, 413, 413, 413, 413, 413])
  expect(answers.find(({ status }) => status === 413)?.body.error).toBe('413/2293')
  expect([await held(byFiles), (await itemsOf((await shareOf(byFiles)).uploads.job)).length]).toEqual([3, 3])
  const byBytes = await makeShare({ uploadMaxBytes: 250 })
  const third = await introduce(byBytes)
  const hundred = Buffer.alloc(100, 'x')
  const bytes = await Promise.all([1, 2, 3, 4].map(() => send(byBytes, third, { bytes: hundred })))
  expect(statusesOf(bytes)).toEqual([201, 201, 413, 413])
  expect((await send(byBytes, third, { bytes: Buffer.alloc(50, 'y') })).status).toBe(201)
  // Many under one key are one.
  const same = await makeShare()
  const fourth = await introduce(same)
  const many = await Promise.all(
    Array.from({ length: 6 }, (_none, at) =>
      send(same, fourth, { key: 'same', bytes: Buffer.from(`file ${at}`) }),
    ),
  )
  expect(many.some(({ status }) => status === 201)).toBe(true)
  expect([await held(same), (await itemsOf((await shareOf(same)).uploads.job)).length]).toEqual([1, 1])
})

test('wrong sizes, programs, empty and large files, and bodies of another form are refused and hold no room', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  const refusals: [Sent, string][] = [
    [{ size: 5 }, '400/2294'],
    [{ size: 7 }, '400/2294'],
    [{ bytes: Buffer.alloc(0) }, '400/17'],
    [{ bytes: Buffer.alloc(1024 ** 2 + 1) }, '413/2071'],
    [{ bytes: Buffer.alloc(1024 ** 2 + 1), size: 6 }, '400/2294'],
    [{ name: 'invoice.pdf.EXE' }, '415/2295'],
    [{ name: 'run.bat. ' }, '415/2295'],
    [{ key: '' }, '400/9'],
    [{ size: -1 }, '400/9'],
  ]
  for (const [sent, error] of refusals)
    expect((await send(share, visitor, sent)).body.error, JSON.stringify(sent).slice(0, 60)).toBe(error)
  const two = formOf(visitor, {})
  two.append('file', new File(['more'], 'more.txt'))
  expect((await asVisitor(share, 'files', { form: two })).status).toBe(400)
  const late = new FormData()
  late.append('file', new File(['a note'], 'note.txt'))
  late.append('json', JSON.stringify({ visitor, key: 'late', size: 6 }))
  expect((await asVisitor(share, 'files', { form: late })).status).toBe(400)
  expect((await asVisitor(share, 'files', { form: new FormData() })).status).toBe(400)
  expect(await send(share, 'nobody')).toMatchObject({ status: 403, body: { error: '403/2292' } })
  // Of the form with two files, the first had arrived.
  expect(await held(share)).toBe(1)
})

/** An upload whose last bytes come when a test says so. */
function startUpload(
  share: string,
  visitor: string,
): { readonly cut: () => void; readonly finish: () => Promise<number> } {
  const boundary = 'x-boundary'
  const json = JSON.stringify({ visitor, key: 'slow', size: 8 })
  const part = (name: string): string => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const begin = `${part('json')}\r\n\r\n${json}\r\n${part('file')}; filename="slow.txt"\r\n\r\nhalf`
  const end = `half\r\n--${boundary}--\r\n`
  const sent = startRequest(`${application.cartouche.url}/wedia/cart/withShare/${share}/files`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(begin.length + end.length),
    },
  })
  const status = new Promise<number>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    sent.on('error', () => resolve(0))
  })
  sent.write(begin)
  return {
    cut: () => void sent.destroy(),
    finish: () => {
      sent.end(end)
      return status
    },
  }
}

test('what changes while the bytes come counts: the end of the link, and room that was held too long', async () => {
  const [share, revoked] = [await makeShare({ uploadMaxFiles: 1 }), await makeShare()]
  const slow = startUpload(share, await introduce(share))
  const other = startUpload(revoked, await introduce(revoked))
  await vi.waitFor(async () => expect([await held(share), await held(revoked)]).toEqual([1, 1]), {
    timeout: 10_000,
  })
  await sql`update share_upload set started_at = now() - interval '2 hours' where share_id = ${share}`.execute(
    database(),
  )
  expect((await send(share, await introduce(share))).status).toBe(201)
  await ask('DELETE', `/wedia/cart/shareCart/${cart}/${revoked}`, { who: 'editor' })
  expect([await slow.finish(), await other.finish()]).toEqual([413, 404])
  expect([await held(share), await held(revoked)]).toEqual([1, 0])
})

test('an upload that is cut leaves nothing, and can be sent again', async () => {
  const share = await makeShare({ uploadMaxFiles: 1 })
  const visitor = await introduce(share)
  const upload = startUpload(share, visitor)
  await vi.waitFor(async () => expect(await held(share)).toBe(1), { timeout: 10_000 })
  // While it is on its way, it takes the place of the one file.
  expect((await send(share, visitor)).status).toBe(413)
  upload.cut()
  await vi.waitFor(async () => expect(await held(share)).toBe(0), { timeout: 10_000 })
  expect((await send(share, visitor, { key: 'slow' })).status).toBe(201)
  // Room that a killed server held is free after an hour; the file that held it counts when it arrives.
  const lost = await makeShare({ uploadMaxFiles: 1 })
  const second = await introduce(lost)
  await sql`insert into share_upload (share_id, visitor_id, upload_key, file_name, size_bytes, started_at)
    select share_id, visitor_id, 'lost', 'lost.txt', 6, now() - interval '2 hours' from share_visitor where share_id = ${lost}`.execute(
    database(),
  )
  expect((await send(lost, second)).status).toBe(201)
  expect((await send(lost, second, { key: 'lost' })).status).toBe(413)
})

test('the storage limit of the sharer counts, and shows visitors no numbers', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  const { accounts } = (await ask('GET', '/rest/administration/accounts?search=editor')).body
  const { id } = accounts.find(({ login }: AnyJson) => login === 'editor')
  const { files } = (await ask('GET', '/rest/account/storage', { who: 'editor' })).body
  const limit = (most: number | null): Promise<Answered> =>
    ask('PATCH', `/rest/administration/accounts/${id}`, {
      json: { storageLimit: { sizeBytes: null, files: most } },
      call: 'updateAccount',
    })
  expect((await limit(files + 1)).status).toBe(200)
  try {
    const answers = await Promise.all([1, 2, 3].map(() => send(share, visitor)))
    expect(statusesOf(answers)).toEqual([201, 413, 413])
    const refused = answers.find(({ status }) => status === 413)
    expect(refused?.body.error).toBe('413/2293')
    expect(JSON.stringify(refused?.body)).not.toMatch(/limit|files":/i)
  } finally {
    await limit(null)
  }
})

test('crowds are limited, by network and at once', async () => {
  const share = await makeShare()
  const visitor = await introduce(share)
  await sql`insert into share_upload (share_id, visitor_id, upload_key, file_name, size_bytes)
    select share_id, visitor_id, 'n' || n, 'n.txt', 1 from share_visitor, generate_series(1, ${maxUploadsAtOnce}) n where share_id = ${share}`.execute(
    database(),
  )
  expect(await send(share, visitor)).toMatchObject({ status: 429, body: { error: '429/2296' } })
  await sql`delete from share_upload where share_id = ${share}`.execute(database())
  await sql`insert into share_limit (share_id, kind, network) select share_id, 'upload', network from share_limit, generate_series(1, ${visitorLimits.upload.byNetwork})
    where share_id = ${share} and kind = 'visitor'`.execute(database())
  expect(await send(share, visitor)).toMatchObject({ status: 429, body: { error: '429/2296' } })
  expect(await held(share)).toBe(0)
})

test('another link like it takes files under the same terms, from nothing', async () => {
  const share = await makeShare({ uploadNote: 'Raw files', uploadMaxFiles: 2, uploadMaxBytes: 1000 })
  await send(share, await introduce(share))
  const { body } = await ask('POST', `/wedia/cart/shareCart/${cart}/${share}/renew`, {
    who: 'editor',
    json: {},
    call: 'renewShare',
  })
  expect(body.uploads).toEqual({
    note: 'Raw files',
    maxFiles: 2,
    maxBytes: 1000,
    files: 0,
    sizeBytes: 0,
    job: null,
  })
})
