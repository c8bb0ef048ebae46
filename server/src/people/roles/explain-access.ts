import {
  ApiError,
  formatQuery,
  type AccessExplanation,
  type CallInput,
  type Calls,
  type ExplainedRule,
} from '@cartouche/contract'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import {
  considerGrants,
  neededActions,
  type Consideration,
  type Scope,
  type ParsedRule,
} from '../../access/decide.ts'
import type { SignedIn } from '../../access/identity.ts'
import { selectDecisions } from '../../model/entities/entities.sql.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { compileScope } from '../../model/search/compile-scope.ts'
import { findAnyAccount } from '../session/account.ts'
import { selectName } from './explain-access.sql.ts'

type Verdict = Pick<AccessExplanation, 'verdict' | 'reason'>

/** Whether an entity lies in a scope; null where none was named. */
type Holds = (scope: Scope) => boolean | null

/**
 * Why an account may, or may not, take an action: the kernel's decision with every grant that it looked at
 * and, for a named entity, whether each condition of each row rule holds. The conditions are compiled and
 * asked as the kernel's own are, in one statement.
 * @throws entity_not_found for an account that does not exist, unknown_resource
 * @source decision 0068
 */
export async function explainAccess(
  context: Context,
  { account: accountId, resource, action, id }: CallInput<Calls['explainAccess']>,
): Promise<AccessExplanation> {
  const { database } = context
  const found = await findAnyAccount(database, accountId)
  if (!found) throw new ApiError('entity_not_found', { resource: 'user', id: accountId })
  if (id !== undefined && !(await listSchemas(context)).has(resource))
    throw new ApiError('unknown_resource', { resource: resource.slice(0, 64) })
  const { account, disabled } = found
  const now = new Date()
  const considered = neededActions(action).map((one) => considerGrants(account, resource, one, now))
  const name = id === undefined ? undefined : await selectName(database, resource, id)
  const holds =
    id === undefined || name === undefined ? () => null : await lookAt(context, { resource, id }, considered)
  return {
    ...verdictOf(account, disabled, considered, holds, id !== undefined && name === undefined),
    account: { kind: account.kind, id: account.id, name: account.name, disabled },
    role: { id: account.role.id, name: account.role.name, watermark: account.role.watermark },
    entity: id === undefined ? null : { resource, id, name: name ?? '' },
    decisions: considered.map((one) => ({
      action: one.action,
      holds: holds(one.scope),
      grants: one.grants.map((grant) => explainGrant(grant, holds)),
    })),
  }
}

/** Asks of one entity all the conditions of what was considered. */
async function lookAt(
  context: Context,
  { resource, id }: { resource: string; id: number },
  considered: readonly Consideration[],
): Promise<Holds> {
  const { database } = context
  const schemas = await listSchemas(context)
  const scopes = considered.flatMap(({ scope, grants }) => [
    scope,
    ...grants.flatMap(({ rule }) => (rule ? scopesOf(rule) : [])),
  ])
  const conditions: RawBuilder<SqlBool>[] = []
  for (const scope of scopes) conditions.push(await compileScope(database, schemas, scope))
  const [row] = await selectDecisions(database, resource, [id], conditions)
  const held = new Map(scopes.map((scope, index) => [scope, row?.decided[index] ?? false]))
  return (scope) => held.get(scope) ?? false
}

function scopesOf(rule: ParsedRule): Scope[] {
  return [rule.scope, ...rule.parts.flatMap(scopesOf)]
}

function verdictOf(
  { role }: Pick<SignedIn, 'role'>,
  disabled: boolean,
  considered: readonly Consideration[],
  holds: Holds,
  isMissing: boolean,
): Verdict {
  if (disabled) return { verdict: 'no', reason: 'account_disabled' }
  if (role.id === 0) return { verdict: 'no', reason: 'no_role' }
  if (considered.some(({ scope }) => scope.rows.kind === 'none'))
    return { verdict: 'no', reason: 'not_granted' }
  if (isMissing) return { verdict: 'no', reason: 'entity_missing' }
  const held = considered.map(({ scope }) => holds(scope) ?? (scope.rows.kind === 'all' ? true : null))
  if (held.includes(false)) return { verdict: 'no', reason: 'rule_failed' }
  return { verdict: held.includes(null) ? 'some' : 'yes', reason: 'granted' }
}

function explainGrant(
  { grant, rule }: Consideration['grants'][number],
  holds: Holds,
): AccessExplanation['decisions'][number]['grants'][number] {
  const { resource, action, rows, bySchema } = grant
  return {
    resource,
    action,
    rows: rows ? { ...formatQuery(rows) } : null,
    from: bySchema ? 'schema' : 'role',
    covers: rule !== undefined,
    holds: rule ? holds(rule.scope) : null,
    rule: rule && rows ? explainRule(rule, holds) : null,
  }
}

function explainRule({ query, scope, parts }: ParsedRule, holds: Holds): ExplainedRule {
  return {
    query: { ...formatQuery(query) },
    holds: holds(scope),
    parts: parts.map((part) => explainRule(part, holds)),
  }
}
