import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const { node, env } = await ensureRuntime(['ffmpeg', 'bwrap'])
process.exitCode = (
  await runProgram(node, ['server/src/features/imports/import-folder.ts', ...process.argv.slice(2)], { env })
).code
