import { randomUUID } from 'node:crypto'
import pg from 'pg'

const prefix = 'cartouche_check_'

/**
 * Does something with a new database of the server at `url`, which is dropped afterwards; so are those of
 * processes that were killed meanwhile: a session has the name of each that is in use.
 */
export async function inNewDatabase(url: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = prefix + randomUUID().replaceAll('-', '')
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  try {
    await dropForgotten(client)
    await client.query(`create database ${name} template template0`)
    try {
      const address = new URL(url)
      address.pathname = `/${name}`
      await use(address.href)
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function dropForgotten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname name from pg_database d where datname ~ '^${prefix}[0-9a-f]{32}$' and datdba = current_user::regrole
       and not exists (select from pg_stat_activity where application_name = d.datname)`,
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}
