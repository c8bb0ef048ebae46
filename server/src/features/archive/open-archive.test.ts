import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlobStore, JoinBlobs } from '../../ground/blobs/blob-store.ts'
import { createFolderBlobs } from '../../ground/blobs/folder-blobs.ts'
import {
  decodeArchiveLayout,
  encodeArchiveLayout,
  layOutArchive,
  type ArchiveEntry,
} from './archive-layout.ts'
import { openArchive } from './open-archive.ts'

const run = promisify(execFile)
let folder: string
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
  blobs = await createFolderBlobs(join(folder, 'blobs'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modifiedAt = new Date('2026-05-04T03:02:01Z')

async function storeEntries(files: ReadonlyMap<string, Buffer>): Promise<ArchiveEntry[]> {
  return Promise.all(
    [...files].map(async ([name, bytes]) => ({
      name,
      modifiedAt,
      ...(await blobs.write(bytes).then(({ sha256, ...stored }) => ({ ...stored, source: { sha256 } }))),
    })),
  )
}

/** Blobs in memory. */
function memoryBlobs(files: readonly Buffer[]): JoinBlobs {
  const bySha256 = new Map(files.map((bytes) => [hashOf(bytes), bytes]))
  return (parts) =>
    Readable.from(
      (function* join() {
        for (const { head, blob } of parts) {
          yield head
          if (blob)
            yield bySha256.get(blob.sha256)?.subarray(blob.start, blob.endExclusive) ?? Buffer.alloc(0)
        }
      })(),
      { objectMode: false },
    )
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const entryOf = (name: string, bytes: Buffer, inline: boolean): ArchiveEntry => ({
  name,
  sizeBytes: bytes.length,
  crc32: crc32(bytes),
  modifiedAt,
  source: inline ? { bytes } : { sha256: hashOf(bytes) },
})

const names = fc.uniqueArray(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((name) =>
    name
      .toWellFormed()
      .replace(/[/\\\0]/g, '_')
      .replace(/^\.+$/, 'dots'),
  ),
  { maxLength: 12 },
)
const contents = fc.array(
  fc.tuple(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 700_000 }).map((size) => new Uint8Array(size).fill(size)),
    ),
    fc.boolean(),
  ),
  { minLength: 12, maxLength: 12 },
)

test('any range of an archive is that slice of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      names,
      contents,
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        { maxLength: 8 },
      ),
      async (unique, files, cuts) => {
        const entries = unique.map((name, at) =>
          entryOf(name, Buffer.from(files[at]?.[0] ?? []), files[at]?.[1] ?? false),
        )
        const layout = layOutArchive(entries)
        const join = memoryBlobs(files.map(([bytes]) => Buffer.from(bytes)))
        const whole = await buffer(openArchive(layout, join))
        expect(whole.length).toBe(layout.sizeBytes)
        for (const cut of [[0, 0], [1, 1], ...cuts]) {
          const [start = 0, end = 0] = cut
            .map((part) => Math.floor(part * layout.sizeBytes))
            .toSorted((a, b) => a - b)
          expect(
            (await buffer(openArchive(layout, join, start, end))).equals(whole.subarray(start, end)),
          ).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('every single byte of a small archive can be asked for alone', async () => {
  const files = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('three')]
  const layout = layOutArchive(files.map((bytes, at) => entryOf(`${at}.txt`, bytes, at === 2)))
  const join = memoryBlobs(files)
  const whole = await buffer(openArchive(layout, join))
  for (let at = 0; at < whole.length; at += 1)
    expect(await buffer(openArchive(layout, join, at, at + 1))).toEqual(whole.subarray(at, at + 1))
})

test('a download that is cut at 50 places and resumed has the SHA-256 of an uncut one', async () => {
  const entries = await storeEntries(
    new Map(Array.from({ length: 30 }, (_, at) => [`photo ${at}.jpg`, randomBytes(at * 20_011)])),
  )
  const layout = layOutArchive(entries)
  const uncut = hashOf(await buffer(openArchive(layout, blobs.join)))
  const cuts = Array.from({ length: 50 }, () => Math.floor(Math.random() * layout.sizeBytes)).toSorted(
    (a, b) => a - b,
  )
  const resumed = createHash('sha256')
  let received = 0
  for (const cut of [...cuts, layout.sizeBytes]) {
    for await (const chunk of openArchive(
      decodeArchiveLayout(encodeArchiveLayout(layout)),
      blobs.join,
      received,
    )) {
      const kept = (chunk as Buffer).subarray(0, cut - received)
      resumed.update(kept)
      received += kept.length
      if (received === cut) break
    }
  }
  expect(resumed.digest('hex')).toBe(uncut)
})

test('an entry without blob, or whose blob changed its size, ends the stream with an error', async () => {
  const entries = await storeEntries(
    new Map([
      ['a', randomBytes(1000)],
      ['b', randomBytes(900_000)],
      ['c', randomBytes(50)],
    ]),
  )
  const layout = layOutArchive(entries)
  const damaged = entries[1]?.source
  if (damaged === undefined || !('sha256' in damaged)) throw new Error('no blob')
  for (const sizeBytes of [899_999, 900_001]) {
    await blobs.withLocalFile(damaged.sha256, (path) => truncate(path, sizeBytes))
    await expect(buffer(openArchive(layout, blobs.join))).rejects.toMatchObject({
      name: 'BlobDamaged',
      sha256: damaged.sha256,
      foundSizeBytes: sizeBytes,
    })
  }
  await blobs.withLocalFile(damaged.sha256, (path) => rm(path))
  await expect(buffer(openArchive(layout, blobs.join))).rejects.toMatchObject({
    name: 'BlobDamaged',
    foundSizeBytes: undefined,
  })
  expect(await buffer(openArchive(layout, blobs.join, 0, 500))).toHaveLength(500)
})

test('bytes outside of the archive are a programming error', () => {
  const layout = layOutArchive([])
  for (const [start, end] of [
    [-1, 5],
    [0, 23],
    [5, 4],
    [Number.NaN, 5],
  ] as const)
    expect(() => openArchive(layout, blobs.join, start, end)).toThrow(RangeError)
})

const everyScript = new Map(
  [
    'plain.txt',
    'Ünïcödé/été.txt',
    '日本語/写真.jpg',
    'русский/фото.jpg',
    'العربية/صورة.jpg',
    'עברית.txt',
    'हिन्दी.txt',
    'ไทย.txt',
    '한국어.txt',
    '😀/👩‍👩‍👧.png',
    'empty.bin',
    `${'é'.repeat(120)}.jpg`,
  ].map((name, at) => [name, name === 'empty.bin' ? Buffer.alloc(0) : randomBytes(at * 1000 + 10)]),
)

async function writeArchive(): Promise<string> {
  const path = join(folder, 'out.zip')
  await writeFile(path, openArchive(layOutArchive(await storeEntries(everyScript)), blobs.join))
  return path
}

const python = `
import json, sys, zipfile, hashlib
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({i.filename: [hashlib.sha256(z.read(i)).hexdigest(), i.external_attr >> 16, list(i.date_time)] for i in z.infolist()}))
`
const has = async (tool: string): Promise<boolean> =>
  run(tool, [tool === 'unzip' ? '-v' : '--help']).then(
    () => true,
    () => false,
  )
const [hasUnzip, has7z, hasPython] = await Promise.all([has('unzip'), has('7z'), has('python3')])

test.skipIf(!hasUnzip)('unzip accepts it (skipped where unzip is missing)', async () => {
  const { stdout } = await run('unzip', ['-t', await writeArchive()], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  expect(stdout).toContain('No errors detected')
  for (const name of everyScript.keys()) expect(stdout).toContain(name)
})

test.skipIf(!has7z)('7z accepts it without a warning (skipped where 7z is missing)', async () => {
  const { stdout } = await run('7z', ['t', await writeArchive()])
  expect(stdout).toContain('Everything is Ok')
  expect(stdout).not.toMatch(/warning/i)
})

test.skipIf(!hasPython)(
  'Python reads every name, byte, mode and time back (skipped where python3 is missing)',
  async () => {
    const { stdout } = await run('python3', ['-c', python, await writeArchive()])
    expect(JSON.parse(stdout)).toEqual(
      Object.fromEntries(
        [...everyScript].map(([name, bytes]) => [name, [hashOf(bytes), 0o100644, [2026, 5, 4, 3, 2, 0]]]),
      ),
    )
  },
)

test.skipIf(!hasUnzip)(
  'a blob whose bytes changed at equal size is found by the reader of the archive (skipped where unzip is missing)',
  async () => {
    const [entry] = await storeEntries(new Map([['a.txt', Buffer.from('true')]]))
    if (entry === undefined || !('sha256' in entry.source)) throw new Error('no blob')
    await blobs.withLocalFile(entry.source.sha256, (path) => writeFile(path, 'lies'))
    const path = join(folder, 'bad.zip')
    await writeFile(path, openArchive(layOutArchive([entry]), blobs.join))
    await expect(run('unzip', ['-t', path])).rejects.toMatchObject({
      stdout: expect.stringContaining('bad CRC'),
    })
  },
)
