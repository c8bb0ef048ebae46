import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import sharp from 'sharp'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { median, type Figure } from './figure.ts'
import { importFiles } from './import-files.ts'

const seconds = 5
const rounds = 5
const paragraphs = 40

/**
 * Requests a second for a published page of text and a picture, as somebody without a session asks for it,
 * against @fastify/static on the same bytes, in turn. Both run in processes of one thread.
 */
export async function benchPublishedPages(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    const url = await publishPage(server)
    const answer = await fetch(url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) throw new Error(`${answer.status} ${bytes.toString()}`)
    say(`a page of ${bytes.length} bytes`)
    const peer = await startPeer(server.dataFolder, bytes)
    const rates: { ours: number; theirs: number }[] = []
    for (let round = 0; round < rounds; round++)
      rates.push({ ours: await rate(url), theirs: await rate(peer.url) })
    peer.stop()
    const ours = median(rates.map((one) => one.ours))
    const theirs = median(rates.map((one) => one.theirs))
    return [
      {
        what: 'a published page, requests a second',
        value: ours,
        limit: 1000,
        unit: '/s',
        wanted: 'at least',
      },
      {
        what: 'a published page, against @fastify/static on the same bytes',
        value: median(rates.map((one) => one.ours / one.theirs)),
        limit: 0.5,
        unit: '×',
        wanted: 'at least',
        beside: `medians ${ours.toFixed(0)} and ${theirs.toFixed(0)} requests a second`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function publishPage(server: BenchServer): Promise<string> {
  const file = join(server.dataFolder, 'bench.jpg')
  const plain = { width: 1600, height: 1200, channels: 3 as const, background: '#456' }
  await writeFile(file, await sharp({ create: plain }).jpeg().toBuffer())
  const [asset] = await importFiles(server, [file], { validate: true })
  const page = await create(server, 'page', { name: 'Bench', path: '/bench' })
  const html = '<p>Ships leave at dawn, and come back with the tide.</p>'.repeat(paragraphs)
  for (const [component, props] of [
    ['text', { html }],
    ['picture', { asset }],
  ] as const)
    await create(server, 'pagewidget', {
      parent: `clubwedpagedesc_${page}`,
      component,
      props: JSON.stringify(props),
    })
  const answer = await server.call('PATCH', `/json/workflow/page/${page}?action=validate`, {})
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  // An administrator opens it; the bench works as an editor.
  await sql`update entity set props = props || '{"public":true}' where resource = 'page' and id = ${page}`.execute(
    server.database,
  )
  return `${server.url}/p/bench`
}

async function create(server: BenchServer, resource: string, json: object): Promise<number> {
  const answer = await server.call('POST', `/rest/data/${resource}`, { json })
  const { response } = (await answer.json()) as { response: { data: { id: number } } }
  return response.data.id
}

/** Its own process, as ours has: one that also makes the requests would be half as fast. */
const peerProgram = `
import { fastify } from 'fastify'
import fastifyStatic from '@fastify/static'
const server = fastify()
await server.register(fastifyStatic, { root: process.argv[1] })
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))`

async function startPeer(folder: string, bytes: Buffer): Promise<{ url: string; stop(): void }> {
  await writeFile(join(folder, 'peer.html'), bytes)
  const child = spawn(process.execPath, ['--input-type=module', '-e', peerProgram, folder], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done)
    child.once('exit', (code) => fail(new Error(`The peer ended with ${code}`)))
  })
  return { url: `${url}/peer.html`, stop: () => void child.kill() }
}

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 10, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers of ${url} were no success`)
  return result.requests.average
}
