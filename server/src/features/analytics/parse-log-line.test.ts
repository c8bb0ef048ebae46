import { expect, test } from 'vitest'
import { createLineReader } from './parse-log-line.ts'

const read = (...lines: readonly string[]) => {
  const reader = createLineReader((agent) => agent.includes('bot'))
  return lines.map((line) => reader(line)).filter((one) => one !== null)
}
const combined = (request: string, more = '200 2326 "https://blog.example/page" "Firefox"') =>
  `192.0.2.7 - - [10/Oct/2026:23:55:36 -0700] "${request}" ${more}`
const path = '/api/wedia/dam/variation/asset/54/thumbnailBig'

test('a combined log has the entity, the day in UTC and the site', () => {
  expect(read(combined(`GET ${path} HTTP/1.1`))).toEqual([
    {
      resource: 'asset',
      id: 54,
      day: '2026-10-11',
      site: 'blog.example',
      client: '192.0.2.7',
      isPart: false,
    },
  ])
})

test('files are known by path, by query, and under a path of the network', () => {
  for (const address of [
    '/wedia/dam/variation?object=Asset&id=54&variation=original',
    '/wedia/dam/variation?id=54',
    '/cdn-7/api/wedia/dam/file/asset/54/file',
    '/wedia/dam/player/bo.player/asset/54?width=100%25',
    '/api/wedia/dam/variation/ASSET/54',
  ])
    expect(read(combined(`GET ${address} HTTP/2`)), address).toMatchObject([{ resource: 'asset', id: 54 }])
})

test('what is no file that a site showed counts as nothing', () => {
  for (const line of [
    '',
    'nonsense',
    combined('GET / HTTP/1.1'),
    combined(`HEAD ${path} HTTP/1.1`),
    combined(`GET ${path} HTTP/1.1`, '404 0 "https://blog.example/" "Firefox"'),
    combined(`GET ${path} HTTP/1.1`, '200 1 "-" "Firefox"'),
    combined(`GET ${path} HTTP/1.1`, '200 1 "https://blog.example/" "Googlebot/2.1"'),
    combined('GET /wedia/dam/variation/asset/99999999999999999999/x HTTP/1.1'),
    combined('GET /wedia/dam/variation?id=-1 HTTP/1.1'),
    combined(`GET ${path} HTTP/1.1`).replace('Oct', 'Xyz'),
    `192.0.2.7 - - [`.repeat(5000),
  ])
    expect(read(line), line.slice(0, 99)).toEqual([])
})

test('the extended format of the W3C is read by its fields, with tabs or blanks', () => {
  const tabs = [
    '#Version: 1.0',
    '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query',
    `2026-10-10\t23:59:59\tLHR\t99\t192.0.2.7\tGET\td1.example\t${path}\t206\thttps://shop.example/a%20b\tMozilla/5.0%20Firefox\t-`,
    `2026-10-10\t23:59:59\tLHR\t99\t192.0.2.7\tGET\td1.example\t/wedia/dam/variation\t200\thttps://shop.example/\tFirefox\tobject=asset&id=55`,
  ]
  expect(read(...tabs)).toEqual([
    { resource: 'asset', id: 54, day: '2026-10-10', site: 'shop.example', client: '192.0.2.7', isPart: true },
    {
      resource: 'asset',
      id: 55,
      day: '2026-10-10',
      site: 'shop.example',
      client: '192.0.2.7',
      isPart: false,
    },
  ])
  const blanks = [
    '#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent) cs(Referer)',
    `2026-10-10 10:00:00 192.0.2.7 GET ${path} - 200 Mozilla/5.0+Firefox https://shop.example/`,
    `2026-10-10 10:00:00 192.0.2.7 GET ${path} - 200 Googlebot https://shop.example/`,
  ]
  expect(read(...blanks)).toHaveLength(1)
})
