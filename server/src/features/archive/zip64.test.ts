import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import type { JoinBlobs } from '../../ground/blobs/blob-store.ts'
import { layOutArchive, type ArchiveEntry, type ArchiveLayout } from './archive-layout.ts'
import { openArchive } from './open-archive.ts'
import { localHeaderBytes } from './zip-records.ts'

const run = promisify(execFile)
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip64-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const modifiedAt = new Date('2026-05-04T03:02:02Z')
const hi = Buffer.from('hi')
const small = (name: string): ArchiveEntry => ({
  name,
  sizeBytes: 2,
  crc32: crc32(hi),
  modifiedAt,
  source: { bytes: hi },
})
const zeros = (name: string, sizeBytes: number): ArchiveEntry => ({
  name,
  sizeBytes,
  crc32: 0,
  modifiedAt,
  source: { sha256: '0'.repeat(64) },
})
const noBlob: JoinBlobs = (parts) =>
  Readable.from(
    [
      Buffer.concat(
        [...parts].map(({ head, blob }) => {
          if (blob) throw new Error('A range without data opens no blob')
          return head
        }),
      ),
    ],
    { objectMode: false },
  )

/**
 * Writes all of an archive but the zeros, which stay holes of the file: so 12 GiB take a few kilobytes of
 * disk.
 */
async function writeSparse(layout: ArchiveLayout, entries: readonly ArchiveEntry[]): Promise<string> {
  const path = join(folder, 'sparse.zip')
  const file = await open(path, 'wx')
  await file.truncate(layout.sizeBytes)
  let position = 0
  for (const [index, { name, sizeBytes, source }] of entries.entries()) {
    const dataOffset = (layout.offsets[index] ?? 0) + localHeaderBytes(Buffer.byteLength(name), sizeBytes)
    if ('bytes' in source) continue
    await file.write(await bytesOf(layout, position, dataOffset), 0, null, position)
    position = dataOffset + sizeBytes
  }
  await file.write(await bytesOf(layout, position, layout.sizeBytes), 0, null, position)
  await file.close()
  return path
}

const bytesOf = async (layout: ArchiveLayout, start: number, end: number): Promise<Buffer> =>
  Buffer.concat((await openArchive(layout, noBlob, start, end).toArray()) as Buffer[])

const sizes = [0xfffffffe, 0xffffffff, 0x100000000]
const largeEntries = [
  small('first'),
  ...sizes.map((sizeBytes) => zeros(`${sizeBytes} zeros`, sizeBytes)),
  small('last'),
]

const python = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps({'last': z.read(z.infolist()[-1]).decode(), 'sizes': [i.file_size for i in z.infolist()], 'offsets': [i.header_offset for i in z.infolist()],
      'starts': [z.open(i).read(3).hex() for i in z.infolist()]}))
`
const has = async (tool: string, option: string): Promise<boolean> =>
  run(tool, [option]).then(
    () => true,
    () => false,
  )
const [hasPython, hasUnzip, has7z] = await Promise.all([
  has('python3', '--version'),
  has('unzip', '-v'),
  has('7z', '--help'),
])

test.skipIf(!hasPython)(
  'files around and above 4 GiB are found by Python (skipped where python3 is missing)',
  async () => {
    const layout = layOutArchive(largeEntries)
    const { stdout } = await run('python3', ['-c', python, await writeSparse(layout, largeEntries)])
    expect(JSON.parse(stdout)).toEqual({
      last: 'hi',
      sizes: [2, ...sizes, 2],
      offsets: [...layout.offsets.subarray(0, 5)],
      starts: ['6869', '000000', '000000', '000000', '6869'],
    })
  },
)

test('files around and above 4 GiB are found by yauzl', async () => {
  const layout = layOutArchive(largeEntries)
  const zip = await openPromise(await writeSparse(layout, largeEntries), {
    lazyEntries: true,
    autoClose: false,
  })
  const found = []
  for await (const entry of zip.eachEntry()) {
    found.push([entry.fileName, entry.uncompressedSize, entry.relativeOffsetOfLocalHeader])
    if (entry.fileName === 'last')
      expect(Buffer.concat((await (await zip.openReadStreamPromise(entry)).toArray()) as Buffer[])).toEqual(
        hi,
      )
  }
  zip.close()
  expect(found).toEqual(
    largeEntries.map(({ name, sizeBytes }, index) => [name, sizeBytes, layout.offsets[index]]),
  )
})

test.skipIf(!has7z)(
  'files around and above 4 GiB are listed by 7z without a warning (skipped where 7z is missing)',
  async () => {
    const { stdout } = await run('7z', ['l', await writeSparse(layOutArchive(largeEntries), largeEntries)])
    for (const sizeBytes of sizes) expect(stdout).toContain(String(sizeBytes))
    expect(stdout).not.toMatch(/warning|error/i)
  },
)

async function writeMany(entryCount: number): Promise<string> {
  const path = join(folder, 'many.zip')
  await writeFile(
    path,
    openArchive(
      layOutArchive(Array.from({ length: entryCount }, (_, at) => small(`folder ${at % 10}/${at}.txt`))),
      noBlob,
    ),
  )
  return path
}

test.skipIf(!hasPython).each([65_534, 65_535])(
  '%i files are counted by Python (skipped where python3 is missing)',
  async (entryCount) => {
    const { stdout } = await run('python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.read(z.namelist()[-1]).decode())',
      await writeMany(entryCount),
    ])
    expect(stdout.trim()).toBe(`${entryCount} hi`)
  },
)

test.skipIf(!hasUnzip)('70,000 files are accepted by unzip (skipped where unzip is missing)', async () => {
  const { stdout } = await run('unzip', ['-tq', await writeMany(70_000)])
  expect(stdout).toContain('No errors detected')
})

test.skipIf(!has7z)('70,000 files are accepted by 7z (skipped where 7z is missing)', async () => {
  const { stdout } = await run('7z', ['t', await writeMany(70_000)])
  expect(stdout).toMatch(/Everything is Ok[^]*Files: 70000/)
  expect(stdout).not.toMatch(/warning/i)
})
