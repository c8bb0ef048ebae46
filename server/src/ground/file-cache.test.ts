import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileCache, type FileCache } from './file-cache.ts'

let parent: string
let folders = 0
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cartouche-files-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

const newFolder = (): string => join(parent, String((folders += 1)))
const limits = { maxBytes: 1000, maxAgeMs: 60_000 }
async function keep(cache: FileCache, key: string, text: string): Promise<void> {
  const path = await cache.newPath()
  await writeFile(path, text)
  await (await cache.keep(key, path)).handle.close()
}
async function read(cache: FileCache, key: string): Promise<string | undefined> {
  const found = await cache.find(key)
  if (!found) return undefined
  const text = await found.handle.readFile('utf8')
  await found.handle.close()
  return text
}

test('what is kept is found by its key, also by whoever opens the folder later', async () => {
  const folder = newFolder()
  const cache = createFileCache(folder, limits)
  await keep(cache, 'a', 'one')
  await keep(cache, '../b', 'two')
  expect([await read(cache, 'a'), await read(cache, '../b'), await read(cache, 'c')]).toEqual([
    'one',
    'two',
    undefined,
  ])
  expect(await read(createFileCache(folder, limits), 'a')).toBe('one')
  await keep(cache, 'a', 'other')
  expect([await read(cache, 'a'), (await readdir(folder)).length]).toEqual(['other', 2])
  expect((await readdir(parent)).every((name) => /^\d+$/.test(name))).toBe(true)
})

test('it never holds more bytes than it may: what was not used for longest goes first', async () => {
  const folder = newFolder()
  const cache = createFileCache(folder, limits)
  for (const key of ['a', 'b', 'c']) await keep(cache, key, key.repeat(300))
  await read(cache, 'a')
  await keep(cache, 'd', 'd'.repeat(300))
  expect(
    await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await read(cache, key)) !== undefined)),
  ).toEqual([true, false, true, true])
  expect(await readdir(folder)).toHaveLength(3)
  expect(await read(createFileCache(folder, { ...limits, maxBytes: 299 }), 'a')).toBeUndefined()
  expect(await readdir(folder)).toHaveLength(0)
})

test('a file that another process removed is missed once, and one that is open can be read on', async () => {
  const folder = newFolder()
  const cache = createFileCache(folder, limits)
  await keep(cache, 'a', 'one')
  const found = await cache.find('a')
  for (const name of await readdir(folder)) await rm(join(folder, name))
  expect(await found?.handle.readFile('utf8')).toBe('one')
  await found?.handle.close()
  expect(await read(cache, 'a')).toBeUndefined()
  await keep(cache, 'a', 'again')
  expect(await read(cache, 'a')).toBe('again')
})

test('what is too old goes, and so does what a process left behind while it was made', async () => {
  const folder = newFolder()
  const cache = createFileCache(folder, limits)
  await keep(cache, 'old', 'one')
  await keep(cache, 'new', 'two')
  const left = await cache.newPath()
  await writeFile(left, 'half')
  const [old] = await Promise.all(
    (await readdir(folder)).map(async (name) =>
      (await readFile(join(folder, name), 'utf8')) === 'one' ? name : '',
    ),
  ).then((names) => names.filter((name) => name !== ''))
  const hourAgo = Date.now() / 1000 - 4000
  await utimes(join(folder, old ?? ''), hourAgo, hourAgo)
  await utimes(left, hourAgo, hourAgo)
  const opened = createFileCache(folder, limits)
  expect([await read(opened, 'old'), await read(opened, 'new')]).toEqual([undefined, 'two'])
  expect(await readdir(folder)).toHaveLength(1)
})
