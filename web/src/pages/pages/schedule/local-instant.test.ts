import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, localOf } from './local-instant.ts'

const read = (local: string, zone: string): unknown => {
  const found = instantOf(local, zone)
  return found && [found.at.toISOString(), found.kind]
}

test('an hour that comes twice is the first of both', () => {
  expect(read('2026-10-25T02:30', 'Europe/Paris')).toEqual(['2026-10-25T00:30:00.000Z', 'twice'])
  expect(read('2026-10-25T01:30', 'Europe/London')).toEqual(['2026-10-25T00:30:00.000Z', 'twice'])
  expect(read('2026-11-01T01:59', 'America/New_York')).toEqual(['2026-11-01T05:59:00.000Z', 'twice'])
  // Half an hour, in Australia.
  expect(read('2026-04-05T01:45', 'Australia/Lord_Howe')).toEqual(['2026-04-04T14:45:00.000Z', 'twice'])
})

test('hours beside a change of clocks come once: in Paris 01:30 is before it', () => {
  expect(read('2026-10-25T01:30', 'Europe/Paris')).toEqual(['2026-10-24T23:30:00.000Z', 'once'])
  expect(read('2026-10-25T03:00', 'Europe/Paris')).toEqual(['2026-10-25T02:00:00.000Z', 'once'])
  expect(read('2026-07-01T12:00', 'Europe/Paris')).toEqual(['2026-07-01T10:00:00.000Z', 'once'])
  expect(read('2026-07-01T12:00', 'UTC')).toEqual(['2026-07-01T12:00:00.000Z', 'once'])
})

test('an hour that clocks go forward over is as many minutes later', () => {
  expect(read('2027-03-28T02:30', 'Europe/Paris')).toEqual(['2027-03-28T01:30:00.000Z', 'skipped'])
  expect(localOf(new Date('2027-03-28T01:30:00Z'), 'Europe/Paris')).toBe('2027-03-28T03:30')
})

test('what is no time is none', () => {
  for (const text of ['', '2026-10-25', '2026-02-31T', '2026-13-01T00:00', 'x'])
    expect(instantOf(text, 'Europe/Paris'), text).toBeUndefined()
})

test('what was typed is shown again, unless clocks go over it', () => {
  const zone = fc.constantFrom('Europe/Paris', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia')
  const minute = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 })
  fc.assert(
    fc.property(zone, minute, (where, minutes) => {
      const local = localOf(new Date(minutes * 60_000), where)
      const found = instantOf(local, where)
      expect(found && localOf(found.at, where)).toBe(local)
      expect(found?.kind).not.toBe('skipped')
    }),
  )
})
