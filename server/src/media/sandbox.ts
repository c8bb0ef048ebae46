import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureAccount, type SystemAccount } from '../ground/database/system-account.ts'
import { decoderEnvironment } from './decoder-environment.ts'
import { findProgram } from './run-program.ts'

/** The folders that a decoder may see beside the programs of the machine. */
export interface SandboxFolders {
  /** What it decodes: it can read these and not write them. */
  readonly inputFolder: string
  /** Its own: the only place that it can write to. */
  readonly workFolder: string
}

/** How processes that decode what strangers sent are confined on this machine. */
export interface Sandbox {
  /**
   * A user without rights of the decoders' own; null where this process is not root and has no other user to
   * give them.
   */
  readonly account: SystemAccount | null
  /** Whether they see other files, processes and networks than their own. */
  readonly isolation: 'namespaces' | 'network' | 'none'
  /** The command that runs a command confined. */
  wrap(command: readonly string[], folders: SandboxFolders): string[]
}

/** The account of decoders; not the one of PostgreSQL, whose files they must not reach. */
const accountName = 'cartouche-media'

/**
 * What of the machine a decoder needs: programs, libraries, fonts, and no folder where anybody's data may
 * lie.
 */
const machineFolders = [
  ...[
    'bin',
    'sbin',
    'lib',
    'lib32',
    'lib64',
    'libexec',
    'share',
    'local/bin',
    'local/lib',
    'local/share',
  ].map((name) => `/usr/${name}`),
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  ...[
    'alternatives',
    'fonts',
    'ld.so.cache',
    'ld.so.conf',
    'ld.so.conf.d',
    'libreoffice',
    'localtime',
    'ghostscript',
    'papersize',
  ].map((name) => `/etc/${name}`),
  '/var/cache/fontconfig',
]

const projectFolder = resolve(import.meta.dirname, '../../..')
const codeFolders = ['server', 'contract', 'node_modules', 'package.json'].map((name) =>
  join(projectFolder, name),
)

/**
 * Finds out, by trying, how far decoders can be confined here; the first of these that works: namespaces of
 * their own by `bwrap` (their own processes, network and few files) and, for root, a user of their own; a
 * user of their own, or this one, without a network; the same with it. In all of them no program gains rights
 * by `setuid` files.
 * @source decision 0100
 */
export async function openSandbox(): Promise<Sandbox> {
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? ((await ensureAccount(accountName)) ?? null) : null
  const folders = await visibleFolders()
  const candidates: Sandbox[] = [account, ...(account ? [null] : [])].flatMap((user) => [
    { account: user, isolation: 'namespaces' as const, wrap: bwrap(folders, user, isRoot, true) },
    { account: user, isolation: 'namespaces' as const, wrap: bwrap(folders, user, isRoot, false) },
  ])
  const plain: Sandbox[] = [account, ...(account ? [null] : [])].flatMap((user) => [
    {
      account: user,
      isolation: 'network' as const,
      wrap: (command) => [...unshareNetwork(isRoot), ...setpriv(user), ...command],
    },
    { account: user, isolation: 'none' as const, wrap: (command) => [...setpriv(user), ...command] },
  ])
  for (const sandbox of [...candidates, ...plain]) if (await works(sandbox)) return sandbox
  return { account: null, isolation: 'none', wrap: (command) => [...command] }
}

/** Says in one line what is missing, or null where nothing is. */
export function describeWeakness({ account, isolation }: Sandbox): string | null {
  const missing = [
    ...(isolation === 'namespaces'
      ? []
      : ['namespaces of their own (install bubblewrap, and let it make namespaces)']),
    ...(isolation === 'none' ? ['being kept from the network'] : []),
    ...(account === null && process.getuid?.() === 0
      ? [`a user of their own (create the account ${accountName} and let it read this folder)`]
      : []),
  ]
  return missing.length > 0 ? `Programs that decode files run without ${missing.join(' and without ')}` : null
}

/** Node, the code of the workers and what PATH names, beside the machine's own folders. */
async function visibleFolders(): Promise<string[]> {
  const office = await findProgram('soffice')
  const searched = (process.env['PATH'] ?? '').split(':').filter((path) => isAbsolute(path) && path !== '/')
  const programs = [
    dirname(process.execPath),
    ...searched,
    ...(office ? [dirname(dirname(await realpath(office)))] : []),
  ]
  const code = await Promise.all(codeFolders.map((path) => realpath(path).catch(() => path)))
  const wanted = [...programs, ...codeFolders, ...code].filter(
    (path) => !machineFolders.some((one) => path === one || path.startsWith(`${one}/`)),
  )
  const paths = [...machineFolders, ...new Set(wanted)]
  const isThere = await Promise.all(
    paths.map((path) =>
      access(path, constants.R_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths.filter((_, index) => isThere[index])
}

/** The folders above paths, from the top: made by itself, `bwrap` closes them to the account. */
function foldersAbove(paths: readonly string[]): string[] {
  const above = (path: string): string[] => (dirname(path) === path ? [] : [...above(dirname(path)), path])
  return [...new Set(paths.flatMap((path) => above(dirname(path))))]
}

function bwrap(
  visible: readonly string[],
  account: SystemAccount | null,
  isRoot: boolean,
  noMoreNamespaces: boolean,
): Sandbox['wrap'] {
  // Root changes to the account inside: a namespace of users would have no other user to change to.
  const users = isRoot && account ? [] : ['--unshare-user', ...(noMoreNamespaces ? ['--disable-userns'] : [])]
  return (command, { inputFolder, workFolder }) => [
    'bwrap',
    ...users,
    '--unshare-pid',
    '--unshare-net',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--die-with-parent',
    '--new-session',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...foldersAbove([...visible, inputFolder, workFolder]).flatMap((path) => ['--dir', path]),
    ...visible.flatMap((path) => ['--ro-bind-try', path, path]),
    '--ro-bind',
    inputFolder,
    inputFolder,
    '--bind',
    workFolder,
    workFolder,
    // LibreOffice has its socket there and nowhere else: addresses of sockets are short.
    ...(workFolder.startsWith('/var/tmp/') ? [] : ['--bind', workFolder, '/var/tmp']),
    '--chdir',
    workFolder,
    '--',
    ...setpriv(account),
    ...command,
  ]
}

function setpriv(account: SystemAccount | null): string[] {
  const identity = account
    ? [
        '--reuid',
        String(account.uid),
        '--regid',
        String(account.gid),
        '--clear-groups',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : []
  // A process that changes its user loses the signal of its parent's end: it is set last.
  return ['setpriv', '--no-new-privs', ...identity, '--pdeathsig', 'KILL']
}

function unshareNetwork(isRoot: boolean): string[] {
  return ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--net', '--ipc']
}

/** Whether a command runs in it that can read the code of the workers and start Node. */
async function works(sandbox: Sandbox): Promise<boolean> {
  const needed = [
    fileURLToPath(new URL('./media-worker.ts', import.meta.url)),
    fileURLToPath(import.meta.resolve('sharp')),
  ]
  const check = 'test -r "$1" && test -r "$2" && test -x "$3"'
  const [program = 'sh', ...args] = sandbox.wrap(
    ['/bin/sh', '-c', check, 'sh', ...needed, process.execPath],
    { inputFolder: '/usr/share', workFolder: '/usr/share' },
  )
  return promisify(execFile)(program, args, { cwd: '/', env: decoderEnvironment('/'), timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}
