import { expect, test } from 'vitest'
import { allowsSite } from './allows-site.ts'

test.each([
  [[], 'https://anyone.example/', true],
  [['blog.example'], 'https://blog.example/page?x', true],
  [['blog.example'], 'http://blog.example:8080/', true],
  [['blog.example'], 'https://notblog.example/', false],
  [['blog.example'], 'https://blog.example.evil.example/', false],
  [['https://blog.example'], 'http://blog.example/', false],
  [['blog.example:443'], 'https://blog.example/', true],
  [['blog.example:8443'], 'https://blog.example/', false],
  [['*.blog.example'], 'https://a.b.blog.example/', true],
  [['*.blog.example'], 'https://blog.example/', false],
  [['*.blog.example'], 'https://evilblog.example/', false],
])('sites %j and %s: %s', (sites, address, expected) => {
  expect(allowsSite(sites, new URL(address))).toBe(expected)
})
