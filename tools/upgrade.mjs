import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const { node, env } = await ensureRuntime()
process.exitCode = (
  await runProgram(node, ['server/src/start/upgrade.ts', ...process.argv.slice(2)], { env })
).code
