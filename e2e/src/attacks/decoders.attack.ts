import { readFile, readlink } from 'node:fs/promises'
import type { Application } from '../start-application.ts'
import { createJob, upload, waitForItems } from '../imports.ts'
import { openApi } from '../open-api.ts'
import { listChildren } from '../processes.ts'
import { requireHeld, type Attack } from './attack.ts'

/** What the kernel says of a process that decodes, or that one started. */
interface Decoder {
  readonly pid: number
  readonly command: string
  readonly environ: string
  readonly status: string
  readonly network: string
}

/** What a file that takes its decoder over would find: nothing of the server's. */
export const attacks: readonly Attack[] = [
  {
    name: 'a decoder knows no secret of the server',
    run: (application) =>
      eachDecoder(application, ({ environ }) => {
        const names = environ.split('\0').flatMap((line) => line.split('=')[0] ?? [])
        return names.filter((name) => /CARTOUCHE|DATABASE|PASSWORD|SECRET|TOKEN|KEY/i.test(name)).join(', ')
      }),
  },
  {
    name: 'a decoder is neither root nor the user of PostgreSQL, and gains no rights',
    run: (application) =>
      eachDecoder(application, ({ status }) => {
        const isRoot = process.getuid?.() === 0 && /^Uid:.*\b0\b/m.test(status)
        return `${isRoot ? 'it runs as root; ' : ''}${/^NoNewPrivs:\s+1$/m.test(status) ? '' : 'programs may gain rights; '}${/^CapEff:\s+0+$/m.test(status) ? '' : 'it has capabilities'}`
      }),
  },
  {
    name: 'a decoder reaches no network',
    run: async (application) => {
      const own = await readlink(`/proc/${application.pid()}/ns/net`)
      await eachDecoder(application, ({ network }) => (network === own ? "it has the server's network" : ''))
    },
  },
]

async function eachDecoder(application: Application, findGain: (decoder: Decoder) => string): Promise<void> {
  const decoders = await startDecoders(application)
  requireHeld(decoders.length > 0, 'no decoder was found: nothing was tried')
  for (const decoder of decoders) {
    const gain = findGain(decoder)
    requireHeld(gain === '', `${decoder.command.slice(0, 60)} (process ${decoder.pid}): ${gain}`)
  }
}

/** Has a file decoded, and lists the workers, which stay for a while, with what they started. */
async function startDecoders(application: Application): Promise<Decoder[]> {
  const api = await openApi(application.url, 'editor', application.password)
  const job = await createJob(api, 'decoders')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><!--${Math.random()}--><circle r="40"/></svg>`
  await upload(api, job, [{ name: 'drawing.svg', bytes: new TextEncoder().encode(drawing) }])
  await waitForItems(api, job, 1)
  const decoders = (await listAll(application.pid())).filter(({ command }) => isDecoder(command))
  return (await Promise.all(decoders.map(describe))).filter((decoder) => decoder !== null)
}

/** Node with the code of the workers, and perl; not what confines them. */
function isDecoder(command: string): boolean {
  return (
    (/^\S*node\S* .*media-worker\.ts/.test(command) || command.startsWith('perl')) &&
    !command.startsWith('bwrap')
  )
}

async function listAll(pid: number): Promise<{ pid: number; command: string }[]> {
  const children = await listChildren(pid)
  return [...children, ...(await Promise.all(children.map((child) => listAll(child.pid)))).flat()]
}

/** Null for one that ended meanwhile. */
async function describe({ pid, command }: { pid: number; command: string }): Promise<Decoder | null> {
  try {
    const [environ, status] = await Promise.all(
      ['environ', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    )
    return {
      pid,
      command,
      environ: environ ?? '',
      status: status ?? '',
      network: await readlink(`/proc/${pid}/ns/net`),
    }
  } catch {
    return null
  }
}
