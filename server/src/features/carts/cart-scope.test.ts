import { parseQuery, type QueryJson } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { scopeOf } from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { ruleFields } from '../../access/rule-fields.ts'
import { compileCartScope } from './cart-scope.ts'

const withRule = (rows: QueryJson, resource = 'cart'): SignedIn => ({
  kind: 'user',
  id: 7,
  login: 'x',
  name: 'X',
  locale: 'en',
  session: { key: '', csrfToken: '', cookie: false },
  role: {
    id: 1,
    name: 'x',
    watermark: false,
    grants: [{ resource, action: 'view', rows: parseQuery(rows) }],
  },
})
const compile = (rows: QueryJson) => compileCartScope(scopeOf(withRule(rows), 'cart', 'view'))

test.for<QueryJson>([
  { owner: '$me' },
  { collaborators: '$me' },
  { editors: '$me' },
  { private: false },
  { id: { in: [1, 2] } },
  { not: { owner: { neq: '$me' } } },
  { or: [{ owner: '$me' }, { private: { neq: true } }] },
])('the rule %j is understood', (rule) => {
  expect(compile(rule)).toBeDefined()
})

test.for<QueryJson>([
  { name: 'x' },
  { constructor: 'x' },
  { status: 1 },
  { owner: { gt: 5 } },
  { owner: null },
  { owner: 'somebody' },
  { private: 'yes' },
  { private: { ct: 1 } },
])('the rule %j lets nobody in: it is an error', (rule) => {
  expect(() => compile(rule)).toThrow(TypeError)
})

test('a scope of another resource is an error', () => {
  expect(() => compileCartScope(scopeOf(withRule({ owner: '$me' }, 'asset'), 'asset', 'view'))).toThrow(
    TypeError,
  )
})

test.for(Object.entries(ruleFields['cart'] ?? {}))(
  'a rule that administrators can write about %s is understood',
  ([field, value]) => {
    expect(() => compile({ [field]: value === 'flag' ? true : 7 })).not.toThrow()
  },
)
