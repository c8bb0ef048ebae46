import { runChecks } from './checks.mjs'
import { ensureRuntime } from './ensure-runtime.mjs'

const { failed } = await runChecks(await ensureRuntime())
process.exitCode = failed > 0 ? 1 : 0
