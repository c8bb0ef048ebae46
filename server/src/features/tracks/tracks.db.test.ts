import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'
import { createTestFolder, makeByFfmpeg, type TestFolder } from '../../media/sample-files.ts'
import { findProgram } from '../../media/run-program.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
const srt = '1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Bonjour</font> <i>à tous'

let application: TestApplication
let folder: TestFolder
let film: AnyJson
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  if (!hasFfmpeg) return
  application = await startTestApplication()
  folder = await createTestFolder()
  await makeByFfmpeg('testsrc=size=64x64:rate=5:duration=2', folder.path('plain.mp4'), '-pix_fmt', 'yuv420p')
  film = await createAsset('plain.mp4')
})
afterAll(async () => {
  await application?.stop()
  await folder?.remove()
})

async function createAsset(name: string, bytes?: Buffer): Promise<AnyJson> {
  const form = new FormData()
  form.append('json', JSON.stringify({ name, binary: 'cid:binary' }))
  form.append('binary', new File([new Uint8Array(bytes ?? (await readFile(folder.path(name))))], name))
  return (await ask('POST', '/api/rest/dam/data/asset', { form })).body.response.data
}
const send = (
  text: string | Buffer,
  { query = '', id = film.id, name = 'film.srt', who = 'admin' as const }: Record<string, AnyJson> = {},
) => {
  const form = new FormData()
  form.append('file', new File([typeof text === 'string' ? text : new Uint8Array(text)], name))
  return ask('POST', `/api/wedia/dam/tracks/asset/${id}?${query}`, { form, who, call: 'uploadTrack' })
}
const list = async (id: number = film.id): Promise<AnyJson[]> =>
  (await ask('GET', `/api/wedia/dam/tracks/asset/${id}`, { call: 'listTracks' })).body
const rest = (url: string) => url.replace(application.cartouche.url, '')
const clear = async () => {
  for (const { id } of await list()) await ask('DELETE', `/api/wedia/dam/tracks/asset/${film.id}/${id}`)
}

test.runIf(hasFfmpeg)(
  'subtitles of a film are cleaned, kept as WebVTT, listed, replaced, changed and deleted',
  async () => {
    const { status, body: track } = await send(srt, {
      query: 'language=FR&label=%20Version%20fran%C3%A7aise%20',
    })
    expect(status).toBe(201)
    expect(track).toMatchObject({
      kind: 'subtitles',
      language: 'fr',
      label: 'Version française',
      origin: 'upload',
      fileName: 'film.srt',
      cues: 1,
    })
    const read = async () => (await ask('GET', rest(track.url))).body
    expect(await read()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nBonjour <i>à tous</i>\n')
    const { headers } = await ask('GET', rest(track.url))
    expect(headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(
      (await ask('GET', rest(track.url), { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304)
    const replaced = await send(srt.replace('Bonjour', 'Salut'), {
      query: `replaces=${track.id}&language=fr`,
    })
    expect(replaced.body.id).toBe(track.id)
    expect(await read()).toContain('Salut')
    const changed = await ask('PATCH', `/api/wedia/dam/tracks/asset/${film.id}/${track.id}`, {
      json: { kind: 'captions', language: 'pt-br' },
      call: 'updateTrack',
    })
    expect(changed.body).toMatchObject({ kind: 'captions', language: 'pt-BR', label: '' })
    expect(await list()).toEqual([changed.body])
    const described = await ask('GET', `/api/wedia/cloud/describeMedia?object=asset&id=${film.id}`, {
      call: 'describeMedia',
    })
    expect(described.body.tracks).toEqual([changed.body])
    const gone = await ask('DELETE', `/api/wedia/dam/tracks/asset/${film.id}/${track.id}`, {
      call: 'deleteTrack',
    })
    expect(gone.body).toEqual({ deleted: true })
    expect(await list()).toEqual([])
    expect((await ask('GET', rest(track.url))).status).toBe(404)
    const { rows } = await sql`
    select kind, target_id, after ->> 'language' language from audit_entry where kind like 'track.%' order by id
  `.execute(application.cartouche.services.database)
    expect(rows).toEqual([
      { kind: 'track.created', target_id: String(film.id), language: 'fr' },
      { kind: 'track.replaced', target_id: String(film.id), language: null },
      { kind: 'track.updated', target_id: String(film.id), language: 'pt-BR' },
      { kind: 'track.deleted', target_id: String(film.id), language: null },
    ])
  },
)

test.runIf(hasFfmpeg)(
  'what is no subtitles is refused with its reason, and so is what is too large or too much',
  async () => {
    for (const [bytes, code, query] of [
      ['a text', 'track_unreadable', ''],
      ['', 'upload_empty', ''],
      [Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), 'upload_too_large', ''],
      [srt, 'invalid_parameter', 'language=no_language_at_all'],
      [srt, 'invalid_parameter', 'kind=metadata'],
      [srt, 'track_not_found', 'replaces=999999'],
    ] as const)
      expect((await send(bytes, { query })).body.code, `${code} ${query}`).toBe(code)
    const photograph = await createAsset(
      'photo.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    )
    expect((await send(srt, { id: photograph.id })).body.code).toBe('track_not_playable')
    expect(await list()).toEqual([])
    await Promise.all(Array.from({ length: 45 }, () => send(srt)))
    expect((await send(srt)).body.code).toBe('tracks_full')
    expect(await list()).toHaveLength(40)
    await clear()
  },
)

test.runIf(hasFfmpeg)(
  'who may not edit the film changes nothing, who may not see it reads nothing',
  async () => {
    const { body: track } = await send(srt)
    for (const who of ['contributor', 'viewer', 'nobody'] as const) {
      expect((await send(srt, { who })).status, who).toBeGreaterThanOrEqual(401)
      expect((await ask('GET', rest(track.url), { who })).status, who).toBeGreaterThanOrEqual(401)
      for (const method of ['PATCH', 'DELETE'])
        expect((await ask(method, rest(track.url), { who, json: {} })).status, who).toBeGreaterThanOrEqual(
          401,
        )
    }
    await ask('POST', `/api/rest/dam/data/asset/${film.id}/workflow`, { json: { workflowAction: 'publish' } })
    expect((await ask('GET', rest(track.url), { who: 'viewer' })).status).toBe(200)
    expect((await send(srt, { who: 'viewer' })).status).toBe(403)
    expect((await ask('DELETE', rest(track.url), { who: 'viewer' })).status).toBe(403)
    const other = await createAsset(
      'other.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="9"/>'),
    )
    expect((await ask('GET', `/api/wedia/dam/tracks/asset/${other.id}/${track.id}`)).body.code).toBe(
      'track_not_found',
    )
    expect((await ask('DELETE', `/api/wedia/dam/tracks/asset/${other.id}/${track.id}`)).body.code).toBe(
      'track_not_found',
    )
    await clear()
  },
)

test.runIf(hasFfmpeg)(
  'players offer them, the reader’s language first, and an embed gives those of its film alone, until it ends',
  async () => {
    await send(srt, { query: 'language=en' })
    await send(srt, { query: 'language=fr' })
    await send(srt, { query: 'kind=chapters&language=fr' })
    const page = async (language: string): Promise<string> =>
      (await ask('GET', `/api/wedia/dam/player/fo.player/asset/${film.id}?lang=${language}`)).body
    const elements = (html: string) => [...html.matchAll(/<track [^>]+>/g)].map(([element]) => element)
    const [french, english] = [elements(await page('fr')), elements(await page('en'))]
    expect(french[0]).toMatch(/^<track kind="subtitles" srclang="fr" label="Français" src="[^"]+" default>$/)
    expect(french[1]).toContain('kind="chapters" srclang="fr" label="Français (Chapitres)"')
    expect(english[0]).toMatch(/srclang="en" label="English" .+ default>$/)
    expect([...french, ...english].filter((one) => one.includes(' default'))).toHaveLength(2)
    expect(await page('fr')).toContain('<select class="chapters" hidden aria-label="Chapitres">')
    const embed = (await ask('POST', '/rest/embed', { json: { id: film.id, sites: ['blog.example'] } })).body
    const load = (url: string, referer = 'https://blog.example/') =>
      fetch(url, { headers: { 'sec-fetch-site': 'cross-site', referer } })
    const html = await (await load(embed.url)).text()
    const sources = elements(html).map((one) => /src="([^"]+)"/.exec(one)?.[1] ?? '')
    expect(sources).toHaveLength(3)
    for (const source of sources) {
      expect(source).toMatch(new RegExp(`^${embed.url}/track/\\d+$`))
      expect(await (await load(source)).text()).toMatch(/^WEBVTT/)
      expect((await load(source, 'https://evil.example/')).status).toBe(403)
    }
    const other = await createAsset('plain.mp4')
    const { body: foreign } = await send(srt, { id: other.id })
    expect((await load(`${embed.url}/track/${foreign.id}`)).status).toBe(404)
    expect((await ask('DELETE', `/rest/embed/${embed.id}`)).status).toBe(200)
    for (const source of sources) expect((await load(source)).status).toBe(404)
    await clear()
  },
)

test.runIf(hasFfmpeg)(
  'subtitles and chapters in a file are taken once: what was deleted does not come back',
  async () => {
    const chapters =
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=One & <b>\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\ntitle=Two\n'
    const inputs = [await folder.write('in.srt', srt), await folder.write('in.txt', chapters)]
    await makeByFfmpeg(
      'testsrc=size=64x64:rate=5:duration=2',
      folder.path('subs.mkv'),
      '-i',
      inputs[0] ?? '',
      '-i',
      inputs[1] ?? '',
      '-map',
      '0:v',
      '-map',
      '1:s',
      '-map',
      '1:s',
      '-map_metadata',
      '2',
      '-c:s',
      'subrip',
      '-metadata:s:s:0',
      'language=fre',
      '-metadata:s:s:1',
      'title=Descriptions',
      '-disposition:s:1',
      'hearing_impaired',
    )
    const { id } = await createAsset('subs.mkv')
    await expect.poll(async () => (await list(id)).length, { timeout: 30_000 }).toBe(3)
    const tracks = await list(id)
    expect(tracks.map(({ kind, language, label, origin }) => ({ kind, language, label, origin }))).toEqual([
      { kind: 'chapters', language: 'und', label: '', origin: 'embedded' },
      { kind: 'subtitles', language: 'fr', label: '', origin: 'embedded' },
      { kind: 'captions', language: 'und', label: 'Descriptions', origin: 'embedded' },
    ])
    expect((await ask('GET', rest(tracks[0]?.url))).body).toContain(
      '00:00:00.000 --> 00:00:01.000\nOne &amp;',
    )
    expect((await ask('GET', rest(tracks[1]?.url))).body).toContain('Bonjour <i>à tous</i>')
    await ask('DELETE', `/api/wedia/dam/tracks/asset/${id}/${tracks[0]?.id}`)
    const { services } = application.cartouche
    for (const task of ['take-missing-tracks', 'take-tracks'])
      await services.addJob(services.database, task, { resource: 'asset', id })
    await new Promise((done) => {
      setTimeout(done, 1500)
    })
    expect(await list(id)).toHaveLength(2)
  },
)

test.runIf(hasFfmpeg)(
  'files of subtitles beside a film in an import become its own, whichever is published first',
  async () => {
    const job = (await ask('POST', '/rest/massimport/job', { json: { json: { name: 'Films' } } })).body
      .response.data.id as number
    const upload = async (name: string, bytes: Buffer | string) => {
      const form = new FormData()
      form.append('json', JSON.stringify({ job }))
      form.append(name, new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
      expect((await ask('POST', '/rest/massimport/item', { form })).status).toBe(201)
    }
    const items = async () =>
      (await ask('GET', `/rest/massimport/job/${job}/item`)).body.response.data as AnyJson[]
    const settle = async (status: number) =>
      expect
        .poll(async () => (await items()).every((item) => item.status.id === status), { timeout: 30_000 })
        .toBe(true)
    await upload('Été.mp4', await readFile(folder.path('plain.mp4')))
    await upload('été.fr.srt', Buffer.from(srt, 'latin1'))
    await settle(3)
    expect(
      (await ask('PUT', `/rest/massimport/job/${job}`, { json: { metadata: { validate: true } } })).status,
    ).toBe(200)
    await settle(6)
    const id = (await items()).find(({ filename }) => filename === 'Été.mp4')?.asset.id as number
    await expect.poll(async () => (await list(id)).length, { timeout: 30_000 }).toBe(1)
    expect((await list(id))[0]).toMatchObject({
      kind: 'subtitles',
      language: 'fr',
      origin: 'import',
      fileName: 'été.fr.srt',
    })
    await upload('Été.en.sdh.vtt', `WEBVTT\n\n${srt}`)
    await upload('Étés.vtt', `WEBVTT\n\n${srt}`)
    await expect
      .poll(async () => (await items()).filter((item) => item.status.id === 3).length, { timeout: 30_000 })
      .toBe(2)
    await ask('PUT', `/rest/massimport/job/${job}`, { json: { metadata: { validate: true } } })
    await expect.poll(async () => (await list(id)).length, { timeout: 30_000 }).toBe(2)
    expect((await list(id))[1]).toMatchObject({ kind: 'captions', language: 'en' })
  },
)
