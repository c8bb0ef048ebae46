import { describe, expect, test } from 'vitest'
import { mapTags, nameOfFile } from './map-tags.ts'

describe('mapTags', () => {
  test('prefers XMP to IPTC to EXIF and cleans what it takes', () => {
    const mapped = mapTags(
      {
        'XMP:Title': '  Harbour\u0000 ',
        'IPTC:ObjectName': 'other',
        'IPTC:Caption-Abstract': 'By\r\nnight',
        'EXIF:ImageDescription': 'x',
        'XMP:Creator': ['Ann', 'Bob'],
        'IPTC:City': 'Brest',
        'XMP:Country': 'France',
        'EXIF:Copyright': '© Ann',
      },
      'a.jpg',
    )
    expect(mapped).toMatchObject({
      name: 'Harbour',
      description: 'By\nnight',
      creator: 'Ann, Bob',
      city: 'Brest',
      country: 'France',
      copyright: '© Ann',
    })
  })

  test('knows what cameras write into every picture', () => {
    expect(mapTags({ 'EXIF:ImageDescription': 'OLYMPUS DIGITAL CAMERA' }, 'a.jpg').description).toBeNull()
    expect(mapTags({ 'EXIF:ImageDescription': '                ' }, 'a.jpg').description).toBeNull()
  })

  test('joins keywords of all standards, each once, whatever its case', () => {
    expect(
      mapTags(
        { 'XMP:Subject': ['Harbour', 'night'], 'IPTC:Keywords': 'harbour', 'EXIF:XPKeywords': 'Night; sea' },
        'a',
      ).keywords,
    ).toEqual(['Harbour', 'night', 'sea'])
  })

  test('joins maker and model without doubling the maker', () => {
    expect(mapTags({ 'EXIF:Make': 'Canon', 'EXIF:Model': 'Canon EOS 6D' }, 'a').camera).toBe('Canon EOS 6D')
    expect(mapTags({ 'EXIF:Make': 'Apple', 'EXIF:Model': 'iPhone 6' }, 'a').camera).toBe('Apple iPhone 6')
    expect(mapTags({ 'EXIF:Model': 'C1' }, 'a').camera).toBe('C1')
  })

  test.each([[{ lat: 0, lon: 0 }], [{ lat: 91, lon: 0 }], [{ lat: 10, lon: undefined }]])(
    'takes %o for no place',
    ({ lat, lon }) => {
      expect(mapTags({ 'Composite:GPSLatitude': lat, 'Composite:GPSLongitude': lon }, 'a').gps).toBeNull()
    },
  )

  test('keeps a place south and west', () => {
    expect(
      mapTags({ 'Composite:GPSLatitude': -21.13320333333, 'Composite:GPSLongitude': -55.4767750001 }, 'a')
        .gps,
    ).toEqual({ lat: -21.1332033, lon: -55.476775 })
  })
})

describe('nameOfFile', () => {
  test.each([
    ['a.b.jpg', 'a.b'],
    ['.hidden', '.hidden'],
    ['../../etc/x.png', 'x'],
    ['C:\\pictures\\e\u0301te\u0301.jpg', 'été'],
    ['no extension', 'no extension'],
    ['', 'Untitled'],
    ['line\nbreak.jpg', 'line\nbreak'],
    ['写真.heic', '写真'],
    ['v1. final version', 'v1. final version'],
  ])('%o gives %o', (fileName, name) => {
    expect(nameOfFile(fileName)).toBe(name)
  })
})
