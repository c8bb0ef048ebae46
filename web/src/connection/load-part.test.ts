import { expect, test } from 'vitest'
import { isPartMissing, loadPart } from './load-part.ts'

const notFetched = new TypeError('Failed to fetch dynamically imported module: /assets/carts.js')

/** A part that fails as often as said, and a server that answers as said, one check after the other. */
function open(failures: number, answers: boolean[]) {
  const seen = { loads: 0, waits: 0 }
  const load = () => {
    seen.loads += 1
    return seen.loads > failures ? Promise.resolve('part') : Promise.reject(notFetched)
  }
  const watched = {
    check: () => Promise.resolve(answers.shift() ?? true),
    whenUp: () => {
      seen.waits += 1
      return Promise.resolve()
    },
  }
  return { seen, part: loadPart(load, watched) }
}

test('a part is waited for while the server is away', async () => {
  const { seen, part } = open(2, [false, false])
  await expect(part).resolves.toBe('part')
  expect(seen).toEqual({ loads: 3, waits: 2 })
})

test('a server that comes back between the failure and the check has the part', async () => {
  const { seen, part } = open(1, [true])
  await expect(part).resolves.toBe('part')
  expect(seen).toEqual({ loads: 2, waits: 0 })
})

test('a part that fails twice though the server is there is missing; another failure is reported as it is', async () => {
  await expect(open(9, [true]).part).rejects.toSatisfy(isPartMissing)
  await expect(loadPart(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own')
})
