import { ApiError, fieldsOf, type Query } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileConditions } from '../../access/compile-rows.ts'
import { compareColumn, type QueryColumn } from './compare-column.ts'
import { jobCount, jobModified, jobStatus, type JobOrder } from './import-jobs.sql.ts'

/** What queries and orders of jobs may name. */
const columns: Readonly<Record<string, QueryColumn>> = {
  id: { expression: sql`j.id`, cast: 'bigint' },
  name: { expression: sql`j.name`, cast: 'text' },
  created: { expression: sql`j.created_at`, cast: 'timestamptz' },
  modified: { expression: jobModified, cast: 'timestamptz' },
  activated: { expression: sql`j.is_active`, cast: 'boolean' },
  jobowner: { expression: sql`j.owner_id`, cast: 'bigint' },
  status: { expression: jobStatus, cast: 'bigint' },
  count: { expression: jobCount, cast: 'bigint' },
}

/**
 * The condition of a query on `import_job j`. A deactivated job is meant by a query that names `activated`
 * alone.
 * @throws query_syntax, unknown_field
 * @source decision 0139
 */
export function compileJobQuery(query: Query): RawBuilder<SqlBool> {
  const condition = compileConditions(query, (comparison) =>
    compareColumn(jobColumn(comparison.field), comparison),
  )
  return fieldsOf(query).some((field) => field.toLowerCase() === 'activated')
    ? condition
    : sql<SqlBool>`(j.is_active and ${condition})`
}

/** An order such as `name asc`. @throws unknown_field, invalid_parameter */
export function parseJobOrder(orderby = 'created desc'): JobOrder {
  const [, field = '', direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(orderby) ?? []
  if (field === '')
    throw new ApiError('invalid_parameter', { parameter: 'orderby', reason: 'write it as "name asc"' })
  const { expression, cast } = jobColumn(field)
  return {
    // Capitals do not distinguish names in a list.
    expression: cast === 'text' ? sql`lower(${expression})` : expression,
    cast,
    descending: direction.toLowerCase() === 'desc',
  }
}

function jobColumn(field: string): QueryColumn {
  const name = field.toLowerCase()
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new ApiError('unknown_field', { resource: 'massimportjob', field: field.slice(0, 64) })
  return column
}
