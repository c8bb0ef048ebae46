import { expect, test } from 'vitest'
import { findBoundaryProblems, type Manifest } from './boundaries.ts'

const manifests = new Map<string, Manifest>([
  ['server', { run: ['fastify', '@cartouche/contract'], develop: ['@types/pg'] }],
  ['web', { run: ['react', '@cartouche/react'], develop: ['vite'] }],
  ['client', { run: ['@tanstack/query-core'], develop: [] }],
])

const find = (sources: Record<string, string>): string[] =>
  findBoundaryProblems(
    Object.entries(sources).map(([path, text]) => ({ path, text })),
    manifests,
  )

test('what the house allows is no problem', () => {
  expect(
    find({
      'server/src/features/carts/carts.routes.ts': `import { createCart } from '@cartouche/contract'\nimport fastify from 'fastify'\nimport { access } from 'node:fs/promises'\nimport { a } from './create-cart.ts'\nimport type { Pool } from 'pg'`,
      'web/src/main.tsx': `import { useCarts } from '@cartouche/react'\nimport type { Cart } from '@cartouche/contract'\nimport './main.css'`,
      'server/src/index.ts': '',
      'client/src/cursor/cursor.test.ts': `import { expect } from 'vitest'\nimport { readFile } from 'node:fs/promises'\nimport { createServer } from '@cartouche/server'`,
    }),
  ).toEqual([])
})

test.for([
  ['server/src/a.ts', `import { x } from '@cartouche/client'`, 'server may not import client'],
  ['client/src/a.ts', `import {\n  x,\n  y,\n} from '@cartouche/react'`, 'client may not import react'],
  ['contract/src/a.ts', `export * from '@cartouche/client'`, 'contract may not import client'],
  ['web/src/a.ts', `const page = await import('@cartouche/server')`, 'web may not import server'],
  ['web/src/a.tsx', `import { Cart } from '@cartouche/contract'`, 'web may import types of contract only'],
  [
    'web/src/a.ts',
    `import { x } from '@cartouche/client/src/store.ts'`,
    'only the index.ts of a package is public',
  ],
  [
    'web/src/a.ts',
    `import { x } from '../../client/src/store.ts'`,
    'another package is imported by its name',
  ],
  ['client/src/a.ts', `import { readFile } from 'node:fs'`, 'client runs in a browser'],
  ['server/src/a.ts', `import lodash from 'lodash/fp'`, 'imports lodash, which the package.json'],
  ['web/src/a.ts', `import { build } from 'vite'`, 'imports vite, which the package.json'],
  ['server/src/features/carts/index.ts', '', 'the only index.ts of a package'],
  ['server/src/features/carts/utils.ts', '', 'name it after what it holds'],
  ['server/src/helpers/cart.ts', '', 'name it after what it holds'],
  ['server/src/createCart.ts', '', 'kebab-case'],
  ['server/src/a.ts', 'x\n'.repeat(451), '451 lines; at most 450'],
  ['server/src/a.ts', `\n// ${'word '.repeat(25)}`, 'server/src/a.ts:2: 128 columns; at most 110'],
  ['server/src/a.ts', `const sum = ${'number + '.repeat(13)}1`, '130 columns; at most 110'],
])('%s with %j is a problem', ([path, text, problem]) => {
  expect(find({ [path ?? '']: text ?? '' })).toEqual([expect.stringContaining(problem ?? '')])
})

test('the process of the server loads no decoder when it starts, however far away it is imported', () => {
  const sources = {
    'server/src/start/main.ts': `import { a } from '../media/a.ts'\nimport type { S } from '../media/picture.ts'`,
    'server/src/media/a.ts': `import { b } from './b.ts'\nconst demo = () => import('./picture.ts')`,
    'server/src/media/b.ts': '',
    'server/src/media/picture.ts': `import sharp from 'sharp'`,
  }
  const server: Manifest = { run: ['sharp'], develop: [] }
  const findIn = (more: Record<string, string>) =>
    findBoundaryProblems(
      Object.entries({ ...sources, ...more }).map(([path, text]) => ({ path, text })),
      new Map([['server', server]]),
    )
  expect(findIn({})).toEqual([])
  expect(findIn({ 'server/src/media/b.ts': `import { open } from './picture.ts'` })).toEqual([
    'server/src/start/main.ts → server/src/media/a.ts → server/src/media/b.ts → server/src/media/picture.ts → sharp: the server decodes nothing itself',
  ])
})

test('a circle is reported once, whole, types counted', () => {
  expect(
    find({
      'server/src/a/a.ts': `import { b } from '../b.ts'`,
      'server/src/b.ts': `import type { c } from './c.ts'`,
      'server/src/c.ts': `export { a } from './a/a.ts'`,
    }),
  ).toEqual([
    'server/src/a/a.ts → server/src/b.ts → server/src/c.ts → server/src/a/a.ts: a circle of imports',
  ])
})

test('layers of the server import downwards, types too; a test imports what it needs', () => {
  expect(
    find({
      'server/src/access/decide.ts': `import type { Database } from '../ground/database/database.ts'\nimport type { Cart } from '../features/carts/cart.ts'`,
      'server/src/access/decide.test.ts': `import { createCart } from '../features/carts/create-cart.ts'`,
    }),
  ).toEqual(['server/src/access/decide.ts: imports ../features/carts/cart.ts; access stands below features'])
})

test('a circle of folders is reported where no file is in one', () => {
  expect(
    find({
      'server/src/features/carts/a.ts': `import type { B } from '../shares/b.ts'`,
      'server/src/features/shares/c.ts': `import { d } from '../carts/d.ts'`,
      'web/src/app/a.ts': `import { b } from '../pages/home/b.ts'`,
      'web/src/pages/cart/c.tsx': `import { d } from '../../app/d.ts'`,
      'web/src/pages/cart/a.test.ts': `import { b } from '../../main.tsx'`,
    }),
  ).toEqual([
    'server/src/features/carts → server/src/features/shares → server/src/features/carts: a circle of folders',
    'web/src/app → web/src/pages → web/src/app: a circle of folders',
  ])
})

test('what stands in a comment or is a long test is no problem', () => {
  expect(
    find({
      'client/src/a.ts': `/**\n * import { x } from '@cartouche/react'\n */\n// import { x } from '@cartouche/react'`,
      'server/src/a.test.ts': 'x\n'.repeat(850),
      'server/src/a.sql.ts': `const rows = sql\`\n  select ${'column, '.repeat(20)}1\n\``,
      'server/src/a.ts': `const text = '${'word '.repeat(25)}'`,
    }),
  ).toEqual([])
})
