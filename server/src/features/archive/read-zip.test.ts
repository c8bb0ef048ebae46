import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { layOutArchive } from './archive-layout.ts'
import { openArchive } from './open-archive.ts'
import { readZip, type ZipMember, type ZipRefused } from './read-zip.ts'
import { defaultZipLimits, type ZipLimits } from './zip-refusals.ts'

const run = promisify(execFile)
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
  path = join(folder, 'upload.zip')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Made = {
  name: Buffer
  bytes?: Buffer
  method?: number
  flags?: number
  mode?: number
  sizeBytes?: number
  crc?: number
  packed?: Buffer
  offset?: number
}

/** A zip written by hand, so that it can lie in every field. */
function makeZip(members: readonly Made[]): Buffer {
  const locals: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const {
    name,
    bytes = Buffer.from('hi'),
    method = 8,
    flags = 0,
    mode = 0,
    sizeBytes = bytes.length,
    crc = crc32(bytes),
    packed = method === 8 ? deflateRawSync(bytes) : bytes,
    offset: stated = offset,
  } of members) {
    const common = Buffer.alloc(26)
    for (const [at, value] of [
      [0, 20],
      [2, flags],
      [4, method],
      [6, 0],
      [8, 0x5ca4],
      [22, name.length],
    ] as const)
      common.writeUInt16LE(value, at)
    for (const [at, value] of [
      [10, crc],
      [14, packed.length],
      [18, sizeBytes],
    ] as const)
      common.writeUInt32LE(value, at)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    const record = Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, Buffer.alloc(14), name])
    record.writeUInt32LE((mode << 16) >>> 0, 38)
    record.writeUInt32LE(stated, 42)
    locals.push(local)
    records.push(record)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(Buffer.concat(records).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...records, end])
}

const member = (name: string, about: Omit<Made, 'name'> = {}): Made => ({ name: Buffer.from(name), ...about })

/** What reading a zip answers: a good file's bytes, or why it is not given. */
async function readAll(
  zip: Buffer | undefined,
  limits: Partial<ZipLimits> = {},
): Promise<Record<string, string>> {
  if (zip !== undefined) await writeFile(path, zip)
  const outcomes: Record<string, string> = {}
  for await (const one of readZip(path, { ...defaultZipLimits, ...limits }))
    outcomes[one.path] = await outcome(one)
  return outcomes
}

async function outcome(one: ZipMember | ZipRefused): Promise<string> {
  if (one.kind !== 'file') return `${one.kind}: ${one.refusal}`
  return one
    .open()
    .then((stream) => buffer(stream))
    .then(
      (bytes) => bytes.toString('latin1').slice(0, 20),
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    )
}

test('the files of a zip are given in order with their paths, sizes and bytes; folders are not', async () => {
  await writeFile(
    path,
    makeZip([
      member('b/', { bytes: Buffer.alloc(0) }),
      member('b/deep/photo.jpg', { bytes: Buffer.from('photo') }),
      member('a.txt', { method: 0 }),
    ]),
  )
  const members: (ZipMember | ZipRefused)[] = []
  for await (const one of readZip(path, defaultZipLimits)) {
    members.push(one)
    expect(await outcome(one)).toBe(one.path === 'a.txt' ? 'hi' : 'photo')
  }
  expect(members).toMatchObject([
    { kind: 'file', path: 'b/deep/photo.jpg', fileName: 'photo.jpg', sizeBytes: 5 },
    { kind: 'file', path: 'a.txt', fileName: 'a.txt', sizeBytes: 2 },
  ])
  expect(members[0]).toHaveProperty('modifiedAt', new Date(2026, 4, 4))
})

test.each([
  ['../out.txt', 'climbs_out'],
  ['a/../../out.txt', 'climbs_out'],
  ['a/..', 'climbs_out'],
  ['./a', 'climbs_out'],
  ['/etc/passwd', 'climbs_out'],
  ['C:/boot.ini', 'climbs_out'],
  ['c:boot.ini', 'climbs_out'],
  ['a\\..\\b', 'climbs_out'],
  ['\\\\server\\share', 'climbs_out'],
  ['new\nline', 'bad_name'],
  ['zero\0byte', 'bad_name'],
  ['', 'bad_name'],
  ['x'.repeat(2000), 'bad_name'],
  [`${'a/'.repeat(40)}b`, 'too_deep'],
])('a member called %j is refused, and the others are given', async (name, refusal) => {
  expect(await readAll(makeZip([member('first'), member(name), member('last')]))).toEqual({
    first: 'hi',
    [name]: `refused: ${refusal}`,
    last: 'hi',
  })
})

test.each(['__MACOSX/photo.jpg', 'a/.DS_Store', 'a/._photo.jpg', 'Thumbs.db', 'b/desktop.ini'])(
  '%s is skipped and reported',
  async (name) => {
    expect(await readAll(makeZip([member(name), member('photo.jpg')]))).toEqual({
      [name]: 'skipped: system_file',
      'photo.jpg': 'hi',
    })
  },
)

test.each<[string, Omit<Made, 'name'>, string]>([
  ['locked', { flags: 1 }, 'encrypted'],
  ['a link', { mode: 0o120777 }, 'link'],
  ['a device', { mode: 0o060666 }, 'link'],
  ['packed by LZMA', { method: 14 }, 'unknown_compression'],
  ['larger than allowed', { bytes: Buffer.alloc(1001), method: 0 }, 'too_large'],
])('a member that is %s is refused, and the others are given', async (_, about, refusal) => {
  expect(
    await readAll(makeZip([member('bad', about), member('good', { mode: 0o100644 })]), {
      mostEntryBytes: 1000,
    }),
  ).toEqual({ bad: `refused: ${refusal}`, good: 'hi' })
})

test('a bomb is refused by what it says of itself, and one that lies by what it unpacks to', async () => {
  const zeros = Buffer.alloc(5_000_000)
  const found = await readAll(
    makeZip([
      member('bomb', { bytes: zeros }),
      member('liar', { bytes: zeros, sizeBytes: 100 }),
      member('good'),
    ]),
  )
  expect(found).toMatchObject({ bomb: 'refused: bomb', good: 'hi' })
  expect(found.liar).toContain('liar is damaged within the zip')
})

test('members that share their bytes are refused, all but the first', async () => {
  expect(
    await readAll(
      makeZip([member('one'), member('two', { offset: 0 }), member('three'), member('four', { offset: 10 })]),
    ),
  ).toEqual({ one: 'hi', two: 'refused: overlap', three: 'hi', four: 'refused: overlap' })
})

test('members beyond the bytes allowed in all are refused, smaller ones after them are given', async () => {
  const large = { bytes: Buffer.alloc(600, 'x'), method: 0 }
  expect(
    await readAll(makeZip([member('one', large), member('two', large), member('three')]), {
      mostTotalBytes: 1000,
    }),
  ).toEqual({ one: 'x'.repeat(20), two: 'refused: total_too_large', three: 'hi' })
})

test.each<[string, Omit<Made, 'name'>]>([
  ['has another CRC-32', { crc: 1 }],
  ['is shorter than stated', { sizeBytes: 3 }],
  ['is longer than stated', { sizeBytes: 1 }],
  ['is stored and of another size', { method: 0, sizeBytes: 3 }],
  ['is no Deflate', { packed: Buffer.from('no deflate at all') }],
])('a member that %s fails when it is read, and the others are given', async (_, about) => {
  expect(await readAll(makeZip([member('bad', about), member('good')]))).toEqual({
    bad: expect.stringContaining(
      'upload_format: The upload is not well-formed: bad is damaged within the zip',
    ),
    good: 'hi',
  })
})

test('names are decoded by what they are: UTF-8 with or without its mark, else code page 437', async () => {
  const found = await readAll(
    makeZip([
      member('été 写真.jpg', { flags: 0x800 }),
      member('unmarked é.jpg'),
      { name: Buffer.from([0x82, 0x74, 0x82]) },
      member('e\u0301'),
    ]),
  )
  expect(Object.keys(found)).toEqual(['été 写真.jpg', 'unmarked é.jpg', 'été', 'é'])
})

test('a zip within a zip is a file like any other', async () => {
  const inner = makeZip([member('../out.txt')])
  expect(await readAll(makeZip([member('inner.zip', { bytes: inner })]))).toEqual({
    'inner.zip': inner.toString('latin1').slice(0, 20),
  })
})

test('too many members are refused as a whole', async () => {
  await expect(
    readAll(makeZip([member('a'), member('b'), member('c')]), { mostEntries: 2 }),
  ).rejects.toMatchObject({ code: 'upload_format', message: expect.stringContaining('3 files, more than 2') })
})

test.each<[string, () => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['no zip', () => Buffer.from('this is no zip, but it is long enough to be one')],
  ['cut off', () => makeZip([member('a'), member('b')]).subarray(0, -30)],
])('%s is refused as a whole', async (_, zip) => {
  await expect(readAll(zip())).rejects.toMatchObject({ code: 'upload_format' })
})

test('whatever bytes are changed, reading ends with files, refusals or the one error', async () => {
  const zip = makeZip([
    member('a.txt', { bytes: Buffer.alloc(200, 'abc') }),
    member('b/c.txt', { method: 0 }),
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      async (changes) => {
        const changed = Buffer.from(zip)
        for (const [at, value] of changes) changed[at] = value
        await readAll(changed).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'upload_format' }),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('an archive of ours is read back', async () => {
  const bytes = Buffer.from('hi')
  const layout = layOutArchive(
    ['été/写真.jpg', 'b.txt'].map((name) => ({
      name,
      sizeBytes: 2,
      crc32: crc32(bytes),
      modifiedAt: new Date('2026-05-04T03:02:01Z'),
      source: { bytes },
    })),
  )
  await writeFile(
    path,
    openArchive(layout, (parts) => Readable.from([...parts].map(({ head }) => head))),
  )
  expect(await readAll(undefined)).toEqual({ 'été/写真.jpg': 'hi', 'b.txt': 'hi' })
  for await (const one of readZip(path, defaultZipLimits))
    expect(one).toHaveProperty('modifiedAt', new Date('2026-05-04T03:02:01Z'))
})

const hasZip = await run('zip', ['-v']).then(
  () => true,
  () => false,
)

test.skipIf(!hasZip)(
  'what the zip program writes is read, a locked file refused (skipped where zip is missing)',
  async () => {
    await writeFile(join(folder, 'été.txt'), 'hello')
    await writeFile(join(folder, 'locked.txt'), 'secret')
    await run('zip', ['-q', path, 'été.txt'], { cwd: folder })
    await run('zip', ['-q', '-P', 'word', path, 'locked.txt'], { cwd: folder })
    expect(await readAll(undefined)).toEqual({ 'été.txt': 'hello', 'locked.txt': 'refused: encrypted' })
    expect((await readFile(path)).length).toBeGreaterThan(0)
  },
)
