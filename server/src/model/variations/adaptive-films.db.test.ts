import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { openTestImport, type TestImport } from '../../features/imports/test-import.ts'
import { probeFilm } from '../../media/probe-film.ts'
import { defaultMediaLimits } from '../../media/media-limits.ts'
import { mediaTasks } from '../../media/renditions/media-tasks.ts'
import { findProgram, runProgram } from '../../media/run-program.ts'
import { getPlayer } from './get-player.ts'
import { getVariation } from './get-variation.ts'
import { addTestAsset } from './test-asset.ts'

const hasFfmpeg = (await findProgram('ffmpeg')) !== null
let server: TestImport
let editor: Context
let viewer: Context
let folder: string
let film: number
let sha256: string

beforeAll(async () => {
  if (!hasFfmpeg) return
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
  viewer = server.as(await server.library.user('viewer'))
  folder = await mkdtemp(join(tmpdir(), 'cartouche-adaptive-'))
  film = await addFilm('Harbour.mp4', 960, 540, 21)
  const { rows } = await sql<{ sha256: string }>`select sha256 from entity_file where id = ${film}`.execute(
    editor.database,
  )
  sha256 = rows[0]?.sha256 ?? ''
}, 60_000)
afterAll(async () => {
  if (!hasFfmpeg) return
  await rm(folder, { recursive: true, force: true })
  await server.close()
})

/** A film with sound, cut in its middle, as measured at its import. */
async function addFilm(name: string, widthPx: number, heightPx: number, seconds: number): Promise<number> {
  const path = join(folder, name)
  const picture = `testsrc=s=${widthPx}x${heightPx}:r=10:d=${seconds}`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=440:d=${seconds}`]
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await runProgram({
    program: 'ffmpeg',
    timeoutMs: 60_000,
    args: ['-v', 'error', ...inputs, ...encoding, '-y', path],
  })
  const id = await addTestAsset(server.services, name, 'video/mp4', 'VIDEO', await readFile(path))
  const size = JSON.stringify({ width: widthPx, height: heightPx, duration: seconds })
  await sql`update entity set props = props || ${size}::jsonb where resource = 'asset' and id = ${id}`.execute(
    server.services.database,
  )
  return id
}

async function ask(context: Context, variation: string, ticket?: string): Promise<ByteSource> {
  const source = await getVariation(context, { object: 'asset', id: String(film), variation, ticket })
  if ('pending' in source) throw new Error('pending')
  return source
}
const textOf = (source: ByteSource): Promise<string> => text(source.open(0, source.sizeBytes))

async function playerOf(context: Context): Promise<{ html: string; policy: string }> {
  const source = await getPlayer(context, { player: 'bo.player', object: 'asset', id: String(film) })
  return { html: await textOf(source), policy: source.contentSecurityPolicy ?? '' }
}

/** The ladders that wait to be made, by their queues. */
async function queued(): Promise<string[]> {
  const { rows } = await sql<{ queue: string }>`
    select q.queue_name queue from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id where t.identifier = 'make-ladder'`.execute(
    server.services.database,
  )
  return rows.map(({ queue }) => queue)
}

async function makeNext(): Promise<void> {
  const task = mediaTasks['make-ladder']
  if (typeof task !== 'object') throw new Error('no such task')
  await task.run(server.services, { sha256 }, new AbortController().signal)
}

test.runIf(hasFfmpeg)(
  'a film plays as one file until each of its sizes is made, one a job',
  async () => {
    const before = await playerOf(editor)
    expect(before.html).toContain(`src="../../../variation/asset/${film}/proxy"`)
    expect(before.policy).not.toMatch(/blob:|strict-dynamic/)
    expect(await queued()).toEqual(['ladder-1'])
    await makeNext()
    await expect(ask(editor, 'film.m3u8')).rejects.toMatchObject({ code: 'rendition_not_found' })
    expect((await playerOf(editor)).html).not.toContain('film.m3u8')
    await makeNext()
    const { html, policy } = await playerOf({ ...editor, locale: 'fr' })
    expect(html).toContain(`data-master="../../../variation/asset/${film}/film.m3u8"`)
    expect(html).toMatch(/aria-label="Qualité"><option value="">Auto<\/option><option value="540">540p/)
    expect(policy).toMatch(
      /media-src 'self' blob:.*script-src 'sha256-[^ ]+' 'sha256-[^ ]+' 'strict-dynamic';/,
    )
  },
  120_000,
)

test.runIf(hasFfmpeg)(
  'its playlists name fragments that begin at the same moments in each size',
  async () => {
    const master = await textOf(await ask(editor, 'film.m3u8', 'a&b'))
    expect(master.match(/RESOLUTION=\S+,CODECS="avc1\.\w{6},mp4a\.40\.2"\n\S+/g)).toEqual([
      expect.stringMatching(/^RESOLUTION=640x360,.*\nfilm-360\.m3u8\?ticket=a%26b$/s),
      expect.stringMatching(/^RESOLUTION=960x540,.*\nfilm-540\.m3u8\?ticket=a%26b$/s),
    ])
    const [small = '', large = ''] = await Promise.all(
      ['film-360.m3u8', 'film-540.m3u8'].map(async (name) => textOf(await ask(editor, name))),
    )
    const lengths = (playlist: string): number[] =>
      [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].map(([, seconds]) => Number(seconds))
    expect(lengths(small)).toEqual([4, 4, 4, 4, 4, 1])
    expect(lengths(large)).toEqual(lengths(small))
    expect(small).not.toContain('ticket')

    // Head and one fragment from the middle are a film by themselves: it begins with a key frame.
    const bytes = await ask(editor, 'film-360.mp4')
    const [, head] = /BYTERANGE="(\d+)@0"/.exec(small) ?? []
    const [, length, offset] = [...small.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\nfilm-360\.mp4\n/g)][2] ?? []
    const parts = await Promise.all([
      buffer(bytes.open(0, Number(head))),
      buffer(bytes.open(Number(offset), Number(offset) + Number(length))),
    ])
    const path = join(folder, 'part.mp4')
    await writeFile(path, Buffer.concat(parts))
    expect(await probeFilm(path, defaultMediaLimits)).toMatchObject({
      widthPx: 640,
      heightPx: 360,
      framesPerSecond: 10,
      hasSound: true,
    })
    const frames = await runProgram({
      program: 'ffprobe',
      timeoutMs: 10_000,
      args: [
        '-v',
        'error',
        '-select_streams',
        'v',
        '-show_entries',
        'frame=key_frame',
        '-of',
        'csv=p=0',
        path,
      ],
    })
    expect(frames.toString().split(/\s+/).filter(Boolean)).toEqual([
      '1',
      ...Array.from({ length: 39 }, () => '0'),
    ])
  },
)

test.runIf(hasFfmpeg)('people who get watermarks get the one file, with the watermark', async () => {
  expect((await playerOf(viewer)).html).toContain(`src="../../../variation/asset/${film}/proxy"`)
  for (const name of ['film.m3u8', 'film-360.m3u8', 'film-360.mp4'])
    await expect(ask(viewer, name)).rejects.toMatchObject({ code: 'access_denied' })
  await expect(ask(editor, 'film-720.mp4')).rejects.toMatchObject({ code: 'rendition_not_found' })
})

test.runIf(hasFfmpeg)('a size that failed leaves the one file, and is not tried at each play', async () => {
  const { database } = server.services
  await sql`update rendition set sha256 = null, error_code = 'broken' where source_sha256 = ${sha256} and name = 'film-540'`.execute(
    database,
  )
  await sql`delete from graphile_worker._private_jobs`.execute(database)
  await sql`delete from rendition where source_sha256 = ${sha256} and name = 'film-360'`.execute(database)
  expect((await playerOf(editor)).html).not.toContain('film.m3u8')
  expect(await queued()).toEqual([])
})
