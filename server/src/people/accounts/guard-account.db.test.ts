import { isApiError, parseQuery, type RoleGrant } from '@cartouche/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../access/context.ts'
import type { Grant } from '../../access/identity.ts'
import { findBeyond, type Power } from '../../access/power.ts'
import { patchOne, deleteRecord, createOne } from '../../model/entities/write-entity.ts'
import { replaceGrants, selectPower } from '../roles/role-grants.sql.ts'
import { createRole, deleteRole, updateRole } from '../roles/write-role.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { findAnyAccount } from '../session/account.ts'
import { identify } from '../session/identify.ts'
import { endSessions } from '../sign-in/list-sessions.ts'
import { openSession } from '../session/open-session.ts'
import { createAccountLibrary, type AccountLibrary } from '../session/test-accounts.ts'
import { deleteAccount, resetFactors, resetPassword, updateAccount } from './change-account.ts'
import { createAccount } from './create-account.ts'
import { createApplication, createUser } from './make-account.ts'

let library: AccountLibrary
beforeAll(async () => {
  library = await createAccountLibrary()
})
afterAll(() => library.close())

const administratorId = 11
const ownRow = { owner: '$me' }
let made = 0

/** The context of an account as the server finds it now, in a session that has just been opened. */
async function contextOf(id: number): Promise<Context> {
  const found = await findAnyAccount(library.services.database, id)
  if (!found || found.disabled) throw new Error('It cannot sign in')
  const nobody = library.as()
  const { accessToken } = await openSession(nobody, { kind: found.account.kind, id }, 'password', {})
  const request = { ...nobody.request, authorization: `Bearer ${accessToken}` }
  return { ...nobody, request, identity: await identify(library.services, request) }
}

/** A role that the server itself made, whatever it may. */
async function givenRole(grants: readonly RoleGrant[], watermark = false): Promise<number> {
  const context = await contextOf(administratorId)
  const { id } = await createRole(context, { name: `given ${++made}`, watermark, grants: [] })
  await replaceGrants(library.services.database, id, grants)
  return id
}

const givenUser = (roleId: number): Promise<number> =>
  createAccount(library.services, {
    kind: 'user',
    login: `given${++made}`,
    password: 'a password that holds',
    name: 'Given',
    roleId,
  })

const grant = (resource: string, action: string, rows: RoleGrant['rows'] = null): RoleGrant => ({
  resource,
  action,
  rows,
})
const manager = [
  grant('user', '*'),
  grant('role', '*'),
  grant('application', '*'),
  grant('session', '*'),
  grant('asset', 'view'),
]
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? error.code : error),
  )

test('whoever may change users takes no role that may do more, and resets nobody who may', async () => {
  const context = await contextOf(
    await givenUser(await givenRole([grant('user', '*'), grant('role', 'view'), grant('asset', 'view')])),
  )
  const everything = await givenRole([grant('*', '*')])
  const publishers = await givenRole([grant('asset', '*')])
  const viewers = await givenRole([grant('asset', 'view')])
  const [victim, publisher, viewer] = [
    await givenUser(everything),
    await givenUser(publishers),
    await givenUser(viewers),
  ]
  const self = context.identity.kind === 'user' ? context.identity.id : 0
  for (const [role, code] of [
    [1, 'administrator_only'],
    [everything, 'administrator_only'],
    [publishers, 'power_exceeded'],
  ] as const) {
    expect(await codeOf(updateAccount(context, { id: self, role }))).toBe(code)
    expect(await codeOf(updateAccount(context, { id: viewer, role }))).toBe(code)
    expect(await codeOf(patchOne(context, await getSchemaOf(context, 'user'), viewer, { role }))).toBe(code)
    expect(await codeOf(createUser(context, { login: `taken${++made}`, name: 'Taken', role }))).toBe(code)
  }
  for (const [id, code] of [
    [administratorId, 'administrator_only'],
    [victim, 'administrator_only'],
    [publisher, 'power_exceeded'],
  ] as const) {
    expect(await codeOf(resetPassword(context, { id, factors: false }))).toBe(code)
    expect(await codeOf(resetFactors(context, { id }))).toBe(code)
    expect(await codeOf(updateAccount(context, { id, name: 'Renamed' }))).toBe(code)
    expect(await codeOf(updateAccount(context, { id, disabled: true }))).toBe(code)
    expect(await codeOf(deleteAccount(context, { id }))).toBe(code)
  }
  expect(await codeOf(updateAccount(context, { id: viewer, name: 'Renamed' }))).toBe('done')
  expect(await codeOf(resetPassword(context, { id: viewer, factors: true }))).toBe('done')
})

test('sessions of whoever may do more are not ended', async () => {
  const context = await contextOf(
    await givenUser(await givenRole([grant('session', '*'), grant('asset', 'view')])),
  )
  const viewer = await givenUser(await givenRole([grant('asset', 'view')]))
  await contextOf(viewer)
  expect(await codeOf(endSessions(context, { user: administratorId, all: true }))).toBe('administrator_only')
  expect(await endSessions(context, { user: viewer, all: true })).toEqual({ ended: 1 })
})

test('roles are written within the own rights; on roles and on everything, by administrators alone', async () => {
  const context = await contextOf(
    await givenUser(await givenRole([...manager, grant('asset', 'update', ownRow)], true)),
  )
  const schema = await getSchemaOf(context, 'role')
  const make = (...grants: RoleGrant[]): Promise<unknown> =>
    codeOf(createRole(context, { name: `made ${++made}`, watermark: true, grants }))
  expect(
    await make(grant('asset', 'view'), grant('asset', 'update', ownRow), grant('asset', 'view', ownRow)),
  ).toBe('done')
  expect(await make(grant('asset', 'delete'))).toBe('power_exceeded')
  expect(await make(grant('asset', 'update'))).toBe('power_exceeded')
  expect(await make(grant('asset', 'update', { owner: 11 }))).toBe('power_exceeded')
  expect(await make(grant('role', 'view'))).toBe('administrator_only')
  expect(await make(grant('*', 'view'))).toBe('administrator_only')
  expect(
    await codeOf(
      createRole(context, { name: `made ${++made}`, watermark: false, grants: [grant('asset', 'view')] }),
    ),
  ).toBe('power_exceeded')
  const stronger = await givenRole([grant('asset', '*')], true)
  const clean = await givenRole([grant('asset', 'view')], false)
  expect(await codeOf(updateRole(context, { id: stronger, grants: [] }))).toBe('power_exceeded')
  expect(await codeOf(updateRole(context, { id: stronger, name: 'Mine now' }))).toBe('power_exceeded')
  expect(await codeOf(updateRole(context, { id: clean, watermark: true }))).toBe('power_exceeded')
  expect(await codeOf(patchOne(context, schema, stronger, { name: 'Mine now' }))).toBe('power_exceeded')
  expect(await codeOf(deleteRole(context, { id: stronger }))).toBe('power_exceeded')
  expect(await codeOf(deleteRecord(context, schema, stronger))).toBe('power_exceeded')
})

test('a schema that names a role gives and takes only what its writer may', async () => {
  const roleId = await givenRole([grant('schema', '*'), grant('role', 'view')], true)
  const context = await contextOf(await givenUser(roleId))
  const schema = await getSchemaOf(context, 'schema')
  const draft = { domain: 'dam', label: 'Note' }
  expect(await codeOf(createOne(context, schema, { ...draft, name: 'ownnote', writers: [roleId] }))).toBe(
    'power_exceeded',
  )
  const administrator = await contextOf(administratorId)
  const id = await createOne(administrator, schema, { ...draft, name: 'note', readers: [roleId] })
  expect(
    await codeOf(patchOne(await contextOf(await givenUser(roleId)), schema, id, { writers: [roleId] })),
  ).toBe('power_exceeded')
  expect(await codeOf(patchOne(context, schema, id, { label: 'Notes' }))).toBe('done')
})

test('a grant with a row rule is covered by one without, or by the very same', () => {
  const power = (...grants: Grant[]): Power => ({ watermark: true, grants })
  const [own, other] = [parseQuery({ owner: '$me' }), parseQuery({ status: 1 })]
  const asset = (action: string, rows?: Grant['rows']): Grant => ({
    resource: 'asset',
    action,
    ...(rows ? { rows } : {}),
  })
  expect(findBeyond(power(asset('view')), power(asset('view', own)))).toBeUndefined()
  expect(findBeyond(power(asset('view', own)), power(asset('view', own)))).toBeUndefined()
  expect(findBeyond(power(asset('view', own)), power(asset('view', other)))).toBe('asset/view')
  expect(findBeyond(power(asset('view', own)), power(asset('view')))).toBe('asset/view')
  expect(findBeyond(power(asset('*')), power(asset('view', own)))).toBeUndefined()
  expect(findBeyond(power(asset('view')), power(asset('*')))).toBe('asset/*')
  expect(findBeyond(power(asset('view')), power({ resource: '*', action: 'view' }))).toBe('*/view')
  expect(findBeyond(power(asset('view')), { watermark: false, grants: [asset('view')] })).toBe(
    'pictures without a watermark',
  )
})

const resources = ['asset', 'cart', 'user', 'role', 'application'] as const
const actions = ['view', 'create', 'update', 'delete'] as const
const randomGrant = fc
  .record({
    resource: fc.constantFrom<string>(...resources, '*'),
    action: fc.constantFrom<string>(...actions, '*'),
    isRuled: fc.boolean(),
  })
  .map(({ resource, action, isRuled }) =>
    grant(
      resource,
      action,
      isRuled && (resource === 'asset' || resource === 'cart') && action !== 'create' ? ownRow : null,
    ),
  )
const randomGrants = fc.array(randomGrant, { maxLength: 6 })
const delegated = fc.array(
  fc.constantFrom(...manager, grant('user', 'update'), grant('role', 'update'), grant('role', 'create')),
  { maxLength: 6 },
)
const step = fc.record({
  as: fc.nat(),
  target: fc.nat(),
  role: fc.nat(),
  grants: fc.oneof(randomGrants, delegated),
  watermark: fc.boolean(),
  verb: fc.constantFrom(
    'createUser',
    'createApplication',
    'assign',
    'assignGenerically',
    'createRole',
    'updateRole',
    'renameRole',
    'deleteRole',
    'resetPassword',
    'deleteAccount',
  ),
})

/**
 * Every right by itself, with the rules under which it is held; an oracle that knows nothing of the kernel's
 * comparison.
 */
function rightsOf(power: Power | undefined): Map<string, Set<string>> {
  const rights = new Map<string, Set<string>>()
  for (const { resource, action, rows } of power?.grants ?? []) {
    for (const one of resource === '*' ? [...resources, 'anything else'] : [resource]) {
      for (const verb of action === '*' ? [...actions, 'anything else'] : [action]) {
        const key = `${one}/${verb}`
        rights.set(key, (rights.get(key) ?? new Set()).add(rows ? JSON.stringify(rows) : 'all'))
      }
    }
  }
  return rights
}

test('no sequence of calls ends with a grant that the actor did not have', { timeout: 240_000 }, async () => {
  const { database } = library.services
  await fc.assert(
    fc.asyncProperty(
      randomGrants,
      delegated,
      fc.array(randomGrants, { minLength: 1, maxLength: 3 }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (own, more, others, steps) => {
        // Whoever may do everything from the start could gain nothing, and would delete the others' helper.
        fc.pre(!own.some(({ resource, action }) => resource === '*' && action === '*'))
        const ownRole = await givenRole([...own, ...more])
        const before = rightsOf(await selectPower(database, ownRole))
        const actor = await givenUser(ownRole)
        const roles = [ownRole, 1, 4]
        // The near miss: the actor's own grants without their row rules.
        const unruled = [...own, ...more].map((one) => ({ ...one, rows: null }))
        for (const grants of [unruled, ...others]) roles.push(await givenRole(grants))
        const accounts = [actor, administratorId]
        for (const role of roles.slice(2)) accounts.push(await givenUser(role))
        /** Accounts whose password the actor knows: whoever they are can act next. */
        const held = new Set([actor])
        const heldNow = async (): Promise<number[]> => {
          const found = await Promise.all([...held].map((id) => findAnyAccount(database, id)))
          return found.flatMap((one) => (one && !one.disabled ? [one.account.id] : []))
        }
        for (const { as, target, role, grants, watermark, verb } of steps) {
          const holders = await heldNow()
          const context = await contextOf(holders[as % holders.length] ?? actor)
          const [id, roleId, name] = [
            accounts[target % accounts.length] ?? 0,
            roles[role % roles.length] ?? 0,
            `by call ${++made}`,
          ]
          const take = (account: number): void => {
            held.add(account)
            accounts.push(account)
          }
          const verbs = {
            createUser: async () => take((await createUser(context, { login: name, name, role: roleId })).id),
            createApplication: async () =>
              take((await createApplication(context, { name, role: roleId, expiresAt: null })).id),
            assign: () => updateAccount(context, { id, role: roleId }),
            assignGenerically: async () =>
              patchOne(context, await getSchemaOf(context, 'user'), id, { role: roleId }),
            createRole: async () => roles.push((await createRole(context, { name, watermark, grants })).id),
            updateRole: () => updateRole(context, { id: roleId, watermark, grants }),
            renameRole: () => updateRole(context, { id: roleId, name }),
            deleteRole: () => deleteRole(context, { id: roleId }),
            resetPassword: async () => {
              await resetPassword(context, { id, factors: false })
              held.add(id)
            },
            deleteAccount: () => deleteAccount(context, { id, transferTo: actor }),
          }
          await verbs[verb]().catch((error: unknown) => {
            if (!isApiError(error)) throw error
          })
        }
        for (const id of await heldNow()) {
          const account = await findAnyAccount(database, id)
          for (const [right, rules] of rightsOf(account?.account.role)) {
            const had = before.get(right)
            for (const rule of rules) expect(had?.has('all') || had?.has(rule), `${right} ${rule}`).toBe(true)
          }
        }
      },
    ),
    { numRuns: 30 },
  )
})
