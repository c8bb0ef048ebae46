import type { FieldHeader } from '@cartouche/client'
import { expect, test } from 'vitest'
import { draftOf, problemOf, valueOfDraft } from './field-editor.tsx'

const field = (type: FieldHeader['type']) => ({ name: 'takenat', header: { type } as FieldHeader })

test('an instant is edited in local time, and stays the same', () => {
  const at = '2026-11-30T15:08:00.000Z'
  expect(valueOfDraft(field('datetime'), draftOf(field('datetime'), at))).toBe(at)
})

test('a day without its time is no instant yet; a day alone is a date', () => {
  expect(problemOf(field('datetime'), '2026-11-30T')).toBe('field.problem.time')
  expect(problemOf(field('datetime'), '2026-11-30T15:08')).toBeNull()
  expect(problemOf(field('date'), '2026-11-30')).toBeNull()
  expect(valueOfDraft(field('datetime'), '')).toBeNull()
})
