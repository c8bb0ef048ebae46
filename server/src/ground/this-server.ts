import { hostname } from 'node:os'
import serverPackage from '../../package.json' with { type: 'json' }

/** The version of this server. */
export const version: string = serverPackage.version

/** This server among others: its machine and its process. */
export const instance = `${hostname().slice(0, 20)}-${process.pid}`

/** What the name begins with under which a server listens for changes. */
export const serverNamePrefix = 'cartouche changes '

/**
 * The name under which this server listens for changes: by these connections PostgreSQL knows which servers
 * run, without a table that would have to be kept true. It takes 63 bytes.
 */
export function nameServer(roles: readonly string[]): string {
  return `${serverNamePrefix}${version} ${roles.join(',')} ${instance}`
}

/** What such a name says. */
export function parseServerName(
  name: string,
): { readonly version: string; readonly roles: string[]; readonly name: string } | undefined {
  const found = /^cartouche changes (\S+) ([a-z,]+) (\S+)$/.exec(name)
  return found
    ? { version: found[1] ?? '', roles: (found[2] ?? '').split(','), name: found[3] ?? '' }
    : undefined
}
