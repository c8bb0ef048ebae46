import { expect, test } from 'vitest'
import { deviceName, isPhone } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Edge 143 · Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome 140 · macOS',
  ],
  ['node', 'node'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['importer (of the museum)', 'importer'],
  ['', ''],
])('%s is %s', (agent, name) => expect(deviceName(agent)).toBe(name))

test('a phone is distinguished from a desk', () => {
  expect([isPhone('Mozilla/5.0 (iPhone; …)'), isPhone('Mozilla/5.0 (X11; Linux x86_64)')]).toEqual([
    true,
    false,
  ])
})
