import { ensureRuntime } from './ensure-runtime.mjs'
import { runProgram } from './run-program.mjs'

const { node, env } = await ensureRuntime(['ffmpeg', 'bwrap', 'radosgw', 'ceph-mon', 'ceph-osd', 'faketime'])
const drill = ['server/src/testing/drills/drill-faults.ts', ...process.argv.slice(2)]
process.exitCode = (await runProgram(node, drill, { env })).code
