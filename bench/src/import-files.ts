import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BenchServer } from './bench-server.ts'

interface Item {
  readonly status: { readonly name: string }
  readonly asset: { readonly id: number } | null
}

/**
 * Uploads files into a new import, three at once as the client does, and waits until all are inspected, or
 * assets. Answers the assets' ids.
 */
export async function importFiles(
  server: BenchServer,
  paths: readonly string[],
  { validate }: { validate: boolean },
): Promise<number[]> {
  const {
    response: {
      data: { id },
    },
  } = (await (await server.call('POST', '/rest/massimport/job', { json: { name: 'Bench' } })).json()) as {
    response: { data: { id: number } }
  }
  const waiting = [...paths]
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await upload(server, id, path)
      }
    }),
  )
  await settled(server, id, paths.length, 'ready')
  if (!validate) return []
  await server.call('PUT', `/rest/massimport/job/${id}`, { metadata: { validate: true } })
  return settled(server, id, paths.length, 'validated')
}

const pieceBytes = 256 * 1024

/**
 * The form is written by hand, and the file in pieces through one buffer: what a form of fetch takes, or the
 * garbage of whole files, would count as ours, on the same cores.
 */
async function upload(server: BenchServer, job: number, path: string): Promise<void> {
  const boundary = 'bench-7f1c2e'
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`
  const head = Buffer.from(
    `${part('name="json"')}${JSON.stringify({ job: { id: job }, binary: 'cid:file' })}\r\n${part(`name="file"; filename="${basename(path)}"`)}`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const file = await open(path)
  try {
    const form = request(`${server.url}/rest/massimport/item`, {
      method: 'POST',
      headers: {
        ...server.headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + (await file.stat()).size + tail.length,
      },
    })
    const answered = once(form, 'response')
    const write = promisify(
      form.write.bind(form) as (piece: Buffer, done: (error?: Error | null) => void) => void,
    )
    await write(head)
    const buffer = Buffer.allocUnsafeSlow(pieceBytes)
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) break
      await write(buffer.subarray(0, bytesRead))
    }
    form.end(tail)
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    if (answer.statusCode !== 201) throw new Error(`An upload answered ${answer.statusCode}`)
  } finally {
    await file.close()
  }
}

async function settled(server: BenchServer, job: number, count: number, status: string): Promise<number[]> {
  for (;;) {
    const {
      response: { data },
    } = (await (await server.call('GET', `/rest/massimport/job/${job}`)).json()) as {
      response: { data: { counts: Record<string, number> } }
    }
    if ((data.counts[status] ?? 0) === count) break
    if ((data.counts['broken'] ?? 0) > 0) throw new Error('a generated file was found broken')
    await wait(50)
  }
  const { response } = (await (
    await server.call('GET', `/rest/massimport/job/${job}/item?max=200`)
  ).json()) as { response: { data: Item[] } }
  return response.data.flatMap((item) => item.asset?.id ?? [])
}
