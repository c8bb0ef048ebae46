import { expect, test, vi } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

test('a clock that is set back refuses nobody for longer than a minute', () => {
  const limit = createRateLimit(1)
  limit('one')
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  try {
    expect(() => limit('one')).toThrow(expect.objectContaining({ data: { seconds: 60 } }) as Error)
  } finally {
    now.mockRestore()
  }
})
