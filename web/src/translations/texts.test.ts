import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import administration from './administration/en.json' with { type: 'json' }
import { createTexts, type TextPart } from './texts.ts'
import type { Language } from './languages.ts'

/** Texts that come when the test says so. */
function gated() {
  const waiting = new Map<string, { come: () => void; fail: () => void }>()
  const asked: string[] = []
  const load = async (part: TextPart, language: Language) => {
    const name = `${language} ${part}`
    asked.push(name)
    await new Promise<void>((resolve, reject) =>
      waiting.set(name, { come: resolve, fail: () => reject(new Error(name)) }),
    )
    return { [part === 'common' ? 'nav.home' : 'audit.title']: name }
  }
  return { load, asked, come: (name: string) => waiting.get(name)?.come(), waiting }
}

test('a part is added to the texts, and follows the language', async () => {
  const { load, asked, come } = gated()
  const texts = createTexts('en', load)
  const first = texts.show('en')
  const again = texts.show('en')
  let heard = 0
  texts.subscribe(() => heard++)
  expect(texts.get()).toBeNull()
  come('en common')
  await Promise.all([first, again])
  expect(texts.get()).toEqual({ language: 'en', messages: { 'nav.home': 'en common' } })
  expect([heard, asked]).toEqual([1, ['en common']])
  const added = texts.add('administration')
  come('en administration')
  await added
  expect(texts.get()?.messages).toEqual({ 'nav.home': 'en common', 'audit.title': 'en administration' })
  const switched = texts.show('fr')
  come('fr common')
  expect(texts.get()?.language).toBe('en')
  come('fr administration')
  await switched
  expect(texts.get()).toEqual({
    language: 'fr',
    messages: { 'nav.home': 'fr common', 'audit.title': 'fr administration' },
  })
})

test('a page whose part comes while the language changes waits for the part in the new one', async () => {
  const { load, come, asked } = gated()
  const texts = createTexts('en', load)
  const first = texts.show('en')
  come('en common')
  await first
  const added = texts.add('administration')
  const switched = texts.show('fr')
  come('en administration')
  come('fr common')
  await expect.poll(() => asked).toContain('fr administration')
  expect(texts.get()?.language).toBe('en')
  come('fr administration')
  await Promise.all([added, switched])
  expect(texts.get()?.messages).toEqual({ 'nav.home': 'fr common', 'audit.title': 'fr administration' })
})

test('what could not be fetched is asked for again, and holds nothing else up', async () => {
  const { load, come, asked, waiting } = gated()
  const texts = createTexts('en', load)
  const failed = texts.add('administration')
  waiting.get('en administration')?.fail()
  await expect(failed).rejects.toThrow('en administration')
  const shown = texts.show('en')
  come('en common')
  await shown
  const added = texts.add('administration')
  come('en administration')
  await added
  expect(asked).toEqual(['en administration', 'en common', 'en administration'])
})

test('texts of the administration are used by it alone', async () => {
  const root = join(import.meta.dirname, '..')
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith(join('pages', 'administration')),
  )
  expect(files.length).toBeGreaterThan(300)
  const words = [...new Set(Object.keys(administration).map((key) => key.split('.')[0]))]
  const use = new RegExp(`['"\`](${words.join('|')})\\.[\\w$]`)
  const found: string[] = []
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    found.push(...lines.filter((line) => use.test(line)).map((line) => `${file}: ${line.trim()}`))
  }
  expect(found).toEqual([])
})
