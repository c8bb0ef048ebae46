import { expect, test } from 'vitest'
import { everything, parametersOf } from './log-filter.ts'

test('a filter asks for what it shows, looking back from when it was chosen', () => {
  const chosenAtMs = Date.parse('2026-11-20T12:00:00Z')
  expect(parametersOf(everything)).toEqual({ level: 50 })
  expect(parametersOf({ text: '  broke ', level: 10, time: 'day', chosenAtMs })).toEqual({
    text: 'broke',
    level: 10,
    from: '2026-11-19T12:00:00.000Z',
  })
  expect(parametersOf({ ...everything, text: '   ', time: 'week', chosenAtMs })).toEqual({
    level: 50,
    from: '2026-11-13T12:00:00.000Z',
  })
})
