import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitRate } from './limit-rate.ts'
import { parseMessages } from './parse-messages.ts'

test('P7.56 P9.13 levels come as numbers or names; what is neither is an error', () => {
  const level = (value: unknown): number | undefined =>
    parseMessages(JSON.stringify([{ level: value, message: 'x' }]))[0]?.level
  expect([0, 10, 20, 30, 40, 50, 'fatal', 'Error', 'WARN', 'info', 'debug', 'trace'].map(level)).toEqual([
    0, 10, 20, 30, 40, 50, 0, 10, 20, 30, 40, 50,
  ])
  expect([-1, 'off', 7, 'loud', null, {}, undefined].map(level)).toEqual([0, 0, 10, 10, 10, 10, 10])
})

test('what is no list of messages is one message', () => {
  expect(parseMessages('It broke')).toEqual([{ level: 10, message: 'It broke', count: 1 }])
  expect(parseMessages('{"message":"One","level":20,"count":3}')).toEqual([
    { level: 20, message: 'One', count: 3 },
  ])
  expect(parseMessages('{"what":"else"}')).toEqual([{ level: 10, message: '{"what":"else"}', count: 1 }])
})

test('the same message twice is counted, many are cut, long ones too', () => {
  expect(
    parseMessages('[{"message":"a"},{"message":"a","count":4},{"message":"b"}]').map(({ message, count }) => [
      message,
      count,
    ]),
  ).toEqual([
    ['a', 5],
    ['b', 1],
  ])
  expect(
    parseMessages(JSON.stringify(Array.from({ length: 500 }, (_one, index) => ({ message: `${index}` })))),
  ).toHaveLength(100)
  expect(parseMessages(JSON.stringify([{ message: 'x'.repeat(9000) }]))[0]?.message).toHaveLength(4000)
})

test('no text breaks it, and all that it gives can be stored', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
      for (const { level, message, count } of parseMessages(text)) {
        expect([0, 10, 20, 30, 40, 50]).toContain(level)
        expect(message.isWellFormed() && !message.includes('\0') && message.length <= 4000).toBe(true)
        expect(Number.isInteger(count) && count >= 1).toBe(true)
      }
    }),
  )
})

test('a client is heard thirty times a minute, and again in the next', () => {
  const now = 1_700_000_000_000
  for (let time = 0; time < 30; time++) limitRate('one', now + time)
  expect(() => limitRate('one', now + 30_000)).toThrow(
    expect.objectContaining({ code: 'too_many_guesses', data: { seconds: 30 } }),
  )
  expect(() => limitRate('other', now + 30_000)).not.toThrow()
  expect(() => limitRate('one', now + 60_000)).not.toThrow()
})
