import {
  ApiError,
  isApiError,
  parseQuery,
  type Operator,
  type Query,
  type RoleGrant,
} from '@cartouche/contract'
import { considerGrants } from '../../access/decide.ts'
import { readGrants, type StoredGrant } from '../../access/read-grants.ts'
import { ruleFields, ruleOperators } from '../../access/rule-fields.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schemas } from '../../model/schemas/schema-registry.ts'
import { compileScope } from '../../model/search/compile-scope.ts'
import { grantablesOf } from './grantables.ts'

/**
 * Holds grants against what there is: resources, actions, and for row rules fields, operators and values, by
 * the very compilation that lists go through.
 * @returns them as they are stored, each once.
 * @throws grant_not_valid with the place, as `grants[3].rows.and[1].name.gt`
 */
export async function checkGrants(
  database: Database,
  schemas: Schemas,
  grants: readonly RoleGrant[],
): Promise<StoredGrant[]> {
  const actions = new Map(grantablesOf(schemas, 'en').map((one) => [one.resource, one.actions]))
  const seen = new Map<string, StoredGrant>()
  for (const [index, grant] of grants.entries()) {
    const at = `grants[${index}]`
    const known = grant.resource === '*' ? [...actions.values()].flat() : actions.get(grant.resource)
    if (!known) refuse(`${at}.resource`, `there is no resource ${grant.resource}`)
    if (grant.action !== '*' && !known.includes(grant.action))
      refuse(`${at}.action`, `${grant.resource} knows no action ${grant.action}`)
    if (grant.rows !== null) await checkRule({ database, schemas }, grant, `${at}.rows`)
    seen.set(JSON.stringify(grant), grant)
  }
  return [...seen.values()]
}

async function checkRule(
  { database, schemas }: { database: Database; schemas: Schemas },
  grant: RoleGrant,
  at: string,
): Promise<void> {
  if (grant.resource === '*') refuse(at, 'a row rule needs a resource whose fields it can name')
  if (grant.action === 'create') refuse(at, 'what is being created has no row yet that a rule could look at')
  try {
    parseQuery(grant.rows)
    await compileRule(database, schemas, grant)
  } catch (error) {
    if (isApiError(error, 'query_syntax'))
      refuse(`${at}${String(error.data['at']).replace(/^\$?\.?/, '.')}`, String(error.data['reason']))
    if (isApiError(error, 'unknown_field'))
      refuse(`${at}.${String(error.data['field'])}`, `${grant.resource} has no such field`)
    throw error
  }
}

/**
 * Compiles the row rule of a grant by these schemas, as lists do.
 * @throws query_syntax, unknown_field, and what else the compilation refuses
 */
export async function compileRule(database: Database, schemas: Schemas, grant: StoredGrant): Promise<void> {
  // The rule of an account's own, with what `$me` and `$now` stand for.
  const { scope } = considerGrants(
    {
      kind: 'user',
      id: 1,
      login: '',
      name: '',
      locale: 'en',
      role: { id: 0, name: '', watermark: true, grants: readGrants(JSON.stringify([grant])) },
    },
    grant.resource,
    grant.action,
  )
  const own = ruleFields[grant.resource]
  if (own) checkOwn(scope.rows, own)
  else await compileScope(database, schemas, scope)
}

function checkOwn(query: Query, fields: Readonly<Record<string, string>>): void {
  if (query.kind === 'and' || query.kind === 'or') query.parts.forEach((part) => checkOwn(part, fields))
  if (query.kind === 'not') checkOwn(query.part, fields)
  if (query.kind !== 'compare') return
  const { field, operator, values } = query
  const wanted = fields[field]
  const wrong = (reason: string): never => {
    throw new ApiError('query_syntax', { at: `${field}.${operator}`, reason })
  }
  if (wanted === undefined) throw new ApiError('unknown_field', { resource: '', field })
  if (!(ruleOperators as readonly Operator[]).includes(operator))
    wrong(`the operator ${operator} does not fit the field`)
  for (const value of values) {
    if (
      wanted === 'flag'
        ? typeof value !== 'boolean'
        : typeof value === 'boolean' || value === null || value === '' || !Number.isSafeInteger(Number(value))
    ) {
      wrong(
        `${wanted === 'flag' ? 'true or false' : 'an id'} is expected in place of ${JSON.stringify(value).slice(0, 64)}`,
      )
    }
  }
}

function refuse(at: string, reason: string): never {
  throw new ApiError('grant_not_valid', { at, reason })
}
