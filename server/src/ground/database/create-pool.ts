import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { ApiError } from '@cartouche/contract'
import pg from 'pg'

/** How many connections one server holds at most. */
const defaultConnections = 16
const connectTimeoutMs = 10_000
const statementTimeoutMs = 30_000
/**
 * Of a statement that a request reads by: nobody looks at an empty page for longer, and sixteen such searches
 * hold every connection.
 */
const readTimeoutMs = 10_000
const lockTimeoutMs = 10_000
const idleInTransactionTimeoutMs = 60_000

export interface PoolOptions {
  /** The most connections that are open at once. */
  connections?: number
  /**
   * Whether a pooler stands between, where each transaction may have another session: nothing is set for
   * longer than a transaction, and no statement is planned beforehand.
   */
  isPooled?: boolean
  /** How long a statement of {@link whileReading} may take, milliseconds. */
  readTimeoutMs?: number
  /** Receives what goes wrong with a connection that nobody is using: the pool replaces it. */
  onIdleError?: (error: Error) => void
  /** Runs each statement, and may look at how long it takes. */
  watch?: StatementWatch
  /** Hears of the pool, once. */
  onPool?: (pool: pg.Pool, maxConnections: number) => void
}

/** Runs a statement, whose text is given without its parameters, and gives its answer. */
export type StatementWatch = <T>(text: string, run: () => Promise<T>) => Promise<T>

/**
 * Gives a pool of connections to a PostgreSQL. `int8` values (and lists of them) arrive as numbers; a
 * statement ends after 30 s, one by which a request reads after 10 s, a wait for a lock after 10 s, and a
 * transaction that is left open is ended after 60 s.
 * @source decision 0215 for poolers
 */
export function createPool(
  url: string,
  {
    connections = defaultConnections,
    isPooled = false,
    readTimeoutMs: forReading = readTimeoutMs,
    onIdleError = () => {},
    watch,
    onPool,
  }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'cartouche',
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    // Statements are sent without waiting for the answers of those before them.
    pipeline: true,
    // A pooler refuses limits among the parameters of a connection, also one that keeps sessions.
    ...(!isPooled && { onConnect: limitSession as (client: pg.ClientBase) => void }),
    types: columnTypes,
  })
  // Without a listener, a database that is stopped would end the server.
  pool.on('error', onIdleError)
  // Nor may one that is lent out, between two statements of a transaction, where the pool does not listen.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    adaptStatements(client, { watch, ...(isPooled && { limits: () => limitsOf('local', forReading) }) })
  })
  onPool?.(pool, connections)
  return pool
}

/** The pool waits for it, which its types do not say. */
async function limitSession(client: pg.ClientBase): Promise<void> {
  await client.query(limitsOf('session'))
}

/** Statements that set the limits of a session, or of the transaction that is open. */
function limitsOf(range: 'session' | 'local', forReading = statementTimeoutMs): string {
  const limits = {
    statement_timeout: reading.getStore() === true ? forReading : statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  }
  return Object.entries(limits)
    .map(([name, ms]) => `set ${range} ${name} = ${ms}`)
    .join('; ')
}

const reading = new AsyncLocalStorage<true>()

/**
 * Does what a request reads: its statements end sooner than others, where they have connections of their own.
 */
export function whileReading<T>(read: () => Promise<T>): Promise<T> {
  return reading.run(true, read)
}

/**
 * Says PostgreSQL's word for a statement that took longer than it may as our own; other failures are thrown
 * as they are.
 * @throws query_too_slow
 */
export function refuseSlow(error: unknown): never {
  throw (error as { code?: unknown }).code === '57014' ? new ApiError('query_too_slow') : error
}

/**
 * Sets how long the statements of a connection may take, each time that it is taken from the pool: it may
 * have been used for something else. A transaction keeps what it began with. Nobody waits for it: it is sent
 * before the statement that the connection was taken for.
 */
export function createTimeoutSetter({ readTimeoutMs: forReading = readTimeoutMs }: PoolOptions = {}) {
  const isSetForReading = new WeakSet<object>()
  const note = (connection: object, isReading: boolean): void => {
    if (isReading) isSetForReading.add(connection)
    else isSetForReading.delete(connection)
  }
  return (connection: object, set: (timeoutMs: number) => Promise<unknown>): void => {
    const isReading = reading.getStore() === true
    if (isSetForReading.has(connection) === isReading) return
    note(connection, isReading)
    // Where the connection broke, the statement that it was taken for fails as well, and has it given back.
    set(isReading ? forReading : statementTimeoutMs).catch(() => {
      note(connection, !isReading)
    })
  }
}

/**
 * Begins a statement that is planned once for each connection, in place of at every call: for those of one
 * constant text that requests wait for. Planning what reads an entity takes as long as reading it twice.
 */
export const planned = '/* planned once */'

interface Adaptation {
  readonly watch?: StatementWatch | undefined
  /** Where sessions are not kept: what limits a transaction from its beginning. */
  readonly limits?: () => string
}

/**
 * Gives statements that begin with `planned` a name, by which PostgreSQL and the driver know them again, and
 * writes long lists of numbers as PostgreSQL reads them.
 */
function adaptStatements(client: pg.PoolClient, { watch, limits }: Adaptation): void {
  const query = client.query.bind(client) as Query
  const send = limits ? limitTransactions(client, query, limits) : query
  const adapted = (text: unknown, given: unknown, ...rest: unknown[]): unknown => {
    const values: unknown = Array.isArray(given) ? given.map(writeNumbers) : given
    const run = (): unknown =>
      !limits && typeof text === 'string' && text.startsWith(planned)
        ? send({ name: nameOf(text), text, values }, ...rest)
        : send(text, values, ...rest)
    // What is no text is a stream of rows, which takes as long as its reader. Nor has a callback a promise.
    const isWatched = watch !== undefined && typeof text === 'string' && typeof values !== 'function'
    return isWatched && rest.length === 0 ? watch(text, run as () => Promise<unknown>) : run()
  }
  client.query = adapted as typeof client.query
}

type Query = (...parameters: unknown[]) => unknown

/**
 * Sends the limits with the beginning of each transaction, and a statement that stands alone in a
 * transaction of its own, in one journey to the database and back.
 */
function limitTransactions(client: pg.PoolClient, query: Query, limits: () => string): Query {
  return async (text, ...rest) => {
    if (client.getTransactionStatus() !== 'I') return query(text, ...rest)
    if (typeof text === 'string' && /^(?:begin|start transaction)\b/i.test(text))
      return query(`${text}; ${limits()}`)
    const [begun, done, committed] = await Promise.allSettled([
      query(`begin; ${limits()}`),
      query(text, ...rest),
      query('commit'),
    ])
    for (const step of [begun, done, committed]) if (step.status === 'rejected') throw step.reason
    return (done as PromiseFulfilledResult<unknown>).value
  }
}

const longList = 100

/**
 * The driver escapes each item of a list on its own, which blocks the process for 50 to 100 ms with 100,000
 * numbers; this takes 10 ms.
 */
function writeNumbers(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < longList || !value.every(Number.isFinite)) return value
  return `{${value.join(',')}}`
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** PostgreSQL's numbers for its types `int8` and `int8[]`. */
const int8 = 20
const int8List = 1016

/** How values of columns arrive: `int8` and lists of it as numbers. */
export const columnTypes = { getTypeParser }

function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format === 'binary') return pg.types.getTypeParser(type, 'binary')
  if (type === int8) return parseInt8
  const parse = pg.types.getTypeParser(type, 'text')
  if (type !== int8List) return parse
  return (value) =>
    (parse(value) as (string | null)[]).map((item) => (item === null ? null : parseInt8(item)))
}

/** Ids and counts stay far below 2^53; a value that a number cannot hold is refused rather than rounded. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database answered ${text}, which a number cannot hold.`)
  return value
}
