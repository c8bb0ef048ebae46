import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blobPath } from '../../blobs/blob-path.ts'
import { findFault } from '../../blobs/find-fault.ts'
import { createFolderBlobs } from '../../blobs/folder-blobs.ts'
import { createCipher, unlock, type Cipher } from './cipher.ts'
import { encryptBlobs, type BackupBlobs } from './encrypt-blobs.ts'

const piece = 64 * 1024
let folder: string
let identity: string
let cipher: Cipher
let blobs: BackupBlobs

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-encryption-'))
  identity = await generateX25519Identity()
  cipher = await createCipher(identity)
  blobs = encryptBlobs(await createFolderBlobs(folder), cipher)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const seal = async (bytes: Uint8Array): Promise<Buffer> =>
  buffer(Readable.from([bytes]).pipe(await cipher.seal()))
/** In pieces of other sizes than those that are sealed. */
const inPieces = (bytes: Buffer, size = 10_007): Readable =>
  Readable.from(
    (function* cut() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
    { objectMode: false },
  )

test.each([0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 17])(
  '%i bytes are read by another implementation of age, and the other way round',
  async (size) => {
    const bytes = randomBytes(size)
    const sealed = await seal(bytes)
    expect(sealed.length).toBe(cipher.storedSize(size))
    expect(cipher.plainSize(sealed.length)).toBe(size)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    expect(Buffer.from(await decrypter.decrypt(sealed)).equals(bytes)).toBe(true)
    const encrypter = new Encrypter()
    encrypter.addRecipient(await identityToRecipient(identity))
    const theirs = Buffer.from(await encrypter.encrypt(bytes))
    expect((await buffer(inPieces(theirs, 999).pipe(cipher.open()))).equals(bytes)).toBe(true)
  },
)

const hasAge = spawnSync('age', ['--version']).status === 0
const needsAge = hasAge ? '' : ' (skipped: age, of Debian’s package age, is not here)'

test.runIf(hasAge)(`the program age opens what is stored${needsAge}`, async () => {
  const bytes = randomBytes(3 * piece + 17)
  const [keyFile, file] = [join(folder, 'key'), join(folder, 'sealed')]
  await writeFile(keyFile, `${identity}\n`)
  await writeFile(file, await seal(bytes))
  const { status, stdout } = spawnSync('age', ['-d', '-i', keyFile, file])
  expect([status, stdout.equals(bytes)]).toEqual([0, true])
})

test('a store gives back what it took, by its hash, and holds it under another name', async () => {
  const bytes = randomBytes(300_000)
  const stored = await blobs.write(inPieces(bytes))
  const sha256 = hashOf(bytes)
  expect(stored).toMatchObject({ sha256, sizeBytes: bytes.length, isNew: true })
  expect(await blobs.write(bytes)).toMatchObject({ sha256, isNew: false })
  expect(await blobs.sizeOf(sha256)).toBe(bytes.length)
  expect((await buffer(blobs.open(sha256, { sizeBytes: bytes.length }))).equals(bytes)).toBe(true)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > 64)
  expect(names).toEqual([blobPath(cipher.storedAs(sha256))])
  expect(await blobs.remove(sha256, 0)).toBe(true)
  expect(await blobs.sizeOf(sha256)).toBeUndefined()
})

test('a byte that was changed, wherever, a piece that is gone or twice, or one more: it is damaged', async () => {
  const bytes = randomBytes(2 * piece + 5)
  const { sha256, sizeBytes } = await blobs.write(bytes)
  const path = join(folder, blobPath(cipher.storedAs(sha256)))
  const sealed = await readFile(path)
  const head = sealed.length - (2 * (piece + 16) + 21)
  const [first, second] = [sealed.subarray(head, head + piece + 16), sealed.subarray(head + piece + 16)]
  const flipped = (at: number): Buffer => {
    const other = Buffer.from(sealed)
    other.writeUInt8(other.readUInt8(at) ^ 1, at)
    return other
  }
  expect(await findFault(blobs, { sha256, sizeBytes })).toBeUndefined()
  for (const wrong of [
    ...[0, 30, 100, head - 1, head, head + piece, sealed.length - 20, sealed.length - 1].map(flipped),
    Buffer.concat([
      sealed.subarray(0, head),
      second.subarray(0, piece + 16),
      first,
      second.subarray(piece + 16),
    ]),
    sealed.subarray(0, head + piece + 16),
    Buffer.concat([sealed, Buffer.alloc(1)]),
    Buffer.alloc(0),
  ]) {
    await writeFile(path, wrong)
    expect(await findFault(blobs, { sha256, sizeBytes })).toBe('is damaged')
    await expect(buffer(blobs.open(sha256))).rejects.toThrow('Blob')
  }
  await rm(path)
  expect(await findFault(blobs, { sha256, sizeBytes })).toBe('is missing')
})

test('another key opens nothing', async () => {
  const { sha256, sizeBytes } = await blobs.write(Buffer.from('the sea'))
  const other = await createCipher(await generateX25519Identity())
  const named = { ...other, storedAs: cipher.storedAs }
  const others = encryptBlobs(await createFolderBlobs(folder), named)
  expect(await findFault(others, { sha256, sizeBytes })).toBe('is damaged')
})

test('a source that fails leaves nothing', async () => {
  const failing = Readable.from(
    (function* fail() {
      yield randomBytes(200_000)
      throw new Error('the disk is gone')
    })(),
    { objectMode: false },
  )
  await expect(blobs.write(failing)).rejects.toThrow('the disk is gone')
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['incoming'])
  await expect(blobs.write(randomBytes(10), { maxSizeBytes: 9 })).rejects.toMatchObject({
    code: 'upload_too_large',
  })
})

test('a key is opened by its passphrase alone', async () => {
  const made = await unlock({ passphrase: 'correct horse battery', sealed: undefined })
  expect(made.identity).toMatch(/^AGE-SECRET-KEY-1/)
  expect(await unlock({ passphrase: 'correct horse battery', sealed: made.sealed })).toEqual(made)
  expect(
    (await unlock({ passphrase: 'another horse battery', sealed: made.sealed })).identity,
  ).toBeUndefined()
}, 60_000)
