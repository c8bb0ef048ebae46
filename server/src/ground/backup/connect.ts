import pg from 'pg'

/** Whatever database and role are set to: rows are written and read the same way, however long it takes. */
const settings = [
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  'extra_float_digits = 3',
  "timezone = 'UTC'",
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** A connection for COPY, of a program that PostgreSQL's list of sessions names. */
export async function connectForCopy(url: string, program: 'backup' | 'restore'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `cartouche ${program}` })
  await client.connect()
  for (const setting of settings) await client.query(`set ${setting}`)
  return client
}
