import { buildWeb } from './build-web.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const runtime = await ensureRuntime(['ffmpeg', 'bwrap', 'chromium'])
await buildWeb(runtime)
process.exitCode = (
  await runProgram(runtime.node, ['bench/src/first-hours/run.ts', ...process.argv.slice(2)], {
    env: runtime.env,
  })
).code
