import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressFromBytes, writeAnswer } from './write-answer.ts'

test('an answer that is given again is written and compressed once', async () => {
  const list = Array.from({ length: 500 }, (_, id) => ({ id, name: `Cart ${id}` }))
  const text = JSON.stringify(list)
  expect(await writeAnswer(list, 'gzip')).toEqual({ body: text, isGzip: false })
  const [again, andAgain] = await Promise.all([
    writeAnswer(list, 'br, gzip;q=0.5'),
    writeAnswer(list, 'gzip'),
  ])
  expect(again.isGzip).toBe(true)
  expect(andAgain.body).toBe(again.body)
  expect(gunzipSync(again.body).toString()).toBe(text)
  for (const encodings of ['', 'identity', 'gzip;q=0'])
    expect(await writeAnswer(list, encodings)).toEqual({ body: text, isGzip: false })
})

test('small answers, and what is no object, are never compressed', async () => {
  const small = { name: 'x'.repeat(compressFromBytes - 20) }
  await writeAnswer(small, 'gzip')
  expect((await writeAnswer(small, 'gzip')).isGzip).toBe(false)
  for (const [answer, body] of [
    ['uuid', '"uuid"'],
    [true, 'true'],
    [null, 'null'],
  ] as const)
    expect(await writeAnswer(answer, 'gzip')).toEqual({ body, isGzip: false })
})
