import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseResourcePath, resourceOfDotted } from './resource-path.ts'

const uuid = '0198c0de-0000-4000-8000-00000000abcd'

test.each([
  ['dam/data/asset', { kind: 'list', resources: ['asset'], several: false }],
  ['dam/asset', { kind: 'list', resources: ['asset'], several: true }],
  ['dam/data/a,b', { kind: 'list', resources: ['a', 'b'], several: true }],
  ['dam', { kind: 'domain', domain: 'dam' }],
  ['data', { kind: 'domain', domain: 'data' }],
  ['data/', { kind: 'domain', domain: 'data' }],
  ['dam/data/asset/12', { kind: 'entity', resource: 'asset', id: '12' }],
  ['dam/data/asset/12,13', { kind: 'entities', resource: 'asset', ids: ['12', '13'] }],
  ['dam/data/asset/word', { kind: 'entity', resource: 'asset', id: 'word' }],
  [`dam/data/asset/${uuid}`, { kind: 'uuid', domain: 'dam', resource: 'asset', uuid }],
  [`dam/data/${uuid}`, { kind: 'uuid', domain: 'dam', uuid }],
  [`dam/asset/${uuid.toUpperCase()}`, { kind: 'uuid', domain: 'dam', resource: 'asset', uuid }],
  [`dam/${uuid}`, { kind: 'uuid', domain: 'dam', uuid }],
  ['data/user', { kind: 'list', resources: ['user'], several: false }],
  ['dam/data/asset/headers', { kind: 'headers', resources: ['asset'], several: false }],
  ['search/a,b/headers', { kind: 'headers', resources: ['a', 'b'], several: true }],
  ['dam/data/a,b/headers', { kind: 'headers', resources: ['a', 'b'], several: true }],
  ['dam/data/asset/aggs', { kind: 'aggs', resources: ['asset'], several: false }],
  ['dam/data/asset/12/workflow', { kind: 'workflow', resource: 'asset', ids: ['12'] }],
  ['dam/data/asset/12,14/workflow', { kind: 'workflow', resource: 'asset', ids: ['12', '14'] }],
  ['dam/data/asset/12/keywords', { kind: 'children', resource: 'asset', id: '12', field: 'keywords' }],
  ['dam/data/asset/12/keywords/null', { kind: 'children', resource: 'asset', id: '12', field: 'keywords' }],
  [
    'dam/data/asset/12/keywords/parent',
    { kind: 'children', resource: 'asset', id: '12', field: 'keywords', subfield: 'parent' },
  ],
  ['dam/data/assetkeyword/3/uses', { kind: 'uses', resource: 'assetkeyword', id: '3' }],
  ['dam/data/assetkeyword/3/merge', { kind: 'merge', resource: 'assetkeyword', id: '3' }],
  [
    'dam/data/assetkeyword/3/uses/null',
    { kind: 'children', resource: 'assetkeyword', id: '3', field: 'uses' },
  ],
  ['dam/data/assetkeyword/tree/3', { kind: 'tree', resource: 'assetkeyword', id: '3' }],
  ['data/page', { kind: 'list', resources: ['page'], several: false }],
  ['data/data/page/12', { kind: 'entity', resource: 'page', id: '12' }],
  ['data/clubwedwidget', { kind: 'list', resources: ['pagewidget'], several: false }],
  ['data/ClubWedPageDesc/12', { kind: 'entity', resource: 'page', id: '12' }],
  ['data/cwpagefile/headers', { kind: 'headers', resources: ['pagefile'], several: false }],
  ['', { kind: 'unknown' }],
  ['dam/data/a/b/c/d/e', { kind: 'unknown' }],
  ['dam/data/a;b', { kind: 'unknown' }],
  ['../etc', { kind: 'unknown' }],
])('%s', (path, expected) => {
  expect(parseResourcePath(path)).toEqual(expected)
})

test('any text is parsed to something', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(parseResourcePath(path)).toHaveProperty('kind')
    }),
  )
})

test.each([
  ['dam.data.asset.add', 'asset'],
  ['dam.data.asset.update', 'asset'],
  ['dam.data.asset', 'asset'],
  ['data.page.workflow', 'page'],
  ['cwpagefile', 'pagefile'],
  ['clubwedwidget', 'pagewidget'],
  ['clubwedpagedesc', 'page'],
  ['constructor', 'constructor'],
  ['DAM.data.Asset.update', 'asset'],
  ['add', 'add'],
  ['', undefined],
  ['dam..asset', undefined],
  ['a.b.c.d.add', undefined],
  ['dam.data', undefined],
  ['__proto__', undefined],
  ['dam.data.a/b', undefined],
])('the dotted path %s names %s', (dotted, resource) => {
  expect(resourceOfDotted(dotted)).toBe(resource)
})
