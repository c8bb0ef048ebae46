import { expect, test } from 'vitest'
import { action } from '../action/action.ts'
import { cleanHtml } from '../text/clean-html.ts'
import { text } from '../text/text.ts'
import { linkTarget, linkTo } from './link.ts'
import { parseProps } from './parse-props.ts'

test('what leads somewhere by its id is read as it is written', () => {
  for (const target of [
    { kind: 'page', id: '12' },
    { kind: 'asset', id: '7' },
    { kind: 'cart', id: '3' },
    { kind: 'share', id: 'k3-Jw_' },
  ] as const)
    expect(linkTarget(linkTo(target))).toEqual(target)
  for (const none of [
    'page:',
    'page:0',
    'page:-1',
    'page:1e3',
    ' page:1',
    'Page:1',
    'user:1',
    'share:',
    'share:a/b',
    'asset:1#x',
    '/p/x',
    'javascript:1',
    'https://x',
  ])
    expect(linkTarget(none), none).toBeUndefined()
})

test('a call to action keeps it, beside safe addresses, and asks for what it leads to', () => {
  const addressIn = (address: string): unknown =>
    parseProps(action, JSON.stringify({ address })).props['address']
  expect(addressIn('page:12')).toBe('page:12')
  expect(addressIn('/p/x')).toBe('/p/x')
  for (const unsafe of ['javascript:alert(1)', 'data:text/html,x', 'user:1', 'page:x'])
    expect(addressIn(unsafe), unsafe).toBe('')
  expect(action.needs({ text: '', label: '', address: 'page:12' })).toEqual({ links: ['page:12'] })
  expect(action.needs({ text: '', label: '', address: '/p/x' })).toEqual({})
})

test('a text asks for what its links lead to, and for nothing that is no link', () => {
  const html =
    '<a href="page:12">a</a><a href=\'share:x\'>b</a><a href="/p/c">c</a><!-- <a href="asset:9"> --><b title="asset:8">href="asset:7"</b>'
  expect(text.needs({ html })).toEqual({ links: ['page:12', 'share:x'] })
})

test('in a text it becomes its address, and plain text where there is none', () => {
  const html = '<p><a href="page:12">Here</a> and <a href="page:13">there</a></p>'
  const link = (target: string): string | undefined => (target === 'page:12' ? '/p/here' : undefined)
  expect(cleanHtml(html, link)).toBe(
    '<p><a href="/p/here" rel="noopener noreferrer">Here</a> and <span>there</span></p>',
  )
  expect(cleanHtml(html)).not.toContain('href')
})
