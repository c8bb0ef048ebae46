import { expect, test } from 'vitest'
import { cleanName } from '../../ground/file-name.ts'

test('a name is the last part of its path, without control characters, and composed', () => {
  expect(cleanName('C:\\pictures\\a.jpg')).toBe('a.jpg')
  expect(cleanName('../../etc/pass\nwd\0')).toBe('passwd')
  expect(cleanName('E\u0301te\u0301.jpg')).toBe('Été.jpg')
  expect(cleanName('say "hello" & <b>.jpg')).toBe('say "hello" & <b>.jpg')
  for (const nothing of ['', '  ', '/', '..', 'folder/', '\ud800'.slice(1)])
    expect(cleanName(nothing)).toBe('untitled')
})

test('a name has 255 bytes at most, whole characters, and keeps its extension', () => {
  for (const letter of ['a', 'é', '写', '🎉']) {
    const name = cleanName(`${letter.repeat(400)}.jpeg`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(Buffer.byteLength(name)).toBeGreaterThan(250)
    expect(name).toMatch(/^.+\.jpeg$/u)
    expect(name).not.toContain('\uFFFD')
  }
  expect(cleanName(`${'a'.repeat(251)}.jpg`)).toHaveLength(255)
})
