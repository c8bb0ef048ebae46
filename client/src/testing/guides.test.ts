import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorTable } from '@cartouche/contract/wire'
import { afterAll, expect, test } from 'vitest'
import { clientErrorTable } from '../client-errors.ts'
import { listGuides, writeGuideModules } from './guide-modules.ts'

const { folder, modules } = writeGuideModules()
afterAll(() => rmSync(folder, { recursive: true }))
const guides = listGuides()

test('examples of the guides compile', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc'), '-p', folder],
    { encoding: 'utf8' },
  )
  expect([stdout, status]).toEqual(['', 0])
}, 120_000)

test.each(modules)('the examples of $name do what they say', async ({ path, claims }) => {
  expect.assertions(claims)
  await import(path)
})

test('every link and picture of the guides leads somewhere, and every guide is found from the first', () => {
  const links = guides.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/\]\(([^):#]+)\)/g), ([, target = '']) => ({
      path,
      target,
      found: join(dirname(path), target),
    })),
  )
  expect(links.filter(({ found }) => !existsSync(found))).toEqual([])
  const listed = links.filter(({ path }) => path.endsWith('README.md')).map(({ found }) => found)
  expect(
    guides.map(({ path }) => path).filter((path) => !path.endsWith('README.md') && !listed.includes(path)),
  ).toEqual([])
})

test('the codes of failures are those of the tables, and every failure of the library is documented', () => {
  const documented = guides.flatMap(({ text }) =>
    text
      .split('| code | when |')
      .slice(1)
      .flatMap((table) =>
        Array.from((table.split('\n\n')[0] ?? '').matchAll(/^\| (`.+?) \|/gm), ([, codes = '']) =>
          codes.replaceAll('`', '').split(', '),
        ).flat(),
      ),
  )
  expect(documented.filter((code) => !(code in errorTable || code in clientErrorTable))).toEqual([])
  expect(Object.keys(clientErrorTable).filter((code) => !documented.includes(code))).toEqual([])
})
