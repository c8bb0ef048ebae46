import { describe, expect, test } from 'vitest'
import { takenAt } from './taken-at.ts'

describe('takenAt', () => {
  test.each([
    [
      'the offset beside it',
      { 'EXIF:DateTimeOriginal': '2021:04:11 15:47:53', 'EXIF:OffsetTimeOriginal': '-05:00' },
      '2021-04-11T15:47:53-05:00',
      true,
    ],
    [
      'the clock of the satellites',
      { 'EXIF:DateTimeOriginal': '2022:08:14 14:12:31', 'Composite:GPSDateTime': '2022:08:14 11:12:29Z' },
      '2022-08-14T14:12:31+03:00',
      true,
    ],
    [
      'no offset: the clock as UTC',
      { 'EXIF:DateTimeOriginal': '2008:10:22 16:28:39', 'Composite:GPSDateTime': '2008:10:23 14:27:07.24Z' },
      '2008-10-22T16:28:39Z',
      false,
    ],
    [
      'an offset in the value',
      {
        'QuickTime:CreationDate': '2023:09:22 18:34:05+02:00',
        'QuickTime:CreateDate': '2023:09:22 16:34:05',
      },
      '2023-09-22T18:34:05+02:00',
      true,
    ],
    [
      'QuickTime as UTC',
      { 'QuickTime:CreateDate': '2020:05:11 14:18:35' },
      '2020-05-11T14:18:35+00:00',
      true,
    ],
    [
      'IPTC day and time',
      { 'IPTC:DateCreated': '2013:03:05', 'IPTC:TimeCreated': '17:29:26+01:00' },
      '2013-03-05T17:29:26+01:00',
      true,
    ],
    ['a day alone', { 'XMP:DateCreated': '2003:08:31' }, '2003-08-31T00:00:00Z', false],
    [
      'fractions',
      { 'EXIF:DateTimeOriginal': '2019:06:06 07:29:51.25', 'EXIF:OffsetTime': '+02:00' },
      '2019-06-06T07:29:51.250+02:00',
      true,
    ],
  ])('reads %s', (_, tags, iso, zoneKnown) => {
    expect(takenAt(tags)).toEqual({ iso, zoneKnown })
  })

  test.each([
    '0000:00:00 00:00:00',
    '2021:02:31 10:00:00',
    '2021:13:01 10:00:00',
    '    :  :     :  :  ',
    '1700:01:01 00:00:00',
    '',
    42,
  ])('takes %o for no date', (value) => {
    expect(takenAt({ 'EXIF:DateTimeOriginal': value })).toBeNull()
  })

  test('passes over a date that is none to the next', () => {
    expect(
      takenAt({ 'EXIF:DateTimeOriginal': '0000:00:00 00:00:00', 'EXIF:CreateDate': '2001:06:09 15:17:32' })
        ?.iso,
    ).toBe('2001-06-09T15:17:32Z')
  })
})
