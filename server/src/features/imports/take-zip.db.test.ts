import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import { itemsOf, jpegOf, openTestImport, startJob, upload, type TestImport } from './test-import.ts'

let server: TestImport
let editor: Context

beforeAll(async () => {
  server = await openTestImport()
  editor = server.as(await server.library.user('editor'))
})
afterAll(() => server.close())

interface Entry {
  readonly path: string | Buffer
  readonly bytes: Buffer
  readonly flags?: number
  readonly claims?: number
  readonly crc?: number
}

/** A zip as nobody's program would write it. */
function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { path, bytes, flags = 0x800, claims, crc } of entries) {
    const name = typeof path === 'string' ? Buffer.from(path) : path
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc ?? crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(claims ?? bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, packed])
    const central = Buffer.alloc(46 - 4 - 2 - 26)
    central.writeUInt32LE(offset, central.length - 4)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, central, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

async function take(bytes: Buffer): Promise<{ taken: string[]; refused: Record<string, string> }> {
  const job = await startJob(editor)
  const { response } = await upload(
    editor,
    job,
    [
      { name: 'files.zip', bytes },
      { name: 'beside.jpg', bytes: await jpegOf(1) },
    ],
    { unzip: true },
  )
  const refused = Object.fromEntries(
    response.files.flatMap(({ filename, problem }) => (problem ? [[filename, problem.code]] : [])),
  )
  return {
    taken: (await itemsOf(editor, job)).map((item) => item.filename).filter((name) => name !== 'beside.jpg'),
    refused,
  }
}

test('D7.08 with unzip the files of a zip become items, folders and hidden files are passed over', async () => {
  const { taken, refused } = await take(
    zipOf([
      { path: 'folder/', bytes: Buffer.alloc(0) },
      { path: 'folder/Été.jpg', bytes: await jpegOf(2) },
      { path: '写真.jpg', bytes: await jpegOf(3) },
      { path: '__MACOSX/._x.jpg', bytes: Buffer.from('x') },
      { path: 'folder/.DS_Store', bytes: Buffer.from('x') },
      { path: Buffer.from([0x45, 0x74, 0x82, 0x2e, 0x6a, 0x70, 0x67]), bytes: await jpegOf(4), flags: 0 },
    ]),
  )
  expect(taken).toEqual(['Été.jpg', '写真.jpg', 'Eté.jpg'])
  expect(refused).toEqual({})
})

test('without unzip a zip is a file as any other', async () => {
  const job = await startJob(editor)
  await upload(editor, job, [
    { name: 'files.zip', bytes: zipOf([{ path: 'a.jpg', bytes: await jpegOf(5) }]) },
  ])
  expect((await itemsOf(editor, job)).map((item) => item.filename)).toEqual(['files.zip'])
})

test('entries that climb out, are encrypted, empty or bombs are refused one by one; the others are taken', async () => {
  const { taken, refused } = await take(
    zipOf([
      { path: '../../etc/passwd', bytes: Buffer.from('root') },
      { path: '/abs.txt', bytes: Buffer.from('x') },
      { path: 'C:\\win.txt', bytes: Buffer.from('x') },
      { path: 'locked.jpg', bytes: Buffer.from('x'), flags: 0x801 },
      { path: 'empty.jpg', bytes: Buffer.alloc(0) },
      { path: 'bomb.bin', bytes: Buffer.alloc(50_000_000) },
      { path: 'lies.bin', bytes: Buffer.from('longer than it says'), claims: 3 },
      { path: 'rotten.jpg', bytes: await jpegOf(8), crc: 7 },
      { path: 'good.jpg', bytes: await jpegOf(6) },
    ]),
  )
  expect(taken).toEqual(['good.jpg'])
  expect(refused).toEqual({
    passwd: 'zip_path',
    'abs.txt': 'zip_path',
    'win.txt': 'zip_path',
    'locked.jpg': 'zip_encrypted',
    'empty.jpg': 'upload_empty',
    'bomb.bin': 'zip_bomb',
    'lies.bin': 'zip_broken',
    'rotten.jpg': 'zip_broken',
  })
})

test('a damaged zip, an empty one and one that is none are refused with the reason, and files beside them are taken', async () => {
  const whole = zipOf([{ path: 'a.jpg', bytes: await jpegOf(7) }])
  expect((await take(whole.subarray(0, whole.length - 30))).refused).toEqual({ 'files.zip': 'zip_broken' })
  expect((await take(zipOf([]))).refused).toEqual({ 'files.zip': 'zip_empty' })
  expect((await take(Buffer.from('not a zip at all, in spite of its name'))).refused).toEqual({
    'files.zip': 'zip_broken',
  })
})

test("a zip of the system's own program is taken whole", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-zip-'))
  try {
    await mkdir(join(folder, 'in'))
    for (const n of [1, 2, 3]) await writeFile(join(folder, 'in', `n${n}.jpg`), await jpegOf(n + 10))
    await promisify(execFile)('python3', ['-m', 'zipfile', '-c', join(folder, 'a.zip'), join(folder, 'in')])
    expect((await take(await readFile(join(folder, 'a.zip')))).taken.toSorted()).toEqual([
      'n1.jpg',
      'n2.jpg',
      'n3.jpg',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
