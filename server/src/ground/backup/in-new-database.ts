import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Does something with a new database of the server at `url`, which is dropped afterwards. */
export async function inNewDatabase(url: string, use: (url: string) => Promise<void>): Promise<void> {
  const name = `cartouche_check_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url, application_name: 'cartouche check' })
  await client.connect()
  try {
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
