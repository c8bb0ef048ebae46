import { ensureRuntime } from './ensure-runtime.mjs'
import { fail, runProgram } from './run-program.mjs'

const [script, ...parameters] = process.argv.slice(2)
if (!script) fail('Which TypeScript file? For example: node tools/run.mjs tools/generate-docs.ts')
const { node, env } = await ensureRuntime()
process.exitCode = (await runProgram(node, [script, ...parameters], { env })).code
