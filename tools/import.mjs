import { resolve } from 'node:path'
import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const { node, env } = await ensureRuntime(['ffmpeg', 'bwrap'])
// npm runs this in the project's folder; the folder to import was named from where the person is.
const parameters = process.argv.slice(2).map((parameter, index, all) => {
  const isValue = parameter.startsWith('--') || all[index - 1]?.startsWith('--')
  return isValue ? parameter : resolve(process.env.INIT_CWD ?? '.', parameter)
})
process.exitCode = (await runProgram(node, ['server/src/massimport/import-folder.ts', ...parameters], { env })).code
