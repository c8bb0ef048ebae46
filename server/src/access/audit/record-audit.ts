import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import type { Identity } from '../identity.ts'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Tables } from '../../ground/database/tables.ts'
import { shortNetwork } from '../short-network.ts'

/**
 * What was done: `kind` is `{noun}.{verb}`, as `user.updated`; before and after hold the fields that it is
 * about.
 */
export interface AuditEvent {
  readonly kind: string
  /** Who did it, where the request does not say: who has just signed in. */
  readonly actor?:
    | {
        readonly kind: 'user' | 'application' | 'visitor' | 'nobody'
        readonly id: number | null
        readonly name: string
      }
    | undefined
  /** `name`: as it is known, or the expression that gives it in the statement that writes the entry. */
  readonly target?:
    | { readonly resource: string; readonly id: number | string; readonly name?: string | RawBuilder<string> }
    | undefined
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>> | undefined
}

/** Who and from where; a server that acts by itself has neither. */
type Actor = Partial<Pick<Context, 'identity' | 'request'>>

const maxName = 300
const secretNames = /password|secret|token|hash|recovery|^key$/i

/**
 * Adds to the audit log, in the transaction of what is recorded where `database` is one: then both stay, or
 * neither. Of fields that did not change nothing is kept, and of secrets never anything but that they
 * changed.
 * @source decision 0070
 */
export async function recordAudit(actor: Actor, database: Database, event: AuditEvent): Promise<void> {
  await sql`${sql.raw(planned)} ${auditEntry(actor, event)}`.execute(database)
}

/** The same as a statement, for whoever has others to send with it. */
export function auditEntry(
  { identity, request }: Actor,
  { kind, actor, target, before = {}, after = {} }: AuditEvent,
): RawBuilder<unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const by = actor
    ? { actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name }
    : actorOf(identity)
  return sql`
    insert into audit_entry (actor_kind, actor_id, actor_name, kind, network, target_resource, target_id, target_name, before, after)
    values (${by.actor_kind}, ${by.actor_id}, ${by.actor_name}, ${kind}, ${request ? shortNetwork(request.address) : ''},
      ${target?.resource ?? null}, ${target ? String(target.id) : null}, ${nameOf(target?.name)},
      ${valuesOf(before, names)}, ${valuesOf(after, names)})`
}

function nameOf(name: string | RawBuilder<string> = ''): string | RawBuilder<string> {
  return typeof name === 'string'
    ? name.slice(0, maxName)
    : sql<string>`left(coalesce(${name}, ''), ${maxName})`
}

function actorOf(
  identity: Identity | undefined,
): Pick<Insertable<Tables['audit_entry']>, 'actor_kind' | 'actor_id' | 'actor_name'> {
  if (!identity) return { actor_kind: 'server', actor_id: null, actor_name: '' }
  if (identity.kind === 'anonymous' || identity.kind === 'embed' || identity.kind === 'page')
    return { actor_kind: 'nobody', actor_id: null, actor_name: '' }
  if (identity.kind === 'visitor') return { actor_kind: 'visitor', actor_id: null, actor_name: '' }
  return { actor_kind: identity.kind, actor_id: identity.id, actor_name: identity.name }
}

function valuesOf(of: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  const kept = names.filter((name) => of[name] !== undefined)
  return kept.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(kept.map((name) => [name, secretNames.test(name) ? '…' : of[name]])))
}
