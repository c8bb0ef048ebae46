import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, int, jsonOr } from '../parameters.ts'
import { fieldTypes } from '../schemas/schema-calls.ts'
import { operators } from '../query/operators.ts'
import { NewStorageLimit, StorageLimit } from './storage-limit.ts'

/**
 * Grants of a role, at most: a hostile list must not cost every request of its people more than a real one
 * does.
 */
const maxGrants = 500

/**
 * A grant of a role: one action on one resource (`*`: any), on the entities that match `rows` (null: on all).
 * `$me` and `$now` in a row rule stand for the caller and the present instant.
 * @source decision 0068
 */
export const RoleGrant = z.object({
  resource: z.string().min(1).max(64),
  action: z.string().min(1).max(64),
  rows: z.record(z.string(), z.unknown()).nullable().default(null),
})
export type RoleGrant = z.output<typeof RoleGrant>

const roleName = z.string().trim().min(1).max(200)

/**
 * A role as a list shows it. `fixed`: the administrator's, whose grants stay. `builtIn`: it came with the
 * product and cannot be deleted.
 */
const ListedRole = z.object({
  id: z.number(),
  name: z.string(),
  watermark: z.boolean(),
  builtIn: z.boolean(),
  fixed: z.boolean(),
  /** Users and applications that have it. */
  accounts: z.number(),
  grants: z.number(),
  version: z.number(),
})
/**
 * A role with all its grants, in their order. `bySchemas`: what schemas grant it beside, by naming it.
 * @source decision 0040
 */
export const RoleRecord = ListedRole.extend({
  grants: z.array(RoleGrant),
  bySchemas: z.array(z.object({ resource: z.string(), writes: z.boolean() })),
  /** How much each of its people may store. */
  storageLimit: StorageLimit,
})
export type RoleRecord = z.output<typeof RoleRecord>

const errorsOfGrants = ['grant_not_valid', 'role_fixed', 'version_conflict', 'entity_not_found'] as const

export const listRoles = defineCall({
  name: 'listRoles',
  method: 'GET',
  path: '/rest/administration/roles',
  access: 'role/update',
  summary: 'All roles, by name, with how many have them',
  source: 'decision 0068',
  input: z.object({}),
  answers: z.object({ roles: z.array(ListedRole) }),
  errors: [],
})

export const getRole = defineCall({
  name: 'getRole',
  method: 'GET',
  path: '/rest/administration/roles/{id}',
  access: 'role/update',
  summary: 'A role with its grants and row rules',
  source: 'decision 0068',
  input: z.object({ id }),
  answers: RoleRecord,
  errors: ['entity_not_found'],
})

export const createRole = defineCall({
  name: 'createRole',
  method: 'POST',
  path: '/rest/administration/roles',
  access: 'role/create',
  status: 201,
  summary: 'Create a role with its grants',
  source: 'decision 0068',
  input: z.object({
    name: roleName,
    watermark: z.boolean().default(true),
    grants: jsonOr(z.array(RoleGrant).max(maxGrants)).default([]),
  }),
  answers: RoleRecord,
  errors: ['grant_not_valid', 'administrator_only', 'power_exceeded'],
})

export const updateRole = defineCall({
  name: 'updateRole',
  method: 'PUT',
  path: '/rest/administration/roles/{id}',
  access: 'role/update',
  summary:
    'Rename a role, set its watermark or how much each of its people may store, or replace all its grants; counts with the next request everywhere',
  source: 'decision 0068',
  input: z.object({
    id,
    name: roleName.optional(),
    watermark: z.boolean().optional(),
    grants: jsonOr(z.array(RoleGrant).max(maxGrants)).optional(),
    storageLimit: NewStorageLimit.optional(),
    /** What the change is based on. */
    version: int.min(1).optional(),
  }),
  answers: RoleRecord,
  errors: [...errorsOfGrants, 'administrator_only', 'power_exceeded'],
})

export const deleteRole = defineCall({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/rest/administration/roles/{id}',
  access: 'role/delete',
  summary: 'Delete a role that nobody has',
  source: 'decision 0068',
  input: z.object({ id }),
  answers: z.object({ deletedId: z.number() }),
  errors: ['role_fixed', 'entity_in_use', 'entity_not_found', 'administrator_only', 'power_exceeded'],
})

/** A field that row rules of a resource may name, with the operators that fit it. */
const RuleField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  target: z.string().nullable(),
  operators: z.array(z.enum(operators)),
})
/** What can be granted on a resource. */
export const Grantable = z.object({
  resource: z.string(),
  label: z.string(),
  actions: z.array(z.string()),
  fields: z.array(RuleField),
})
export type Grantable = z.output<typeof Grantable>

export const listGrantables = defineCall({
  name: 'listGrantables',
  method: 'GET',
  path: '/rest/administration/grantables',
  access: 'role/update',
  summary: 'Every resource with the actions that can be granted on it and the fields that row rules may name',
  source: 'decision 0068',
  input: z.object({}),
  answers: z.object({ grantables: z.array(Grantable) }),
  errors: [],
})

/** A part of a row rule, with whether it holds for the entity: `holds` is null where no entity was named. */
export interface ExplainedRule {
  readonly query: Record<string, unknown>
  readonly holds: boolean | null
  /** Parts of `and`, `or` and `not`, in order. */
  readonly parts: readonly ExplainedRule[]
}
const ExplainedRule: z.ZodType<ExplainedRule> = z.object({
  query: z.record(z.string(), z.unknown()),
  holds: z.boolean().nullable(),
  get parts() {
    return z.array(ExplainedRule)
  },
})

/**
 * A grant that was looked at. `rule` is null where it is about another resource or action, or about every
 * row.
 */
const ExplainedGrant = RoleGrant.extend({
  /** The role itself, or a schema that names it. */
  from: z.enum(['role', 'schema']),
  covers: z.boolean(),
  holds: z.boolean().nullable(),
  rule: ExplainedRule.nullable(),
})

/**
 * Why somebody may, or may not. Each action needs the right to see the entity too, so `decisions` has one for
 * `view` and one for the action. `verdict` is what the server answers: `some` where no entity was named and a
 * row rule decides.
 */
export const AccessExplanation = z.object({
  verdict: z.enum(['yes', 'no', 'some']),
  /**
   * Why it is no: nobody of the account may sign in, it has no role, nothing is granted, no row rule holds;
   * or why it is yes.
   */
  reason: z.enum(['granted', 'account_disabled', 'no_role', 'not_granted', 'rule_failed', 'entity_missing']),
  account: z.object({
    kind: z.enum(['user', 'application']),
    id: z.number(),
    name: z.string(),
    disabled: z.boolean(),
  }),
  role: z.object({ id: z.number(), name: z.string(), watermark: z.boolean() }),
  entity: z.object({ resource: z.string(), id: z.number(), name: z.string() }).nullable(),
  decisions: z.array(
    z.object({ action: z.string(), holds: z.boolean().nullable(), grants: z.array(ExplainedGrant) }),
  ),
})
export type AccessExplanation = z.output<typeof AccessExplanation>

export const explainAccess = defineCall({
  name: 'explainAccess',
  method: 'GET',
  path: '/rest/administration/access',
  access: 'role/update',
  summary: 'Why a user or application can, or cannot, take an action on an entity',
  source: 'decision 0068',
  input: z.object({
    /** Id of the user or application. */
    account: id,
    resource: z.string().min(1).max(64),
    action: z.string().min(1).max(64).default('view'),
    /** Id of the entity; without it, of any. */
    id: id.optional(),
  }),
  answers: AccessExplanation,
  errors: ['entity_not_found', 'unknown_resource'],
})
