import { describe, expect, test } from 'vitest'
import type { Nature } from './media-types.ts'
import {
  eagerRenditions,
  recipeFor,
  renditionNames,
  slowRenditions,
  watermarkedName,
} from './rendition-recipes.ts'

const natures: Nature[] = ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']

describe('recipes', () => {
  test('every rendition has a watermarked version, of every nature', () => {
    for (const nature of natures) {
      for (const name of renditionNames.filter((one) => recipeFor(one, nature))) {
        expect(recipeFor(watermarkedName(name), nature), `${name} of ${nature}`).toMatchObject({
          watermark: true,
        })
      }
      expect(recipeFor('original_w', nature)?.watermark).toBe(true)
    }
  })

  test('a clean name is never marked, a watermarked name stays', () => {
    expect(recipeFor('preview', 'IMAGE')?.watermark).toBe(false)
    expect(watermarkedName('original')).toBe('original_w')
    expect(watermarkedName('preview_w')).toBe('preview_w')
  })

  test('pictures of limited size are there in AVIF and WebP, watermarked too', () => {
    for (const nature of natures)
      for (const format of ['avif', 'webp'] as const) {
        const expected = { mediaType: `image/${format}`, extension: format, format, boxPx: 1200 }
        expect(recipeFor(`web.${format}`, nature)).toMatchObject({ ...expected, watermark: false })
        const marked = recipeFor(watermarkedName(`web.${format}`), nature)
        expect(marked).toMatchObject({ ...expected, watermark: true })
        for (const name of ['original', 'original_w', 'tiles', 'proxy', 'hover', 'web_w', 'web.avif', ''])
          expect(recipeFor(`${name}.${format}`, nature), `${name}.${format} of ${nature}`).toBeNull()
      }
  })

  test('names are case-sensitive and nothing else is a recipe', () => {
    expect(recipeFor('thumbnailsmall', 'IMAGE')?.boxPx).not.toBe(recipeFor('thumbnailSmall', 'IMAGE')?.boxPx)
    for (const name of [
      'original',
      'constructor',
      'toString_w',
      '__proto__',
      '',
      '_w',
      'Preview',
      'preview_w_w',
    ])
      expect(recipeFor(name, 'IMAGE'), name).toBeNull()
    expect(recipeFor('hover', 'IMAGE')).toBeNull()
    expect(recipeFor('hover', 'VIDEO')?.mediaType).toBe('video/mp4')
  })

  test('of a chosen moment or page there are other pictures, and the same films', () => {
    const usual = recipeFor('preview', 'VIDEO')
    expect(recipeFor('preview', 'VIDEO', 8000)).toEqual({ ...usual, name: 'preview@8000', place: 8000 })
    expect(recipeFor('web_w', 'DOCUMENT', 3)).toMatchObject({ name: 'web_w@3', place: 3, watermark: true })
    expect(recipeFor('preview', 'VIDEO', null)).toEqual(usual)
    for (const name of ['hover', 'proxy', 'frames'])
      expect(recipeFor(name, 'VIDEO', 8000), name).toEqual(recipeFor(name, 'VIDEO'))
    expect(recipeFor('pages', 'DOCUMENT', 3)).toEqual(recipeFor('pages', 'DOCUMENT'))
    expect(recipeFor('preview', 'IMAGE', 3)).toEqual(recipeFor('preview', 'IMAGE'))
    // Whoever asks names no place: the asset decides over it.
    expect(recipeFor('preview@8000', 'VIDEO')).toBeNull()
  })

  test('what is made at import is pictures, large to small; what takes long is not', () => {
    const boxes = eagerRenditions.map((name) => recipeFor(name, 'VIDEO')?.boxPx ?? 0)
    expect(boxes).toEqual(boxes.toSorted((a, b) => b - a))
    for (const name of eagerRenditions)
      for (const nature of natures) expect(recipeFor(name, nature)?.kind).toBe('picture')
    expect(slowRenditions({ nature: 'VIDEO', mediaType: 'video/mp4' })).toEqual(['hover', 'proxy', 'frames'])
  })
})
