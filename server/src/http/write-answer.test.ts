import { crc32, gunzipSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { joinParts } from '../ground/answer-parts.ts'
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

test('an answer of parts is one gzip file, of which a part that stayed is written and compressed once', async () => {
  const partOf = (name: string) => Array.from({ length: 200 }, (_, id) => ({ id, name: `${name} ${id} é` }))
  const [first, second, third] = [partOf('A'), partOf('B'), partOf('C')]
  for (const parts of [[first, second], [third, first, second], [second], [second, third, first]]) {
    const answer = joinParts(parts)
    const text = JSON.stringify(answer)
    expect(String((await writeAnswer(answer, 'identity')).body)).toBe(text)
    const { body, isGzip } = await writeAnswer(answer, 'gzip')
    expect(isGzip).toBe(true)
    expect(readOneMember(Buffer.from(body))).toBe(text)
  }
  // A part is not looked into again: what was compressed of it is what is sent.
  Object.assign(first[0] ?? {}, { name: 'changed' })
  const { body } = await writeAnswer(joinParts([first]), 'gzip')
  expect(gunzipSync(body).toString()).toContain('A 0 é')
  expect((await writeAnswer(joinParts<object>([]), 'gzip')).body.toString()).toBe('[]')
})

/** As clients read that know nothing of further members: one, to the last byte, its sum and size checked. */
function readOneMember(bytes: Buffer): string {
  const inflated = inflateRawSync(bytes.subarray(10, -8))
  expect([bytes.readUInt32LE(bytes.length - 8), bytes.readUInt32LE(bytes.length - 4)]).toEqual([
    crc32(inflated),
    inflated.length,
  ])
  return inflated.toString()
}
