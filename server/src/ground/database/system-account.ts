import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A user of the machine that root can make a program run as. */
export interface SystemAccount {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** Gives the account of a name, or undefined where the machine has none. */
export async function findAccount(name: string): Promise<SystemAccount | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = accounts
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  return fields ? { name, uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

/**
 * Gives the system account of a name: without a home, a shell or a password. Root creates it where it is
 * missing.
 */
export async function ensureAccount(name: string): Promise<SystemAccount | undefined> {
  const account = await findAccount(name)
  if (account) return account
  const parameters = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]
  // Another start may be creating the account at this moment: what counts is that it is there afterwards.
  await promisify(execFile)('useradd', parameters).catch(() => undefined)
  return findAccount(name)
}
