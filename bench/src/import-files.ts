import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchServer } from './bench-server.ts'

interface Item { readonly status: { readonly name: string }; readonly asset: { readonly id: number } | null }

/** Uploads files into a new import, three at once as the client does, and waits until all are inspected, or assets. Answers the assets' ids. */
export async function importFiles(server: BenchServer, paths: readonly string[], { validate }: { validate: boolean }): Promise<number[]> {
  const { response: { data: { id } } } = (await (await server.call('POST', '/rest/massimport/job', { json: { name: 'Bench' } })).json()) as { response: { data: { id: number } } }
  const waiting = [...paths]
  await Promise.all(Array.from({ length: 3 }, async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const form = new FormData()
      form.set('json', JSON.stringify({ job: { id }, binary: 'cid:file' }))
      form.set('file', await openAsBlob(path), basename(path))
      const answer = await server.call('POST', '/rest/massimport/item', form)
      if (!answer.ok) throw new Error(await answer.text())
    }
  }))
  await settled(server, id, paths.length, 'ready')
  if (!validate) return []
  await server.call('PUT', `/rest/massimport/job/${id}`, { metadata: { validate: true } })
  return settled(server, id, paths.length, 'validated')
}

async function settled(server: BenchServer, job: number, count: number, status: string): Promise<number[]> {
  for (;;) {
    const { response: { data } } = (await (await server.call('GET', `/rest/massimport/job/${job}`)).json()) as { response: { data: { counts: Record<string, number> } } }
    if ((data.counts[status] ?? 0) === count) break
    if ((data.counts['broken'] ?? 0) > 0) throw new Error('a generated file was found broken')
    await wait(50)
  }
  const { response } = (await (await server.call('GET', `/rest/massimport/job/${job}/item?max=200`)).json()) as { response: { data: Item[] } }
  return response.data.flatMap((item) => item.asset?.id ?? [])
}
