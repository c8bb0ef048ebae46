import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPostgresAccount, getSpawnIdentity } from '../../ground/database/postgres-account.ts'
import { createS3Sender } from '../../ground/s3/s3-request.ts'
import { putObject } from '../../ground/s3/s3-objects.ts'
import { startServerProcess, type ServerProcess } from '../../start/test-server-process.ts'
import { startCeph } from '../start-ceph.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { findFreePort, startProgram, type Program } from './program.ts'

const guide = resolve(import.meta.dirname, '../../../../docs/several-servers.md')

/** All parts of a library that several servers share, each in processes of its own. */
export interface Cluster {
  /** The address of the balancer. */
  readonly url: string
  /** Each ends one part by `kill -9` and brings it back, as what watches over it would. */
  readonly kill: Readonly<Record<Part, () => Promise<void>>>
  stop(): Promise<void>
}

export const parts = ['server', 'worker', 'haproxy', 'pgbouncer', 'standby', 'S3 gateway', 'primary'] as const
export type Part = (typeof parts)[number]

/** How long what watches over a part takes to notice its end: a restart policy, a monitor of PostgreSQL. */
const noticedAfterMs = 2000

/**
 * Starts three web servers and a worker behind haproxy, with PostgreSQL and its standby behind PgBouncer, and
 * Ceph, by the configurations of the guide.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-cluster-'))
  await chmod(folder, 0o755)
  const stops: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    const [pair, ceph] = await Promise.all([startPostgresPair(), startCeph()])
    stops.push(
      () => pair.stop(),
      () => ceph.stop(),
    )
    const pooler = await startPooler(pair)
    stops.push(() => pooler.stop())
    const balancerPort = await findFreePort()
    const variables = {
      ...pooler.variables,
      ...(await createBucket(ceph.url)),
      CARTOUCHE_URL: `http://127.0.0.1:${balancerPort}`,
      CARTOUCHE_PROXIES: 'loopback',
      CARTOUCHE_JOBS: '2',
    }
    const servers = await startServers(folder, variables)
    stops.push(() => servers.stop())
    const balancer = await startBalancer(folder, balancerPort, servers.urls)
    stops.push(() => balancer.stop())
    return {
      url: `http://127.0.0.1:${balancerPort}`,
      kill: {
        server: () => servers.replace(0),
        worker: () => servers.replace(3),
        haproxy: () => balancer.replace(),
        pgbouncer: () => pooler.replace(),
        standby: async () => {
          await pair.killStandby()
          await sleep(noticedAfterMs)
          await pair.startStandby()
        },
        'S3 gateway': () => ceph.restartGateway(noticedAfterMs),
        primary: async () => {
          await pair.killPrimary()
          await sleep(noticedAfterMs)
          await pair.promote()
          await pooler.reload()
        },
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The first block of a language in the guide. */
async function readGuide(language: string): Promise<string> {
  return new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(await readFile(guide, 'utf8'))?.[1] ?? ''
}

/** PgBouncer by the configuration of the guide, in front of whichever is the primary. */
export async function startPooler(pair: PostgresPair) {
  const account = await getPostgresAccount()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-pooler-'))
  const port = await findFreePort()
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const template = await readGuide('ini')
  const configure = async (): Promise<void> => {
    await writeFile(
      file,
      template
        .replaceAll(/host=\S+/g, `host=127.0.0.1 port=${pair.primaryPort()}`)
        .replace(/listen_addr = .*/, `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`)
        .replace(/auth_file = .*/, `auth_file = ${users}`),
    )
  }
  await configure()
  await writeFile(users, `"cartouche" "${pair.password}"\n`, { mode: 0o600 })
  if (account.switched) for (const path of [folder, users]) await chown(path, account.uid, account.gid)
  const start = (): Promise<Program> =>
    startProgram('pgbouncer', [file], { ready: 'process up', identity: getSpawnIdentity(account) })
  let program = await start()
  const address = `postgres://cartouche:${pair.password}@127.0.0.1:${port}`
  return {
    variables: { DATABASE_URL: `${address}/cartouche`, DATABASE_DIRECT_URL: `${address}/cartouche_session` },
    replace: async () => {
      await program.end('SIGKILL')
      await sleep(noticedAfterMs)
      program = await start()
    },
    reload: async () => {
      await configure()
      program.signal('SIGHUP')
    },
    stop: async () => {
      await program.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startBalancer(folder: string, port: number, urls: readonly string[]) {
  const file = join(folder, 'haproxy.cfg')
  let next = 0
  const text = (await readGuide('haproxy'))
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replaceAll(/(server \w+) [\d.]+:\d+/g, (_all, name) => `${name} ${new URL(urls[next++] ?? '').host}`)
  await writeFile(file, text)
  const start = async (): Promise<Program> => {
    const program = await startProgram('haproxy', ['-db', '-f', file], {})
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
      if (answer?.status === 200) return program
      await sleep(100)
    }
  }
  let program = await start()
  return {
    replace: async () => {
      await program.end('SIGKILL')
      await sleep(noticedAfterMs)
      program = await start()
    },
    stop: () => program.end('SIGKILL'),
  }
}

/** A bucket of its own; gives the settings of a server for it. */
export async function createBucket(url: string): Promise<Record<string, string>> {
  const { username, password, origin } = new URL(url)
  const keys = { accessKeyId: username, secretAccessKey: password, sessionToken: undefined }
  const place = { bucket: 'cartouche-drill', prefix: '', endpoint: origin, region: 'us-east-1', ...keys }
  await putObject(createS3Sender(place), {})
  return {
    CARTOUCHE_BLOBS: `s3://${place.bucket}`,
    AWS_ENDPOINT_URL_S3: origin,
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
  }
}

/** Three of the web and a worker, in this order. */
async function startServers(folder: string, variables: Readonly<Record<string, string>>) {
  const start = (at: number, port: string): Promise<ServerProcess> =>
    startServerProcess(variables['DATABASE_URL'] ?? '', join(folder, `server-${at}`), {
      ...variables,
      CARTOUCHE_ROLE: at < 3 ? 'web' : 'worker',
      PORT: port,
    })
  const servers = await Promise.all([0, 1, 2, 3].map((at) => start(at, '0')))
  return {
    urls: servers.slice(0, 3).map(({ url }) => url),
    replace: async (at: number) => {
      const { port } = new URL(servers[at]?.url ?? '')
      await servers[at]?.end('SIGKILL')
      await sleep(noticedAfterMs)
      servers[at] = await start(at, port)
    },
    stop: () => Promise.all(servers.map((server) => server.end('SIGKILL'))),
  }
}
