import type { SharedPicture } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { chooseRenditions } from './choose-rendition.ts'

test('whatever gives every pixel of the original needs the right to download, and is watermarked as the original is', () => {
  const spheres = ['panorama', 'panoramaSmall', 'panorama_w', 'panoramaSmall.avif', 'panorama.webp_w']
  const all = ['original', 'original_w', 'tiles', 'tiles_w', ...spheres]
  expect(chooseRenditions(all, 'IMAGE', { watermarked: false, mayDownload: false, largest: null })).toEqual({
    names: [],
    denied: true,
  })
  expect(
    chooseRenditions([...all, 'preview'], 'IMAGE', { watermarked: true, mayDownload: false, largest: null }),
  ).toEqual({ names: ['preview_w'], denied: true })
  expect(
    chooseRenditions(['tiles'], 'IMAGE', { watermarked: true, mayDownload: true, largest: null }),
  ).toEqual({ names: ['tiles_w'], denied: false })
  expect(
    chooseRenditions(['tiles'], 'IMAGE', { watermarked: false, mayDownload: true, largest: null }),
  ).toEqual({ names: ['tiles'], denied: false })
  expect(
    chooseRenditions(['tiles'], 'VIDEO', { watermarked: false, mayDownload: true, largest: null }),
  ).toEqual({ names: [], denied: false })
})

test('where pictures are limited the largest stands for larger ones, in the same format; what shows more is denied', () => {
  const chosen = (
    names: string[],
    nature: 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT',
    largest: SharedPicture,
  ) => chooseRenditions(names, nature, { watermarked: false, mayDownload: false, largest })
  expect(chosen(['preview', 'web.avif', 'thumbnailSmall'], 'IMAGE', 'thumbnailBig')).toEqual({
    names: ['thumbnailBig', 'thumbnailBig.avif', 'thumbnailSmall'],
    denied: false,
  })
  expect(chosen(['preview_w'], 'IMAGE', 'web').names).toEqual(['web_w'])
  expect(chosen(['preview'], 'IMAGE', 'preview').names).toEqual(['preview'])
  for (const name of ['original', 'tiles', 'tiles_w', 'original_w', 'panorama', 'panoramaSmall.avif'])
    expect(chosen([name], 'IMAGE', 'preview')).toEqual({ names: [], denied: true })
  for (const name of ['pages', 'text'])
    expect(chosen([name], 'DOCUMENT', 'preview')).toEqual({ names: [], denied: true })
  expect(chosen(['proxy', 'hover', 'frames'], 'VIDEO', 'thumbnailBig')).toEqual({
    names: ['hover', 'frames'],
    denied: true,
  })
  expect(chosen(['proxy', 'hover'], 'VIDEO', 'thumbnailSmall').names).toEqual([])
  expect(chosen(['proxy', 'proxy_w'], 'AUDIO', 'thumbnailBig').names).toEqual([])
  expect(chosen(['proxy'], 'VIDEO', 'web').names).toEqual(['proxy'])
  const sizes = ['film.m3u8', 'film-360.m3u8', 'film-360.mp4']
  expect(chosen(sizes, 'VIDEO', 'web').names).toEqual(sizes)
  expect(chosen(sizes, 'VIDEO', 'thumbnailBig')).toEqual({ names: [], denied: true })
  expect(chooseRenditions(sizes, 'VIDEO', { watermarked: true, mayDownload: true, largest: null })).toEqual({
    names: [],
    denied: true,
  })
  expect(chosen(['motion'], 'IMAGE', 'web').names).toEqual(['motion'])
  expect(chosen(['motion', 'motion_w'], 'IMAGE', 'thumbnailBig')).toEqual({ names: [], denied: true })
})
