import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { ensureAccount, findAccount, type SystemAccount } from './system-account.ts'

const run = promisify(execFile)

/** The system account that PostgreSQL runs as. */
export interface PostgresAccount extends SystemAccount {
  /** True when this process is root and has to become the account for every PostgreSQL program. */
  readonly switched: boolean
}

/** The name of the account that is created for a server that root starts. */
const ownName = 'cartouche'

/**
 * Gives the account to run PostgreSQL as: the user of this process or, when that is root, the system account
 * `cartouche`, which is created when it is missing (`postgres` is taken where no account can be created).
 * @throws Error where root has neither account and cannot create one.
 * @source PostgreSQL refuses to run as root; decision 0010.
 */
export async function getPostgresAccount(): Promise<PostgresAccount> {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { name: username, uid, gid, switched: false }
  const account = (await ensureAccount(ownName)) ?? (await findAccount('postgres'))
  if (account) return { ...account, switched: true }
  throw new Error(
    `PostgreSQL does not run as root, and the system account "${ownName}" could not be created. ` +
      `Create it (useradd --system ${ownName}), start Cartouche as another user, or set DATABASE_URL.`,
  )
}

/** Whether the account can enter a folder, which the modes of all its parents decide. */
export async function canEnter(account: PostgresAccount, folder: string): Promise<boolean> {
  return succeeds('sh', ['-c', 'cd "$1"', 'sh', folder], account)
}

/** Whether a program, run as the account, ends well. */
export async function succeeds(
  program: string,
  parameters: string[],
  account: PostgresAccount,
): Promise<boolean> {
  return run(program, parameters, { cwd: '/', ...getSpawnIdentity(account) }).then(
    () => true,
    () => false,
  )
}

/**
 * Gives the options of `spawn` that make a program run as the account: none when this process already does.
 */
export function getSpawnIdentity({ switched, uid, gid }: PostgresAccount): { uid?: number; gid?: number } {
  return switched ? { uid, gid } : {}
}
