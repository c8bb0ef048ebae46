import { calls, workflowOf, type Grantable, type Operator } from '@cartouche/contract'
import { builtInRoles } from '../../access/built-in-roles.ts'
import { ruleFields, ruleOperators } from '../../access/rule-fields.ts'
import { isLink, labelIn, systemFields, type Field, type Schema } from '../../model/schemas/schema.ts'
import type { Schemas } from '../../model/schemas/schema-registry.ts'

type RuleField = Grantable['fields'][number]

/** Actions that every resource with a schema knows. */
const entityActions = ['view', 'create', 'update', 'delete']
const setOperators: readonly Operator[] = ['eq', 'neq', 'in', 'nin']
const orderOperators: readonly Operator[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte']

/**
 * Everything that can be granted: each resource with its actions and the fields that row rules may name.
 * Actions are those that calls ask for, that the product's own roles have, and that schemas bring.
 * @returns resources with a schema first, each group by label.
 */
export function grantablesOf(schemas: Schemas, locale: string): Grantable[] {
  const asked = askedActions()
  const ofSchemas = [...schemas.values()].map((schema): Grantable => ({
    resource: schema.resource,
    label: labelIn(schema.label, locale),
    actions: actionsOf(schema, asked),
    fields: fieldsOf(schema, schemas, locale),
  }))
  const others = [...asked.keys()]
    .filter((resource) => !schemas.has(resource))
    .map((resource): Grantable => ({
      resource,
      label: resource,
      actions: [...(asked.get(resource) ?? [])],
      fields: ownFields(resource),
    }))
  return [...ofSchemas, ...others].map((one) => ({ ...one, actions: one.actions.toSorted() }))
}

function askedActions(): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>()
  const ask = (resource: string, action: string): void =>
    void asked.set(resource, (asked.get(resource) ?? new Set()).add(action))
  for (const { access } of Object.values(calls)) {
    const [resource = '', action] = access.split('/')
    if (action !== undefined && resource !== 'entity' && resource !== 'share') ask(resource, action)
  }
  // No call needs it alone: some groups of `listTop` do.
  ask('usage', 'view')
  // No call needs it alone: publishing a page that is open to everybody does.
  ask('page', 'makePublic')
  // No call needs it alone: whoever has it sees in the trash what others deleted.
  ask('trash', 'manage')
  for (const { resource, action } of builtInRoles.flatMap(({ grants }) => grants))
    if (resource !== '*') ask(resource, action)
  return asked
}

function actionsOf(schema: Schema, asked: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const workflow = schema.hasWorkflow
    ? ['workflow', ...Object.keys(workflowOf(schema.resource).actions)]
    : schema.resource === 'schema'
      ? ['reproject', 'purge']
      : []
  const comments = schema.importField === null ? [] : ['readComments', 'comment']
  const files = [...schema.fields.values()].some(({ type }) => type === 'binary') ? ['download'] : []
  return [
    ...new Set([...entityActions, ...files, ...comments, ...workflow, ...(asked.get(schema.resource) ?? [])]),
  ]
}

function ownFields(resource: string): RuleField[] {
  return Object.entries(ruleFields[resource] ?? {}).map(([name, kind]) => ({
    name,
    label: name,
    type: kind === 'flag' ? 'boolean' : kind === 'user' ? 'object' : 'number',
    target: kind === 'user' ? 'user' : null,
    operators: [...ruleOperators],
  }))
}

function fieldsOf(schema: Schema, schemas: Schemas, locale: string): RuleField[] {
  const system = Object.keys(systemFields)
    .filter(
      (name) => name !== 'activated' && (name !== 'status' || schema.hasWorkflow) && !schema.fields.has(name),
    )
    .map(systemField)
  const own = [...schema.fields.values()]
    .filter(({ type }) => !['geo', 'json', 'binary'].includes(type))
    .map((field): RuleField => ({
      name: field.name,
      label: labelIn(field.label, locale),
      type: field.type,
      target: field.target,
      operators: [...operatorsOf(field, schemas)],
    }))
  return [...system, ...own]
}

function systemField(name: string): RuleField {
  if (name === 'owner')
    return { name, label: name, type: 'object', target: 'user', operators: [...setOperators] }
  if (name === 'id' || name === 'status')
    return { name, label: name, type: 'number', target: null, operators: [...setOperators] }
  return { name, label: name, type: 'datetime', target: null, operators: [...orderOperators] }
}

function operatorsOf(field: Field, schemas: Schemas): readonly Operator[] {
  if (isLink(field))
    return schemas.get(field.target)?.treeField ? [...setOperators, 'dof', 'ndof'] : setOperators
  if (field.type === 'boolean') return ['eq', 'neq']
  if (field.type === 'number' || field.type === 'date' || field.type === 'datetime') return orderOperators
  return [...setOperators, 'sw', 'ew', 'ct']
}
