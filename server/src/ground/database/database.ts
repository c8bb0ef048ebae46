import { CompiledQuery, Kysely, PostgresDialect, type DatabaseConnection, type Transaction } from 'kysely'
import { createPool, createTimeoutSetter, type PoolOptions } from './create-pool.ts'
import type { Tables } from './tables.ts'

/** What statements run on: the pool of a server, or one transaction. `destroy()` ends the pool. */
export type Database = Kysely<Tables>

/** Gives the query builder over a pool of connections to a PostgreSQL whose migrations have run. */
export function createDatabase(url: string, options?: PoolOptions): Database {
  const setTimeoutOf = createTimeoutSetter(options)
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: createPool(url, options),
      // Without sessions, each transaction begins with it.
      ...(!options?.isPooled && {
        onReserveConnection: async (connection: DatabaseConnection) => {
          setTimeoutOf(connection, (timeoutMs) =>
            connection.executeQuery(CompiledQuery.raw(`set statement_timeout = ${timeoutMs}`)),
          )
        },
      }),
    }),
  })
}

const maxAttempts = 4

/** PostgreSQL's codes for "run it again": a serialisation failure and a deadlock. */
const retryable = new Set(['40001', '40P01'])

/**
 * Runs work in a transaction: the one that is open already, or a new one that is committed when the work ends
 * well and rolled back when it fails. Work that lost a race with another transaction is run again, so it must
 * touch the database only.
 */
export async function withTransaction<T>(
  database: Database,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (isTransaction(database)) return work(database)
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !retryable.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

function isTransaction(database: Database): database is Transaction<Tables> {
  return database.isTransaction
}
