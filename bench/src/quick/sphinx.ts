import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { QuickLibrary } from './quick-library.ts'
import { connectSphinx, type SphinxClient } from './sphinx-client.ts'

/** Sphinx on the assets of the library. */
export interface Sphinx {
  /**
   * Sends statements of SphinxQL; answers the milliseconds that its query log names for them, and the rows of
   * each result.
   */
  time(statements: string): Promise<{ tookMs: number; results: (string | null)[][][] }>
  stop(): Promise<void>
}

/** What a machine without Sphinx prints. */
export const howToInstallSphinx =
  'Sphinx is not installed: `apt-get install --no-install-recommends sphinxsearch`'

const program = { index: '/usr/bin/indexer', serve: '/usr/bin/searchd' }
const startWithinMs = 60_000

/** Whether Sphinx is on this machine. */
export function hasSphinx(): boolean {
  return existsSync(program.index) && existsSync(program.serve)
}

/**
 * Indexes the assets, once for each library, and serves them on a port of this machine's own. Each facet is a
 * number of its own, which is what Sphinx groups fastest.
 */
export async function startSphinx(library: QuickLibrary): Promise<Sphinx> {
  const folder = join(library.peersFolder, 'sphinx')
  await mkdir(folder, { recursive: true })
  const port = await findFreePort()
  const config = join(folder, 'sphinx.conf')
  await writeFile(config, configOf(folder, port, library.databaseUrl), { mode: 0o600 })
  const mark = join(folder, 'indexed')
  if (!existsSync(mark)) {
    library.say('indexing the assets by Sphinx')
    await ended(spawn(program.index, ['--config', config, '--quiet', '--all'], { stdio: 'inherit' }))
    await writeFile(mark, '')
  }
  const child = spawn(program.serve, ['--config', config, '--nodetach'], { stdio: 'ignore' })
  const client = await connectWhenReady(child, port)
  const log = join(folder, 'query.log')
  return {
    async time(statements) {
      const from = (await readFile(log)).length
      const results = await client.query(statements)
      return { tookMs: await readTook(log, from), results }
    },
    async stop() {
      client.end()
      const exit = new Promise((done) => child.once('exit', done))
      if (child.exitCode === null && child.kill('SIGTERM')) await exit
    },
  }
}

/** The sum of the real times of the statements that the log has from a byte on. */
async function readTook(log: string, from: number): Promise<number> {
  const file = await open(log)
  try {
    for (;;) {
      const { size } = await file.stat()
      const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
      const times = [...buffer.toString().matchAll(/real (\d+\.\d+) wall/g)]
      if (times.length > 0) return times.reduce((sum, [, seconds]) => sum + Number(seconds) * 1000, 0)
      await wait(1)
    }
  } finally {
    await file.close()
  }
}

async function connectWhenReady(child: ChildProcess, port: number): Promise<SphinxClient> {
  const giveUpAt = Date.now() + startWithinMs
  for (;;) {
    try {
      return await connectSphinx(port)
    } catch (error) {
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error('Sphinx did not start', { cause: error })
      await wait(100)
    }
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => {
      if (code === 0) done()
      else fail(new Error(`${child.spawnfile} ended with ${code}`))
    })
  })
}

const single = ['creator', 'city', 'country', 'camera', 'colorspace', 'metadata.mediatype'] as const

/** The names of the ten facets in the index. */
export const sphinxFacets = [
  ...single.map((field) => field.split('.').at(-1) ?? ''),
  'status',
  'rootnature',
  'collections',
  'keywords',
]

function configOf(folder: string, port: number, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const numbers = single.map(
    (field) => `split_part(e.props ->> '${field}', ' ', 2)::int as ${field.split('.').at(-1)}`,
  )
  const linked = (field: string): string =>
    `from query; select id, target_id from link where resource = 'asset' and field = '${field}' order by id`
  return `
source asset {
  type = pgsql
  sql_host = ${url.searchParams.get('host')}
  sql_user = ${url.username}
  sql_pass =
  sql_db = ${url.pathname.slice(1)}
  sql_query = select e.id, e.props ->> 'name' as name, e.props ->> 'description' as description, e.status, \\
    (select target_id from link l where l.resource = 'asset' and l.id = e.id and l.field = 'rootnature') as rootnature, \\
    extract(epoch from e.created_at)::bigint as made, row_number() over (order by e.props ->> 'name') as name_order, \\
    ${numbers.join(', ')} from entity e where e.resource = 'asset' and e.id between 100001 and 9000000
  sql_attr_uint = status
  sql_attr_uint = rootnature
  sql_attr_uint = made
  sql_attr_uint = name_order
${single.map((field) => `  sql_attr_uint = ${field.split('.').at(-1)}`).join('\n')}
  sql_attr_multi = uint keywords ${linked('keywords')}
  sql_attr_multi = uint collections ${linked('collections')}
}
index asset {
  source = asset
  path = ${folder}/asset
}
indexer {
  mem_limit = 512M
}
searchd {
  listen = 127.0.0.1:${port}:mysql41
  log = ${folder}/searchd.log
  query_log = ${folder}/query.log
  query_log_format = sphinxql
  pid_file = ${folder}/searchd.pid
  binlog_path =
  workers = threads
}
`
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
