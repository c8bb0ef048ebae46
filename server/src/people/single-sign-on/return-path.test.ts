import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.for(['/', '/browse/12?q=night&is.keywords=3#here', '/carts'])('goes on to %s', (path) =>
  expect(returnPath(path)).toBe(path),
)

test.for([
  undefined,
  '',
  'browse',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  'javascript:alert(1)',
  '/x/..//evil.example',
  '/..//evil.example',
  '/%0a/x\u0000',
  '/sign-in?to=/x',
  '/api/rest/signout',
  '/rest/auth/start/x',
  '/\\/evil.example',
  'http:evil.example',
])('never to %o', (path) => expect(returnPath(path)).toBe('/'))
