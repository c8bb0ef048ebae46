import { buildWeb } from './build-web.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const runtime = await ensureRuntime(['ffmpeg', 'bwrap', 'chromium'])
await buildWeb(runtime)
const drill = ['e2e/src/drill-imports.ts', ...process.argv.slice(2)]
process.exitCode = (await runProgram(runtime.node, drill, { env: runtime.env })).code
