import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UploadPart } from '../../access/handler.ts'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { importUsageLog } from './import-usage-log.ts'
import { listBroadcasts } from './list-asset-events.ts'
import { listTop } from './list-top-assets.ts'

let library: TestLibrary
let admin: SignedIn
let harbour: number
let uuid: string

beforeAll(async () => {
  library = await createTestLibrary()
  admin = await library.user('administrator', 'ada')
  harbour = await library.createAsset({ name: 'Harbour' })
  const { rows } = await sql<{ uuid: string }>`select uuid from entity where id = ${harbour}`.execute(
    library.services.database,
  )
  uuid = rows[0]?.uuid ?? ''
})
afterAll(() => library.close())
beforeEach(async () => {
  await sql`truncate usage_site_day, usage_log`.execute(library.services.database)
})

const importLogs = async (...files: readonly (readonly [name: string, bytes: string | Buffer])[]) => {
  const context = library.as(admin)
  const parts = (async function* (): AsyncGenerator<UploadPart> {
    for (const [fileName, bytes] of files) {
      const stream = Readable.from([Buffer.from(bytes)])
      yield { kind: 'file', name: 'file', fileName, mediaType: 'text/plain', stream }
    }
  })()
  const request = { ...context.request, headers: { host: 'library.example:8080' } }
  return (await importUsageLog({ ...context, request }, { parts })).logs
}
const broadcasts = async () => (await listBroadcasts(library.as(admin), { max: 24, nbDays: -1, uuid })).list

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
interface Logged {
  readonly id?: number
  readonly site?: string
  readonly status?: number
  readonly daysAgo?: number
  readonly client?: string
}
const line = ({
  id = harbour,
  site = 'blog.example',
  status = 200,
  daysAgo = 0,
  client = '192.0.2.7',
}: Logged = {}) => {
  const [year, month, day] = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10).split('-')
  const date = `${day}/${months[Number(month) - 1]}/${year}:10:00:00 +0000`
  const request = `GET /api/wedia/dam/variation/asset/${id}/thumbnailBig HTTP/1.1`
  return `${client} - - [${date}] "${request}" ${status} 2326 "https://${site}/page" "Firefox"\n`
}

test('D7.67 D3.39 logs of a delivery network say which sites show an asset, plain and packed', async () => {
  const plain = line() + line() + line({ site: 'shop.example' }) + 'nonsense\n\n'
  const packed = gzipSync(line({ daysAgo: 3 }))
  expect(await importLogs(['access.log', plain], ['access.log.1.gz', packed])).toEqual([
    { fileName: 'access.log', lines: 4, counted: 3, isKnown: false },
    { fileName: 'access.log.1.gz', lines: 1, counted: 1, isKnown: false },
  ])
  expect(await broadcasts()).toEqual([
    { key: 'blog.example', count: 3 },
    { key: 'shop.example', count: 1 },
  ])
  const sites = { configurationName: 'embed', aggregationFieldname: 'site', nbrDays: 2, max: 24 } as const
  const more = { query: '', onlyCurrentUser: false, object: 'asset', noneFound: false }
  expect((await listTop(library.as(admin), { ...sites, ...more })).list).toEqual([
    { key: 'blog.example', count: 2 },
    { key: 'shop.example', count: 1 },
  ])
})

test('a log counts once, whatever its name; another adds to it', async () => {
  await importLogs(['access.log', line()])
  expect(await importLogs(['again.log', line()])).toMatchObject([{ counted: 0, isKnown: true }])
  await importLogs(['access.log.1', line() + line()])
  expect(await broadcasts()).toEqual([{ key: 'blog.example', count: 3 }])
})

test('what is not there, too old, of the library’s own page, or a part of what was asked for, counts nothing', async () => {
  const film = line({ status: 206 }).repeat(9) + line({ status: 206, client: '192.0.2.8' })
  const others =
    line({ id: 999_999 }) +
    line({ daysAgo: 4000 }) +
    line({ daysAgo: -9 }) +
    line({ site: 'library.example' })
  expect(await importLogs(['access.log', film + others])).toMatchObject([{ lines: 14, counted: 2 }])
  expect(await broadcasts()).toEqual([{ key: 'blog.example', count: 2 }])
})

test('a damaged log is refused and counts nothing; lines without an end keep no memory', async () => {
  const packed = gzipSync(line().repeat(100))
  await expect(importLogs(['access.log.gz', packed.subarray(0, 40)])).rejects.toMatchObject({
    code: 'upload_format',
  })
  await expect(importLogs(['access.log.gz', 'no gzip'])).rejects.toMatchObject({ code: 'upload_format' })
  await expect(importLogs()).rejects.toMatchObject({ code: 'upload_empty' })
  expect(await importLogs(['long.log', `${'x'.repeat(5_000_000)}\n${line()}`])).toMatchObject([
    { counted: 1 },
  ])
  expect(await broadcasts()).toEqual([{ key: 'blog.example', count: 1 }])
})
