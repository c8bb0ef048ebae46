import { expect, test } from 'vitest'
import { isPlainHtml } from './plain-html.ts'

test('texts that the editor keeps whole are edited by it', () => {
  for (const html of [
    '',
    'plain',
    '<h2>Quays</h2><p>See <a href="https://example.org">here</a>.<br></p><ol start="3"><li>x</li></ol>',
  ])
    expect(isPlainHtml(html), html).toBe(true)
})

test('what it would lose is edited as HTML', () => {
  for (const html of [
    '<table><tr><td>1</td></tr></table>',
    '<p lang="fr">x</p>',
    '<h5>x</h5>',
    '<abbr>x</abbr>',
  ])
    expect(isPlainHtml(html), html).toBe(false)
})
