import { expect, test } from 'vitest'
import { createDecodedPictures, placesAround } from './decoded-pictures.ts'

test('the next ones come first, then those before, and none beyond the ends', () => {
  expect(placesAround(10, 100)).toEqual([10, 11, 9, 12, 8, 13, 14])
  expect(placesAround(0, 3)).toEqual([0, 1, 2])
  expect(placesAround(2, 3)).toEqual([2, 1, 0])
})

test('what is no longer wanted is closed or called off, and nothing is loaded twice', async () => {
  const closed: string[] = []
  const aborted: string[] = []
  const loads: string[] = []
  const ready: string[] = []
  const waiting = new Map<string, (bitmap: ImageBitmap) => void>()
  const pictures = createDecodedPictures(
    (url) => ready.push(url),
    (url, signal) => {
      loads.push(url)
      signal.addEventListener('abort', () => aborted.push(url))
      return new Promise((resolve, reject) => {
        if (url === 'broken') reject(new Error('broken'))
        waiting.set(url, resolve)
      })
    },
  )
  const come = async (url: string): Promise<void> => {
    waiting.get(url)?.({ close: () => closed.push(url) } as unknown as ImageBitmap)
    await Promise.resolve()
    await Promise.resolve()
  }
  pictures.want(['a', 'b', 'broken'])
  pictures.want(['a', 'b', 'broken'])
  expect(loads).toEqual(['a', 'b', 'broken'])
  await come('a')
  expect(ready).toContain('a')
  expect(pictures.get('a')).toBeTruthy()
  expect(pictures.get('b')).toBeUndefined()
  expect(pictures.get('broken')).toBeNull()
  pictures.want(['c'])
  expect(closed).toEqual(['a'])
  expect(aborted).toContain('b')
  await come('b')
  expect(closed, 'what comes too late is closed').toEqual(['a', 'b'])
  await come('c')
  pictures.clear()
  expect(closed).toEqual(['a', 'b', 'c'])
  expect(pictures.get('c')).toBeUndefined()
})
