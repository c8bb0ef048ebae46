import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rooms, shareTarget } from './names.ts'

test('every room of the application opens without the server; a visitor’s page does not', async () => {
  const text = await readFile(new URL('../app/router.tsx', import.meta.url), 'utf8')
  const paths = [...text.matchAll(/path: '\/([^']*)'/g)].map(([, path = '']) => path.split('/')[0] ?? '')
  expect(new Set(paths.filter((first) => first !== 's'))).toEqual(rooms)
})

test('files that are shared are sent where the manifest says', async () => {
  const text = await readFile(new URL('../../../server/src/http/web-manifest.ts', import.meta.url), 'utf8')
  expect(text).toContain(`const shareTarget = '${shareTarget}'`)
})
