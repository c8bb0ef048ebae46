import { expect, test } from 'vitest'
import { chooseRenditions } from './choose-rendition.ts'

test('whatever gives every pixel of the original needs the right to download, and is watermarked as the original is', () => {
  const all = ['original', 'original_w', 'tiles', 'tiles_w']
  expect(chooseRenditions(all, 'IMAGE', { watermarked: false, mayDownload: false })).toEqual({
    names: [],
    denied: true,
  })
  expect(chooseRenditions([...all, 'preview'], 'IMAGE', { watermarked: true, mayDownload: false })).toEqual({
    names: ['preview_w'],
    denied: true,
  })
  expect(chooseRenditions(['tiles'], 'IMAGE', { watermarked: true, mayDownload: true })).toEqual({
    names: ['tiles_w'],
    denied: false,
  })
  expect(chooseRenditions(['tiles'], 'IMAGE', { watermarked: false, mayDownload: true })).toEqual({
    names: ['tiles'],
    denied: false,
  })
  expect(chooseRenditions(['tiles'], 'VIDEO', { watermarked: false, mayDownload: true })).toEqual({
    names: [],
    denied: false,
  })
})
