import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The system account that PostgreSQL runs as. */
export interface PostgresAccount {
  name: string
  uid: number
  gid: number
  /** True when this process is root and has to become the account for every PostgreSQL program. */
  switched: boolean
}

/** The name of the account that is created for a server that root starts. */
const ownName = 'cartouche'

/**
 * Gives the account to run PostgreSQL as: the user of this process or, when that is root, the system account `cartouche`,
 * which is created when it is missing (`postgres` is taken where no account can be created).
 * @throws Error where root has neither account and cannot create one.
 * @source PostgreSQL refuses to run as root; decision 0010.
 */
export async function getPostgresAccount(): Promise<PostgresAccount> {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { name: username, uid, gid, switched: false }
  const account = (await findAccount(ownName)) ?? (await createAccount()) ?? (await findAccount('postgres'))
  if (account) return account
  throw new Error(
    `PostgreSQL does not run as root, and the system account "${ownName}" could not be created. `
      + `Create it (useradd --system ${ownName}), start Cartouche as another user, or set DATABASE_URL.`,
  )
}

/** Tells whether the account can enter a folder, which the modes of all its parents decide. */
export async function canEnter(account: PostgresAccount, folder: string): Promise<boolean> {
  return succeeds('sh', ['-c', 'cd "$1"', 'sh', folder], account)
}

/** Tells whether a program, run as the account, ends well. */
export async function succeeds(program: string, parameters: string[], account: PostgresAccount): Promise<boolean> {
  return run(program, parameters, { cwd: '/', ...getSpawnIdentity(account) }).then(() => true, () => false)
}

/** Gives the options of `spawn` that make a program run as the account: none when this process already does. */
export function getSpawnIdentity({ switched, uid, gid }: PostgresAccount): { uid?: number, gid?: number } {
  return switched ? { uid, gid } : {}
}

async function findAccount(name: string): Promise<PostgresAccount | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8')
  const fields = accounts.split('\n').map((line) => line.split(':')).find((line) => line[0] === name)
  if (!fields) return undefined
  return { name, uid: Number(fields[2]), gid: Number(fields[3]), switched: true }
}

async function createAccount(): Promise<PostgresAccount | undefined> {
  const parameters = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', ownName]
  // Another start may be creating the account at this moment: what counts is that it is there afterwards.
  await run('useradd', parameters).catch(() => undefined)
  return findAccount(ownName)
}
