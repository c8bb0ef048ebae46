import { ApiError, maxPageSize, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import { visibleLinks } from '../search/visible-links.ts'
import { decodeChildToken } from './child-token.ts'
import { requireRows } from './decide-rows.ts'
import { selectLinkPage } from './entities.sql.ts'
import { defaultChildren, linkedEntity, moreChildren, readEntities } from './read-entities.ts'
import { schemaAt } from './schema-at.ts'
import { searchIn } from '../search/search-in.ts'

/**
 * A page of the entities that one field links to, in order. With a subfield, each of them comes with its own
 * links of that field.
 * @throws entity_not_found, unknown_field, token_mismatch, sign_in_needed, access_denied
 * @source data-layer §7: more sub-properties; wire facts "Entities"
 */
export async function findChildEntities(
  context: Context,
  input: CallInput<Calls['findChildEntities']>,
): Promise<CallAnswer<Calls['findChildEntities']>> {
  const schema = await schemaAt(context, input.path)
  await requireRows(context, schema, [input.id], 'view')
  const field = linkField(schema, input.field)
  const token =
    input.nextToken === undefined || input.nextToken === ''
      ? { first: 0, position: -1, id: 0 }
      : decodeChildToken(input.nextToken)
  const max = Math.min(input.maxchildren ?? defaultChildren, maxPageSize)
  const where = await searchIn(context)
  const links = await visibleLinks(where, schema, scopeOf(context.identity, schema.resource, 'view').reader)
  const page = await selectLinkPage(
    context.database,
    { resource: schema.resource, id: input.id, field: field.name },
    token,
    max,
    links,
  )
  const list = page.list.slice(0, max).map((link) => linkedEntity(link, context.locale))
  const children =
    input.subfield === undefined || input.subfield === 'null'
      ? list
      : await withSubfield(context, field, list, input.subfield)
  return {
    resource: schema.resource,
    response: {
      data: {
        id: input.id,
        [field.name]: children,
        [`$moreChildren_${field.name}`]: moreChildren(page, token.first, max),
      },
    },
  }
}

/** Children that were deleted between two statements are left out. */
async function withSubfield(
  context: Context,
  field: Field & { target: string },
  list: readonly { readonly id: number; readonly name: string; readonly $resource: string }[],
  subfield: string,
) {
  const target = await getSchemaOf(context, field.target)
  linkField(target, subfield)
  const records = new Map(
    (
      await readEntities(
        context,
        target,
        list.map(({ id }) => id),
        { props: [subfield] },
      )
    ).map((record) => [record.id, record]),
  )
  return list.flatMap((child) => {
    const record = records.get(child.id)
    return record
      ? [
          {
            ...child,
            [subfield]: record[subfield],
            ...(record[`$moreChildren_${subfield}`]
              ? { [`$moreChildren_${subfield}`]: record[`$moreChildren_${subfield}`] }
              : {}),
          },
        ]
      : []
  })
}

function linkField(schema: Schema, name: string): Field & { target: string } {
  const field = schema.fields.get(name)
  if (!field || !isLink(field))
    throw new ApiError('unknown_field', { resource: schema.resource, field: name.slice(0, 64) })
  return field
}
