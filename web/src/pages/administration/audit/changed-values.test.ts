import { expect, test } from 'vitest'
import { changedValues } from './changed-values.ts'

test('a value shows what it was and what it is', () => {
  expect(changedValues('old', 'new')).toEqual({ gone: ['old'], come: ['new'] })
  expect(changedValues(undefined, null)).toEqual({ gone: [], come: [null] })
  expect(changedValues(0, undefined)).toEqual({ gone: [0], come: [] })
})

test('of a list only what differs is shown, as often as it differs', () => {
  const grant = (action: string) => ({ resource: 'asset', action, rows: null })
  expect(changedValues([grant('view'), grant('update')], [grant('view'), grant('delete')])).toEqual({
    gone: [grant('update')],
    come: [grant('delete')],
  })
  expect(changedValues(['a'], ['a', 'a'])).toEqual({ gone: [], come: ['a'] })
})
