import { expect, test } from 'vitest'
import { draftOfForm, expiryOf, isAddress, newShareForm } from './share-draft.ts'

const now = Date.UTC(2026, 0, 10, 12)

test('P9 a link ends after 30 days and asks for no password unless the person says otherwise', () => {
  const form = newShareForm('Autumn')
  expect(expiryOf(form, now)?.toISOString()).toBe('2026-02-09T12:00:00.000Z')
  expect(draftOfForm(form, new Date(now))).toEqual({
    name: 'Autumn',
    description: '',
    expires: new Date(now).toISOString(),
    actions: ['view', 'download', 'zip'],
    askForPassword: false,
  })
})

test('a day of the own choice lies between today and a year from now', () => {
  const on = (lastDay: string) => expiryOf({ lifetime: 'date', lastDay }, now)
  expect(on('')).toBeNull()
  expect(on('2026-01-08')).toBeNull()
  expect(on('2027-06-01')).toBeNull()
  expect(on('2026-03-01')?.getHours()).toBe(23)
})

test('who is sent the link goes along; the archive alone has no actions; visitors are limited where it is said', () => {
  const form = {
    ...newShareForm('A'),
    people: [{ id: 7, name: 'Ana' }],
    emails: ['ben@example.org'],
    maxUses: 3,
  }
  expect(draftOfForm(form, new Date(now))).toMatchObject({
    collaborators: [7, 'ben@example.org'],
    maxUses: 3,
  })
  expect(draftOfForm({ ...form, mode: 'zip' }, new Date(now))).not.toHaveProperty('actions')
  expect(
    ['a@example.org', 'a', 'a@b', 'a b@example.org', 'a@example.org,b@example.org'].map(isAddress),
  ).toEqual([true, false, false, false, false])
})

test('files go along where they are chosen, of a gallery alone', () => {
  const form = { ...newShareForm('A'), profiles: ['web'] }
  expect(draftOfForm(form, new Date(now))).toMatchObject({ profiles: ['web'] })
  expect(draftOfForm({ ...form, mode: 'zip' }, new Date(now))).not.toHaveProperty('profiles')
})

test('an own password goes along, one that the server makes does not', () => {
  const form = { ...newShareForm('A'), password: 'own' as const, ownPassword: 'blue harbour' }
  expect(draftOfForm(form, new Date(now))).toMatchObject({ askForPassword: true, password: 'blue harbour' })
  expect(draftOfForm({ ...form, password: 'generated' }, new Date(now))).not.toHaveProperty('password')
})
