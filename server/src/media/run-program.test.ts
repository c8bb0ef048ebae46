import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram, runProgram } from './run-program.ts'
import { createTestFolder, isRunning, type TestFolder } from './sample-files.ts'

let folder: TestFolder
beforeAll(async () => {
  folder = await createTestFolder()
})
afterAll(() => folder.remove())

describe('runProgram', () => {
  test('gives what a program prints and hands arguments over unread', async () => {
    const output = await runProgram({ program: 'printf', args: ['%s', '$(id) "; `x` ∂'], timeoutMs: 5000 })
    expect(output.toString()).toBe('$(id) "; `x` ∂')
  })

  test('says that a program is missing, and finds it once it is there', async () => {
    await expect(runProgram({ program: 'no-such-program', args: [], timeoutMs: 1000 })).rejects.toMatchObject(
      { code: 'tool_missing' },
    )
    await mkdir(folder.path('bin'))
    await writeFile(folder.path('bin/new-program'), '#!/bin/sh\necho here\n', { mode: 0o755 })
    const before = process.env['PATH']
    process.env['PATH'] = `${folder.path('bin')}:${before}`
    try {
      expect(await findProgram('new-program')).toBe(folder.path('bin/new-program'))
    } finally {
      process.env['PATH'] = before
    }
  })

  test('kills a program at its time limit, with the children that it started', async () => {
    const script = `sleep 60 & echo $! > ${folder.path('child')}; wait`
    await expect(runProgram({ program: 'sh', args: ['-c', script], timeoutMs: 400 })).rejects.toMatchObject({
      code: 'timeout',
    })
    const child = Number(await readFile(folder.path('child'), 'utf8'))
    await expect.poll(() => isRunning(child)).toBe(false)
  })

  test('ends one that prints too much, and one whose caller gives up', async () => {
    await expect(
      runProgram({ program: 'cat', args: ['/dev/zero'], timeoutMs: 20_000, maxOutputBytes: 1000 }),
    ).rejects.toMatchObject({ code: 'too_large' })
    const abort = new AbortController()
    const running = runProgram({ program: 'sleep', args: ['60'], timeoutMs: 20_000, signal: abort.signal })
    setTimeout(() => abort.abort(), 50)
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('keeps the complaint of one that fails as the cause', async () => {
    const failure = await runProgram({
      program: 'sh',
      args: ['-c', 'echo oh dear >&2; exit 3'],
      timeoutMs: 5000,
    }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'broken', cause: { message: 'oh dear\n' } })
  })
})
