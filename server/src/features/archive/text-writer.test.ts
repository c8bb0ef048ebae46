import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextWriter } from './text-writer.ts'

test('whatever pieces are written, the bytes are those of the whole in UTF-8', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'binary', maxLength: 3000 }).map((text) => text.toWellFormed()),
        { maxLength: 20 },
      ),
      fc.nat(5000),
      (pieces, expectedBytes) => {
        const writer = createTextWriter(expectedBytes)
        for (const piece of pieces) writer.write(piece)
        expect(writer.bytes().equals(Buffer.from(pieces.join('')))).toBe(true)
      },
    ),
  )
})

test('many lines of three bytes a character find room', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `${'長'.repeat(at % 100)}${at}\r\n`)
  const writer = createTextWriter(0)
  for (const line of lines) writer.write(line)
  expect(writer.bytes().equals(Buffer.from(lines.join('')))).toBe(true)
})
