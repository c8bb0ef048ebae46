import {
  maxPageSize,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ImportItem,
} from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { labelIn } from '../../model/schemas/schema.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { readSchemas } from '../../model/schemas/read-schemas.ts'
import { decodePageToken, encodePageToken, signatureOf } from '../../model/search/page-token.ts'
import { compileItemQuery, itemColumn, parseItemOrder } from './item-conditions.ts'
import { countItemsBy, countItemsWhere, selectItemPage, selectItems } from './imports.sql.ts'
import { readItems } from './read-items.ts'
import { requireJob, statusNameOf } from './read-jobs.ts'

type Input = CallInput<Calls['findImportItems']>
type Answer = CallAnswer<Calls['findImportItems']>

/**
 * A page of the items of an import, in order of upload by default, with what they propose, and how
 * many there are by status.
 * @throws entity_not_found, query_syntax, unknown_field, token_mismatch, invalid_parameter
 */
export async function findImportItems(context: Context, input: Input): Promise<Answer> {
  await requireJob(context, input.id, 'view')
  const schema = await getSchemaOf(context.database, 'asset')
  const where = sql<SqlBool>`i.job_id = ${input.id} and ${compileItemQuery(input.query, input.fulltext)}`
  const [page, aggregates, headers] = await Promise.all([
    findPage(context, input, where),
    countFacets(context, input, where),
    readSchemas(context, `${schema.path}/headers`),
  ])
  return {
    $assetmetadataresources: [
      { resource: schema.resource, name: labelIn(schema.label, context.locale), description: '' },
    ],
    headers: { $assetmetadata: { [schema.resource]: headers.headers } },
    ...(input.state === undefined ? {} : { state: input.state }),
    links: page.next === undefined ? {} : { nextResultsToken: page.next, moreResultsToken: page.next },
    response: {
      total: page.total,
      outstandingItems: [],
      data: page.data,
      ...(aggregates ? { aggregates } : {}),
    },
  }
}

/** The first items of a job, for whoever may see the job. */
export async function listJobItems(context: Context, jobId: number, max: number): Promise<ImportItem[]> {
  const rows = await selectItems(context.database, sql<SqlBool>`i.job_id = ${jobId}`, undefined, max)
  return readItems(context, await getSchemaOf(context.database, 'asset'), rows)
}

async function findPage(
  context: Context,
  input: Input,
  where: RawBuilder<SqlBool>,
): Promise<{ data: ImportItem[]; total: number; next?: string }> {
  const order = parseItemOrder(input.orderby)
  const signature = signatureOf([
    'massimportitem',
    input.id,
    input.query ?? null,
    input.fulltext ?? '',
    input.orderby ?? '',
  ])
  const token = input.after === undefined ? undefined : decodePageToken(input.after, signature)
  const max = input.withData === false ? 0 : (input.max ?? maxPageSize)
  const [rows, total] = await Promise.all([
    max === 0 ? [] : selectItemPage(context.database, where, order, token?.after, max + 1),
    token?.total ?? countItemsWhere(context.database, where),
  ])
  const page = rows.slice(0, max)
  const last = page.at(-1)
  const data = await readItems(
    context,
    await getSchemaOf(context.database, 'asset'),
    page,
    input.withSimu !== false,
  )
  return {
    data,
    total,
    ...(rows.length > max && last
      ? { next: encodePageToken({ q: signature, after: [last.sort, String(last.id)], total }) }
      : {}),
  }
}

/** Counts by the fields asked for, by status by default. */
async function countFacets(
  context: Context,
  input: Input,
  where: RawBuilder<SqlBool>,
): Promise<Record<string, unknown> | undefined> {
  if (input.withAggregates === false || (input.withAggregates === undefined && input.aggFields === undefined))
    return undefined
  const fields = input.aggFields ?? ['status']
  return Object.fromEntries(
    await Promise.all(
      fields.map(async (field) => {
        const { expression, cast } = itemColumn(field)
        const counted = await countItemsBy(context.database, where, expression)
        return [
          field,
          counted.map(({ value, count }) => ({ count, total: count, data: dataOf(field, cast, value) })),
        ] as const
      }),
    ),
  )
}

function dataOf(field: string, cast: string, value: string | null): { id: number | string; name: string } {
  if (value === null) return { id: '', name: '' }
  const id = cast === 'bigint' ? Number(value) : value
  return { id, name: field === 'status' ? statusNameOf(Number(value)) : value }
}
