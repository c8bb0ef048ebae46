import { parseQuery, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction, timelessKey } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { foldText, wordsOf } from '../../ground/fold-text.ts'
import { decodePageToken, encodePageToken, signatureOf } from '../../model/search/page-token.ts'
import { requireModest } from '../../model/search/query-budget.ts'
import { listJobItems } from './find-import-items.ts'
import { countJobs, selectJobNames, selectJobPage } from './import-jobs.sql.ts'
import { listImportResources } from './import-resources.ts'
import { compileJobQuery, parseJobOrder } from './job-conditions.ts'
import { readJobs } from './read-jobs.ts'

type Input = CallInput<Calls['findImportJobs']>

/** @source data-layer §9: 10 items per job */
const itemsPerJob = 10
const maxItemsPerJob = 200

/**
 * A page of the imports that the user may see, newest first by default; deactivated ones where the query
 * names `activated`.
 * @throws query_syntax, unknown_field, invalid_parameter, token_mismatch
 */
export async function findImportJobs(
  context: Context,
  input: Input,
): Promise<CallAnswer<Calls['findImportJobs']>> {
  const scope = requireAction(context.identity, 'massimportjob', 'view')
  const { fulltext = '', orderby, after } = input
  const query = parseQuery(input.query)
  requireModest(query)
  const order = parseJobOrder(orderby)
  const signature = signatureOf([timelessKey(scope), query, fulltext, orderby ?? ''])
  const token = after === undefined ? undefined : decodePageToken(after, signature)
  const max = input.withData === false ? 0 : input.max
  const found = await named(
    context,
    sql<SqlBool>`(${compileImportScope(scope)} and ${compileJobQuery(query)})`,
    fulltext,
  )
  const [rows, total, resources] = await Promise.all([
    max === 0 ? [] : selectJobPage(context.database, found, order, token?.after, max + 1),
    token?.total ?? countJobs(context.database, found),
    input.headers ? listImportResources(context) : [],
  ])
  const last = rows.length > max ? rows[max - 1] : undefined
  const next = last && encodePageToken({ q: signature, after: [last.sort, String(last.id)], total })
  const data = await readJobs(context, rows.slice(0, max), input)
  if (input.withItems)
    for (const job of data) job.$items = await listJobItems(context, job.id, itemCount(input.maxItems))
  return {
    headers: input.headers
      ? { $assetmetadata: Object.fromEntries(resources.map(({ resource, fields }) => [resource, fields])) }
      : {},
    links: next === undefined ? {} : { nextResultsToken: next, next: addressOf(input, next) },
    response: { total, data },
  }
}

/** How many items of a job are answered. @source wire facts "Mass import": a negative maxItems means all */
export function itemCount(maxItems = itemsPerJob): number {
  return maxItems < 0 ? maxItemsPerJob : Math.min(maxItems, maxItemsPerJob)
}

/**
 * The jobs of these whose names have every word. Names are folded here: one function for what is stored and
 * for what is asked, and a library has thousands of imports, not millions.
 */
async function named(
  { database }: Context,
  where: RawBuilder<SqlBool>,
  fulltext: string,
): Promise<RawBuilder<SqlBool>> {
  const words = wordsOf(fulltext)
  if (words.length === 0) return where
  const names = await selectJobNames(database, where)
  const ids = names.flatMap(({ id, name }) => {
    const folded = foldText(name)
    return words.every((word) => folded.includes(word)) ? [id] : []
  })
  return sql<SqlBool>`j.id = any(${ids}::bigint[])`
}

/** Where the list goes on, asked in the same way. */
function addressOf({ after: _before, ...input }: Input, after: string): string {
  const given = Object.entries({ after, ...input }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, parameterText(value)]],
  )
  return `/api/rest/massimport/job?${new URLSearchParams(given).toString()}`
}

function parameterText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value)
}
