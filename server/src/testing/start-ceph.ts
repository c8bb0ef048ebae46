import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A store that runs. */
export type RunningCeph = {
  /** Its address with its keys, as `http://key:secret@127.0.0.1:7480`. */
  readonly url: string
  /** Ends its gateway at once, and starts it again after a while: objects stay. */
  restartGateway(afterMs: number): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
const keys = { access: 'CARTOUCHETEST', secret: 'cartouche-test-secret' }
/** Of the memory that the store keeps its objects in. */
const deviceBytes = 4 * 1024 ** 3

/** Whether Debian's packages of Ceph are installed. */
export async function hasCeph(): Promise<boolean> {
  const found = await Promise.all(
    ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'setpriv'].map((program) =>
      run('which', [program]).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

/**
 * Starts the smallest Ceph that speaks S3, for tests: one monitor, one store that keeps its objects in
 * memory, and a gateway. It takes some 15 s and 210 MB, and ends with this process.
 */
export async function startCeph(): Promise<RunningCeph> {
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-ceph-'))
  const [monitorPort, gatewayPort] = [await findPort(), await findPort()]
  const children: ChildProcess[] = []
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const config = join(folder, 'ceph.conf')
  const keyring = join(folder, 'keyring')
  const start = (program: string, ...parameters: string[]): ChildProcess => {
    // Nothing that is killed leaves a store behind.
    const words = ['--pdeathsig', 'KILL', program, '-f', '-c', config, ...parameters]
    const child = spawn('setpriv', words, { stdio: 'ignore' })
    children.push(child)
    return child
  }
  const startGateway = (): ChildProcess => start('radosgw', '-n', 'client.rgw.a')
  try {
    await writeConfig(folder, monitorPort, gatewayPort)
    await createKeys(keyring)
    await run('monmaptool', [
      '--create',
      '--addv',
      'a',
      `[v2:127.0.0.1:${monitorPort}]`,
      join(folder, 'monmap'),
    ])
    await run('ceph-mon', [
      '-c',
      config,
      '--mkfs',
      '-i',
      'a',
      '--monmap',
      join(folder, 'monmap'),
      '--keyring',
      keyring,
    ])
    start('ceph-mon', '-i', 'a')
    await createObjectStore(config, keyring)
    start('ceph-osd', '-i', '0')
    let gateway = startGateway()
    await untilAnswers(`http://127.0.0.1:${gatewayPort}`)
    const user = ['--uid=test', '--display-name=test', `--access-key=${keys.access}`]
    await run('radosgw-admin', ['-c', config, 'user', 'create', ...user, `--secret-key=${keys.secret}`])
    const restartGateway = async (afterMs: number): Promise<void> => {
      await end(gateway)
      await sleep(afterMs)
      gateway = startGateway()
    }
    return { url: `http://${keys.access}:${keys.secret}@127.0.0.1:${gatewayPort}`, restartGateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function writeConfig(folder: string, monitorPort: number, gatewayPort: number): Promise<void> {
  await Promise.all(['mon', 'osd', 'run'].map((name) => mkdir(join(folder, name))))
  const global = {
    fsid: randomUUID(),
    mon_initial_members: 'a',
    mon_host: `[v2:127.0.0.1:${monitorPort}/0]`,
    public_addr: '127.0.0.1',
    auth_cluster_required: 'cephx',
    auth_service_required: 'cephx',
    auth_client_required: 'cephx',
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    mon_allow_pool_size_one: true,
    osd_pool_default_pg_num: 1,
    osd_pool_default_pgp_num: 1,
    osd_pool_default_pg_autoscale_mode: 'off',
    osd_crush_chooseleaf_type: 0,
    mon_max_pg_per_osd: 1000,
    run_dir: join(folder, 'run'),
    admin_socket: join(folder, 'run', '$name.asok'),
    pid_file: join(folder, 'run', '$name.pid'),
    log_file: '/dev/null',
    mon_cluster_log_file: '/dev/null',
    ms_bind_ipv6: false,
    keyring: join(folder, 'keyring'),
    mon_warn_on_pool_no_redundancy: false,
    mon_data_avail_crit: 1,
    osd_memory_target: 939_524_096,
  }
  const sections = {
    global,
    'mon.a': { mon_data: join(folder, 'mon') },
    'osd.0': {
      osd_data: join(folder, 'osd'),
      osd_objectstore: 'memstore',
      memstore_device_bytes: deviceBytes,
      osd_max_object_name_len: 460,
    },
    'client.rgw.a': { rgw_frontends: `beast endpoint=127.0.0.1:${gatewayPort}`, rgw_thread_pool_size: 64 },
  }
  const text = Object.entries(sections).map(
    ([name, values]) =>
      `[${name}]\n${Object.entries(values)
        .map(([key, value]) => `${key}=${value}\n`)
        .join('')}`,
  )
  await writeFile(join(folder, 'ceph.conf'), text.join(''))
}

async function createKeys(keyring: string): Promise<void> {
  const all = (room: string): string[] => ['--cap', room, 'allow *']
  const create = (name: string, ...rest: string[]): Promise<unknown> =>
    run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...rest])
  await run('ceph-authtool', ['--create-keyring', keyring])
  await create('mon.', ...all('mon'))
  for (const name of ['client.admin', 'client.rgw.a'])
    await create(name, ...all('mon'), ...all('osd'), ...all('mgr'))
}

/** Registers the one store of objects with the monitor, and makes it, empty. */
async function createObjectStore(config: string, keyring: string): Promise<void> {
  const secret = (await run('ceph-authtool', ['--gen-print-key'])).stdout.trim()
  const id = randomUUID()
  const creating = run('ceph', ['-c', config, 'osd', 'new', id, '-i', '-'], { timeout: 30_000 })
  creating.child.stdin?.end(JSON.stringify({ cephx_secret: secret }))
  await creating
  await appendFile(keyring, `[osd.0]\n key=${secret}\n`)
  await run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', id])
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return
    await sleep(300)
  }
  throw new Error('The S3 gateway of Ceph did not answer within a minute')
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return typeof address === 'object' && address ? address.port : 0
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await ended
}
