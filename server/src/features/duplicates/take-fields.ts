import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { selectState } from '../../model/entities/entities.sql.ts'
import { patchOne } from '../../model/entities/write-entity.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { isLink } from '../../model/schemas/schema.ts'
import type { Moved } from './moved.ts'

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Fills fields that are empty in one asset from the first of others that has them, in the transaction of
 * `context`. @returns what it changed
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter
 */
export async function takeFields(
  context: Context,
  keep: number,
  ids: readonly number[],
  take: readonly string[],
): Promise<Moved['fields']> {
  if (take.length === 0) return []
  const schema = await getSchemaOf(context, 'asset')
  for (const name of take) {
    const field = schema.fields.get(name)
    if (!field) throw new ApiError('unknown_field', { resource: 'asset', field: name })
    if (field.type === 'binary') throw new ApiError('field_read_only', { field: name })
  }
  const own = await valuesOf(context, keep)
  const others: Values[] = []
  for (const id of ids) others.push(await valuesOf(context, id))
  const fields = [...new Set(take)].flatMap((name) => {
    const after = others.map((values) => values[name]).find((value) => !isEmpty(value))
    return !isEmpty(own[name]) || isEmpty(after) ? [] : [{ name, before: null, after }]
  })
  if (fields.length > 0)
    await patchOne(
      context,
      schema,
      keep,
      Object.fromEntries(fields.map(({ name, after }) => [name, after])),
      { i18n: false },
    )
  return fields
}

/** Empties fields again that still hold what they were filled with. @returns how many */
export async function returnFields(context: Context, keep: number, fields: Moved['fields']): Promise<number> {
  if (fields.length === 0) return 0
  const schema = await getSchemaOf(context, 'asset')
  const own = await valuesOf(context, keep)
  const still = fields.filter(
    ({ name, after }) => schema.fields.has(name) && isDeepStrictEqual(own[name], after),
  )
  const emptied = still.map(({ name }): [string, unknown] => {
    const field = schema.fields.get(name)
    return [name, field && isLink(field) ? [] : null]
  })
  if (emptied.length > 0) await patchOne(context, schema, keep, Object.fromEntries(emptied), { i18n: false })
  return still.length
}

async function valuesOf({ database }: Context, id: number): Promise<Values> {
  return (await selectState(database, 'asset', id))?.values ?? {}
}
