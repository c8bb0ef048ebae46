import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { createJob, listItems, publish, upload, waitForItems } from '../imports.ts'
import type { Journey } from '../journey.ts'
import { makeZip } from '../make-zip.ts'
import { openApi, RefusedCall, type Api } from '../open-api.ts'
import { drawNumber } from '../samples.ts'
import { withApplication, type Application } from '../start-application.ts'
import { testArchive } from '../test-archive.ts'
import { waitFor } from '../wait-for.ts'

const mebibyte = 1024 * 1024
const run = promisify(execFile)
const text = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content))
const picture = async (number: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await drawNumber(number))
const activeSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" onload="window.hacked=1"><script>window.hacked=1</script><rect width="200" height="200" fill="teal"/></svg>'

/** Names that file systems and programs stumble over. */
const hardNames = [
  'français « été ».jpg',
  'Ελληνικά.jpg',
  'Русский.jpg',
  'עברית.jpg',
  'العربية.jpg',
  'हिन्दी.jpg',
  '日本語のなまえ.jpg',
  '한국어.jpg',
  'ไทย.jpg',
  '👩‍👩‍👧‍👦 family.jpg',
  `${'ü'.repeat(125)}x.jpg`,
  'with "quotes" and \'more\'.jpg',
  'line\nbreak.jpg',
  'tab\tand\rreturn.jpg',
  'CON.jpg',
  'a:b*c?d<e>f|g.jpg',
  '..jpg',
  ' leading and trailing .jpg ',
  '-rf.jpg',
  '%2e%2e%2f.jpg',
]

/** What should not be sent, is: each time a clear answer, and nothing lost. */
export const badInputJourney: Journey = {
  name: 'Bad input',
  run({ newPerson, step }) {
    return withApplication({ settings: { CARTOUCHE_UPLOAD_MAX_MB: '4' } }, async (application) => {
      const api = await openApi(application.url, 'admin', application.password)
      await step(
        'broken JSON, unknown words and foreign tokens are refused with the place and the reason',
        () => sendNonsense(api),
      )
      await step('empty and oversized files are refused, the others of the upload are taken', () =>
        sendSizes(api),
      )
      await step('a client that leaves in mid-upload leaves nothing', () => leave(application, api))
      await step('zips that climb out or burst are reported, what is good in them is taken', () =>
        sendZips(api),
      )
      await step('an SVG with scripts never comes out active', async () => {
        const person = await newPerson()
        await showInert(application, api, person.page)
      })
      await step(
        'names in every script, of 255 bytes, with quotes and line breaks go into an archive that every program unpacks',
        () => packHardNames(api),
      )
    })
  },
}

/** Expects a refusal and answers what it says. */
async function refused(work: Promise<unknown>, status: number, sub?: number): Promise<string> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  assert.ok(error instanceof RefusedCall, `a refusal with ${status} was expected, not ${String(error)}`)
  assert.equal(error.status, status, error.message)
  if (sub !== undefined) assert.equal(error.body.error, `${status}/${sub}`, error.message)
  assert.ok((error.body.message ?? '').length > 8, error.message)
  return error.body.message ?? ''
}

async function sendNonsense(api: Api): Promise<void> {
  const find = (parameters: Record<string, string>): Promise<unknown> =>
    api.call('GET', `/rest/dam/data/asset?${new URLSearchParams(parameters)}`)
  await refused(find({ query: '{"name":' }), 400)
  await refused(find({ query: '{"name":{"$gt":1}}' }), 400, 1200)
  assert.match(await refused(find({ query: '{"nonesuch":1}' }), 400, 2002), /nonesuch/)
  await refused(find({ orderby: 'nonesuch desc' }), 400)
  await refused(find({ max: 'many' }), 400)
  await refused(find({ after: 'no token at all' }), 400)
  await refused(api.call('GET', '/rest/dam/data/nonesuch'), 404)
  await refused(api.call('GET', '/rest/dam/data/asset/999999999'), 404)
  // An id that is no number is a share's.
  await refused(api.call('GET', '/wedia/cart/viewCart/seven'), 404, 2044)
  await refused(api.call('GET', '/wedia/cart/viewCart/99999999999999999999'), 400)
  await refused(api.call('GET', '/wedia/dam/variation?object=asset&id=seven&variation=web'), 404)
  await refused(api.call('POST', '/wedia/cart/createCart/', {}), 400, 2040)
  await refused(api.call('POST', '/wedia/cart/createCart/', { name: '  ' }), 400, 2041)
  const broken = await api.fetch('/wedia/cart/createCart/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"x"',
  })
  assert.equal(broken.status, 400)
  assert.equal(((await broken.json()) as { error: string }).error, '400/2001')
  for (let number = 0; number < 3; number++)
    await api.call('POST', '/rest/dam/data/assetkeyword', { json: { name: `word ${number}` } })
  const page = await api.call<{ links: { nextResultsToken: string } }>(
    'GET',
    '/rest/dam/data/assetkeyword?max=1',
  )
  await refused(
    api.call(
      'GET',
      `/rest/dam/data/assetkeyword?max=1&orderby=name&after=${encodeURIComponent(page.links.nextResultsToken)}`,
    ),
    400,
    2004,
  )
}

async function sendSizes(api: Api): Promise<void> {
  const jobId = await createJob(api, 'Sizes')
  const large = { name: 'large.bin', bytes: new Uint8Array(randomBytes(5 * mebibyte)) }
  const empty = { name: 'empty.jpg', bytes: new Uint8Array(0) }
  assert.match(await refused(upload(api, jobId, [empty]), 400), /empty/)
  assert.match(await refused(upload(api, jobId, [large]), 413, 2071), /larger/)
  const { response } = await upload(api, jobId, [empty, large, { name: 'good.jpg', bytes: await picture(1) }])
  assert.deepEqual(
    response.files.map(({ filename, problem }) => [filename, problem?.code ?? null]),
    [
      ['empty.jpg', 'upload_empty'],
      ['large.bin', 'upload_too_large'],
      ['good.jpg', null],
    ],
  )
  await refused(upload(api, jobId, []), 400, 17)
  await refused(upload(api, 999_999, [{ name: 'good.jpg', bytes: await picture(1) }]), 404)
  const noForm = await api.fetch('/rest/massimport/item', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'words',
  })
  assert.ok([400, 415].includes(noForm.status), String(noForm.status))
}

/** Sends half of a file, goes away, and looks for what stayed. */
async function leave({ url, dataFolder }: Application, api: Api): Promise<void> {
  const jobId = await createJob(api, 'Left')
  const half = randomBytes(mebibyte)
  const boundary = 'cartouche-journey'
  const sending = request(`${url}/api/rest/massimport/item`, {
    method: 'POST',
    headers: {
      ...api.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 3 * mebibyte,
    },
  })
  sending.on('error', () => undefined)
  sending.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="json"\r\n\r\n{"job":{"id":${jobId}}}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="half.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
  )
  await new Promise<void>((done) => {
    sending.write(half, () => done())
  })
  const start = half.subarray(0, 64)
  await waitFor(
    'the file to be under way',
    async () => (await listBlobsThatStart(dataFolder, start)).length > 0,
  )
  sending.destroy()
  await waitFor(
    'nothing to be left of it',
    async () => (await listBlobsThatStart(dataFolder, start)).length === 0,
  )
  assert.deepEqual(await listItems(api, jobId), [])
}

/** Files of the blob store with these first bytes; others come and go while workers draw. */
async function listBlobsThatStart(dataFolder: string, start: Buffer): Promise<string[]> {
  const entries = await readdir(join(dataFolder, 'blobs'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const heads = await Promise.all(
    paths.map(async (path) => ({ path, head: await readHead(path, start.length) })),
  )
  return heads.filter(({ head }) => head?.equals(start)).map(({ path }) => path)
}

/** The first bytes of a file; undefined where it went in the meantime. */
async function readHead(path: string, length: number): Promise<Buffer | undefined> {
  try {
    await using file = await open(path)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } catch {
    return undefined
  }
}

async function sendZips(api: Api): Promise<void> {
  const jobId = await createJob(api, 'Zips')
  const climbing = makeZip([
    { name: '../../climbs.jpg', bytes: await picture(2) },
    { name: '/etc/absolute.jpg', bytes: await picture(3) },
    { name: 'folder/good.jpg', bytes: await picture(4) },
  ])
  const { response } = await upload(api, jobId, [{ name: 'climbing.zip', bytes: climbing }], { unzip: true })
  assert.deepEqual(
    response.files.filter(({ item }) => item !== null).map(({ filename }) => filename),
    ['good.jpg'],
  )
  assert.ok(
    response.files.filter(({ problem }) => problem?.code === 'zip_path').length === 2,
    JSON.stringify(response.files),
  )
  const bomb = makeZip([{ name: 'zeros.bin', bytes: new Uint8Array(300 * mebibyte) }])
  const answer = await upload(
    api,
    jobId,
    [
      { name: 'bomb.zip', bytes: bomb },
      { name: 'beside.jpg', bytes: await picture(5) },
    ],
    { unzip: true },
  )
  const refusedZip = answer.response.files.find(({ filename }) => filename !== 'beside.jpg')
  assert.match(refusedZip?.problem?.code ?? '', /zip_bomb|upload_too_large/)
  assert.ok(answer.response.files.find(({ filename }) => filename === 'beside.jpg')?.item)
  const cut = await upload(
    api,
    jobId,
    [
      { name: 'cut.zip', bytes: climbing.slice(0, 200) },
      { name: 'beside-too.jpg', bytes: await picture(6) },
    ],
    { unzip: true },
  )
  assert.ok(
    cut.response.files.some(({ problem }) => problem?.code === 'zip_broken'),
    JSON.stringify(cut.response.files),
  )
}

async function showInert({ url }: Application, api: Api, page: Page): Promise<void> {
  const jobId = await createJob(api, 'Scripts')
  await upload(api, jobId, [
    { name: 'active.svg', bytes: text(activeSvg) },
    { name: 'page.html', bytes: text('<script>window.hacked=1</script>') },
  ])
  await waitForItems(api, jobId, 2)
  await publish(api, jobId)
  await waitForItems(api, jobId, 2)
  const assets = (await listItems(api, jobId)).filter(({ asset }) => asset !== null)
  assert.ok(assets.length > 0)
  for (const { asset } of assets) {
    for (const name of ['original', 'preview', 'web', 'thumbnailBig']) {
      const path = `/wedia/dam/variation?object=asset&id=${asset?.id}&variation=${name}`
      const answer = await api.fetch(path)
      if (answer.status !== 200) continue
      const type = answer.headers.get('content-type') ?? ''
      const isActive = /svg|html|xml/.test(type)
      const isKeptBack =
        /attachment/.test(answer.headers.get('content-disposition') ?? '') ||
        /sandbox|script-src 'none'|default-src 'none'/.test(
          answer.headers.get('content-security-policy') ?? '',
        )
      assert.ok(
        !isActive || isKeptBack,
        `${name}: ${type}, ${answer.headers.get('content-disposition')}, ${answer.headers.get('content-security-policy')}`,
      )
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    }
  }
  await page.setExtraHTTPHeaders({ ...api.headers })
  for (const { asset } of assets) {
    await page
      .goto(`${url}/api/wedia/dam/variation?object=asset&id=${asset?.id}&variation=original`)
      .catch(() => undefined)
    assert.equal(await page.evaluate(() => 'hacked' in window), false)
  }
}

async function packHardNames(api: Api): Promise<void> {
  const jobId = await createJob(api, 'Names')
  const files = await Promise.all(
    hardNames.map(async (name, number) => ({ name, bytes: await picture(100 + number) })),
  )
  for (const file of files) await upload(api, jobId, [file])
  await waitForItems(api, jobId, files.length)
  await publish(api, jobId)
  await waitForItems(api, jobId, files.length)
  const ids = (await listItems(api, jobId)).map(({ asset, filename }) => asset?.id ?? assert.fail(filename))
  const [cart] = await api.call<{ id: number }[]>('POST', '/wedia/cart/createCart/', {
    name: 'Hard "names"\n/ ..',
    items: { asset: ids },
  })
  const uuid = await api.call<string>('POST', `/wedia/cart/zipCart/${cart?.id}`, { withContactSheet: false })
  await waitFor(
    'the archive',
    async () => (await api.fetch(`/wedia/cart/downloadCart/${uuid}`, { method: 'HEAD' })).status === 200,
  )
  const answer = await api.fetch(`/wedia/cart/downloadCart/${uuid}`)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-archive-'))
  try {
    const path = join(folder, 'names.zip')
    await writeFile(path, new Uint8Array(await answer.arrayBuffer()))
    await testArchive(path)
    await run('unzip', ['-q', path, '-d', join(folder, 'unzipped')])
    await run('7z', ['x', '-bd', `-o${join(folder, 'seven')}`, path])
    const unzipped = (await readdir(join(folder, 'unzipped'), { recursive: true })).filter((name) =>
      name.endsWith('.jpg'),
    )
    assert.equal(unzipped.length, files.length, unzipped.join(' | '))
    assert.ok(
      unzipped.every(
        (name) => Buffer.byteLength(name) <= 255 && !/[\n\r\t:*?"<>|\\]/.test(name) && !/^con\./i.test(name),
      ),
      unzipped.join(' | '),
    )
    for (const part of [
      'français',
      'Ελληνικά',
      'Русский',
      'עברית',
      'العربية',
      'हिन्दी',
      '日本語',
      '한국어',
      'ไทย',
      '👩',
    ])
      assert.ok(
        unzipped.some((name) => name.normalize('NFC').includes(part.normalize('NFC'))),
        `${part} in ${unzipped.join(' | ')}`,
      )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
