import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { useMemoryForTemporaryFiles } from './tools/temporary-folder.mjs'

useMemoryForTemporaryFiles()

export default defineConfig({
  test: {
    include: ['{contract,server,client,react,components,web,tools,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '.runtime/**'],
    globalSetup: ['server/src/testing/test-server.ts', 'server/src/testing/test-s3-server.ts'],
    // Half of the time of a test is waiting: for the database, a decoder, a clock.
    maxWorkers: availableParallelism() + 1,
    // The files of a worker share what they import: loading it again for each took a quarter of the time (2026-11).
    // What a test changes of the process it puts back; globals that it stubbed are put back for it.
    isolate: false,
    unstubGlobals: true,
    // Against what hangs, not for speed, which is shown in bench/: machines differ sixfold, and a test that
    // starts programs takes 8 s on one and 49 on another (2026-11).
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
