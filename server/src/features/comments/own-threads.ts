import type { CallAnswer, Calls } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { compileScope } from '../../model/search/compile-scope.ts'
import { countThreads, selectComments, selectThreads } from './comments.sql.ts'
import { toComment } from './list-comments.ts'

const maxListed = 100

/**
 * Open threads on assets that the caller may see, which name them, in which they take part, or which are on
 * what is theirs; the latest first.
 * @source decision 0209
 */
export async function listOwnThreads(context: Context): Promise<CallAnswer<Calls['listOwnThreads']>> {
  const userId = currentUserId(context)
  if (userId === null) return { threads: [], total: 0 }
  const { database } = context
  const sees = await readable(context)
  const [found, total] = await Promise.all([
    selectThreads(database, userId, sees, maxListed),
    countThreads(database, userId, sees),
  ])
  const threads = await Promise.all(
    found.map(async ({ firstId, lastId, ...thread }) => {
      const comments = await selectComments(database, thread, { thread: firstId })
      const [first, last] = [firstId, lastId].map((id) => comments.find((comment) => comment.id === id))
      return first && last
        ? { ...thread, first: toComment(context, first), last: toComment(context, last) }
        : undefined
    }),
  )
  return { threads: threads.filter((thread) => thread !== undefined), total }
}

/** How many there are. */
export async function countOwnThreads(context: Context): Promise<number> {
  const userId = currentUserId(context)
  return userId === null ? 0 : countThreads(context.database, userId, await readable(context))
}

/** On `search s`: assets whose comments the caller may read. */
async function readable(context: Context): Promise<RawBuilder<SqlBool>> {
  const schemas = await listSchemas(context)
  const [sees, reads] = await Promise.all(
    ['view', 'readComments'].map((action) =>
      compileScope(context.database, schemas, scopeOf(context.identity, 'asset', action)),
    ),
  )
  return sql<SqlBool>`(${sees} and ${reads})`
}
