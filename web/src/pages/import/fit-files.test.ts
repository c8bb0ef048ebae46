import { expect, test } from 'vitest'
import { fitFiles } from './fit-files.ts'

const files = [4, 9, 3, 3].map((size) => ({ size }))
const sizes = ({ fitting, others }: ReturnType<typeof fitFiles>) =>
  [fitting, others].map((some) => some.map(({ size }) => size))

test('files fit as long as there are bytes and files left, in their order', () => {
  const none = { sizeBytes: null, files: null }
  expect(sizes(fitFiles(files, { sizeBytes: 50, files: 5, limit: none }))).toEqual([[4, 9, 3, 3], []])
  expect(sizes(fitFiles(files, { sizeBytes: 50, files: 5, limit: { sizeBytes: 57, files: null } }))).toEqual([
    [4, 3],
    [9, 3],
  ])
  expect(sizes(fitFiles(files, { sizeBytes: 50, files: 5, limit: { sizeBytes: null, files: 7 } }))).toEqual([
    [4, 9],
    [3, 3],
  ])
  expect(sizes(fitFiles(files, { sizeBytes: 50, files: 5, limit: { sizeBytes: 40, files: 9 } }))).toEqual([
    [],
    [4, 9, 3, 3],
  ])
})
